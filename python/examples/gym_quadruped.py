"""A quadruped looks for a gait by random search, in environments for Gymnasium. The last argument may name a replay."""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

import simbodydem as sd

Numbers = npt.NDArray[np.float64]
file = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"
world = sd.World()
rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
world.add_ground(rubber)
robot = world.add_robot(file, base="floating", material=rubber, on_floor=True)
robot.set_servos(".*", kp=100, kd=3)
robot.set_start({"hip_.*": 0.8, "knee_.*": -1.6})

# environments begins
def has_fallen(env: sd.gym.Env) -> bool:
    """Returns true if the trunk is tilted or low."""
    return env.is_tilted() or bool(env.sim.link_pose(robot, "trunk")[2, 3] < 0.22)


ranges = {"hip_.*": 0.4, "knee_.*": 0.4}  # of the targets about those of the start [rad]
envs = sd.gym.VectorEnv(world, num_envs=8, action_range=ranges, termination=has_fallen, max_episode_steps=50)
# environments ends

# The action of a joint is a sine wave with an amplitude and a phase of its own. A policy is these numbers.
random = np.random.default_rng(1)
joints = len(robot.joint_names)


def act(policies: Numbers, step: int) -> Numbers:
    """Returns the actions of policies at a step. The waves grow from 0 in 0.4 s, and have a period of 0.4 s."""
    amplitudes, phases = policies[:, 0], policies[:, 1]
    waves = min(step / 20, 1) * amplitudes * np.sin(2 * np.pi * step * envs.every / 0.4 + phases)
    actions: Numbers = np.clip(waves, -1, 1)
    return actions


def measure(policies: Numbers) -> Numbers:
    """Returns the sum of the rewards of an episode of each policy. One that ends early gets nothing more."""
    envs.reset(seed=0)
    scores, is_running = np.zeros(len(policies)), np.ones(len(policies), dtype=bool)
    for step in range(50):
        _, rewards, ended, truncated, _ = envs.step(act(policies, step))
        scores += rewards * is_running
        is_running &= ~(ended | truncated)
    return scores


# search begins
best, best_score = np.zeros((2, joints)), 0.0
for generation in range(5):
    policies = best + random.normal(0, 0.5, (8, 2, joints))
    scores = measure(policies)
    if scores.max() > best_score:
        best, best_score = policies[scores.argmax()], scores.max()
    print(f"generation {generation}: {best_score * envs.every:.3f} m in 1 s")
# search ends

if len(sys.argv) > 1:
    env = sd.gym.Env(world, action_range=ranges)
    env.sim.frame_interval = 1 / 30
    for step in range(50):
        env.step(act(best[np.newaxis], step)[0])
    env.sim.replay(sys.argv[1], follow=robot.link("trunk"))
    print(f"{sys.argv[1]} plays in a browser")
