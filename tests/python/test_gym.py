"""Environments for Gymnasium."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import QUADRUPED, make_quadruped

import simbodydem as sd

gymnasium = pytest.importorskip("gymnasium")
pytestmark = pytest.mark.filterwarnings("ignore:.*(Box observation space|alternative render modes)")  # bounds of numbers that have none

SMALL = {"action_range": 0.3, "pose_noise": 0.05}


def make_env(**options):
    world, _ = make_quadruped(on_floor=True)
    return sd.gym.Env(world, **{**SMALL, **options})


def test_environment_passes_the_check_of_gymnasium():
    """check_env() tries spaces, seeds, resets and steps."""
    from gymnasium.utils.env_checker import check_env

    check_env(make_env(max_episode_steps=20), skip_render_check=True)


def test_package_without_gymnasium_names_its_extra():
    """The import of simbodydem needs no Gymnasium. The one of its environments says what installs it."""
    code = "import sys; sys.modules['gymnasium'] = None; import simbodydem as sd\ntry: sd.gym\nexcept ImportError as e: print(e)"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "pip install simbodydem[gym]" in out
    with pytest.raises(AttributeError, match="no attribute 'gim'"):
        sd.gim  # noqa: B018


def test_observation_is_coordinates_without_position_speeds_and_targets():
    """The quaternion of the base, 12 joints, 6 and 12 speeds, and 12 targets."""
    env = make_env(pose_noise=0)
    observation, _ = env.reset(seed=0)
    q, u = env.sim.q, env.sim.u
    assert observation.tolist() == [*q[:4], *q[7:], *u, *env.targets]
    assert observation.shape == env.observation_space.shape == (4 + 12 + 18 + 12,)


def test_actions_are_targets_between_the_limits():
    """-1 and 1 are the limits of the file. With a range, 0 is the target at the start, and the limits still bound it."""
    env = make_env(action_range=None)
    names, targets = env.robot.joint_names, lambda: env.sim.joint_forces(env.robot)["target"]
    limits = {"abduction_fl": (-0.8, 0.8), "hip_fl": (-1, 2.5), "knee_fl": (-2.7, -0.4)}
    for action, side in ((-1, 0), (1, 1), (3, 1)):
        env.reset(seed=0)
        env.step(np.full(12, action, dtype=np.float32))
        found = dict(zip(names, targets()))
        for joint, ends in limits.items():
            if joint in found:
                assert found[joint] == pytest.approx(ends[side], abs=1e-12)
    near = make_env(action_range={"hip_.*": 0.1, "knee_.*": 5})
    near.reset(seed=0)
    near.step(np.ones(12, dtype=np.float32))
    found = dict(zip(names, near.sim.joint_forces(near.robot)["target"]))
    assert found["hip_fl"] == pytest.approx(0.9) and found["knee_fl"] == pytest.approx(-0.4)


def test_joints_without_a_servo_have_no_action():
    """With servos of the hips alone an action has 4 numbers, and the other targets stay. Without any servo there is an error."""
    world = sd.World()
    rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
    world.add_ground(rubber)
    robot = world.add_robot(QUADRUPED, base="floating", material=rubber, on_floor=True)
    with pytest.raises(ValueError, match=r"no servo: call Robot.set_servos\(\)"):
        sd.gym.Env(world)
    robot.set_servos("hip_.*", kp=100, kd=3)
    robot.set_start({"hip_.*": 0.2})
    env = sd.gym.Env(world, action_range=0.1)
    assert env.action_space.shape == (4,)
    env.step(np.ones(4))
    targets = dict(zip(robot.joint_names, env.sim.joint_forces(robot)["target"]))
    assert targets["hip_fl"] == pytest.approx(0.3) and targets["knee_fl"] == 0


def test_derived_class_has_its_own_defaults():
    """A class that is derived from Env observes and rewards by methods of its own."""

    class Jumper(sd.gym.Env):
        def observe(self):
            return self.sim.q[6:7]

        def get_forward_speed(self):
            return 7

    env = Jumper(make_quadruped(on_floor=True)[0])
    assert env.reset()[0].tolist() == [env.sim.q[6]]
    assert env.step(np.zeros(12))[1] == 7


def test_reward_is_the_distance_along_x_over_the_time():
    """The rewards of an episode sum to the distance of the base over the period, and those of a user are his own."""
    env = make_env(every=0.05, max_episode_steps=20)
    env.reset(seed=1)
    start = env.sim.q[4]
    random = np.random.default_rng(1)
    total = sum(env.step(random.uniform(-1, 1, 12))[1] for _ in range(20))
    assert total * 0.05 == pytest.approx(env.sim.q[4] - start, rel=1e-12)
    assert make_env(reward=lambda env: float(env.action[0])).step(np.full(12, 0.5))[1] == 0.5


def test_episodes_end_by_termination_and_truncation():
    """A robot that lies on its back has ended. Otherwise the number of actions is the end, which is a truncation."""
    env = make_env(max_episode_steps=3, pose_noise=0)
    env.reset()
    assert [env.step(np.zeros(12))[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    env.sim.set_pose(env.robot.link("trunk"), sd.pose((0, 0, 1), axis=(1, 0, 0), angle=np.pi))
    assert env.is_tilted()
    assert make_env(termination=lambda env: env.sim.time > 0.01).step(np.zeros(12))[2] is True
    assert make_env(max_episode_steps=None).step(np.zeros(12))[3] is False


def test_start_depends_on_the_seed_alone():
    """The same seed gives the same bits after any episode. Another one moves joints by up to the noise, and feet stay on the floor."""
    env = make_env()
    first, _ = env.reset(seed=5)
    first_end = [env.step(np.full(12, 0.2))[0] for _ in range(5)][-1]
    other, _ = env.reset(seed=6)
    again, _ = env.reset(seed=5)
    again_end = [env.step(np.full(12, 0.2))[0] for _ in range(5)][-1]
    assert first.tobytes() == again.tobytes() and first_end.tobytes() == again_end.tobytes()
    moved = np.abs(other - make_env(pose_noise=0).reset()[0])[4:16]
    assert 0 < moved.max() <= 0.05
    env.reset(seed=7)
    height = env.sim.q[6]
    env.sim.set_on_floor(env.robot)
    assert env.sim.q[6] == pytest.approx(height, abs=1e-8)  # set_on_floor() is exact to 1e-9 m


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vector_of_environments_has_the_bits_of_single_ones(mode):
    """Five environments in two threads against Gymnasium's own vector of single environments, over ends of episodes."""
    world, _ = make_quadruped(on_floor=True)
    options = dict(SMALL, max_episode_steps=4)
    ours = sd.gym.VectorEnv(world, num_envs=5, threads=2, autoreset_mode=mode, **options)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: sd.gym.Env(world, **options)] * 5, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert ours.reset(seed=3)[0].tobytes() == theirs.reset(seed=3)[0].tobytes()
    random = np.random.default_rng(3)
    for _ in range(11):
        actions = random.uniform(-1, 1, (5, 12)).astype(np.float32)
        mine, others = ours.step(actions), theirs.step(actions)
        for a, b in zip(mine[:4], others[:4]):
            assert a.tobytes() == b.tobytes()
        assert mine[4].keys() == others[4].keys()
        if "final_obs" in mine[4]:
            assert all(a.tobytes() == b.tobytes() for a, b in zip(mine[4]["final_obs"], others[4]["final_obs"]))


def test_vector_without_automatic_reset_is_reset_by_a_mask():
    """Environments that the mask has begin again, and the others go on with the same bits as in another number of threads."""
    world, _ = make_quadruped(on_floor=True)
    pair = [sd.gym.VectorEnv(world, num_envs=3, threads=n, autoreset_mode="Disabled", **SMALL) for n in (1, 3)]
    results = []
    for vector in pair:
        vector.reset(seed=1)
        vector.step(np.full((3, 12), 0.3, dtype=np.float32))
        vector.reset(options={"reset_mask": np.array([True, False, True])})
        assert [env.sim.time for env in vector.envs] == [0, pytest.approx(0.02), 0]
        results.append(vector.step(np.zeros((3, 12), dtype=np.float32))[0])
    assert results[0].tobytes() == results[1].tobytes()


def test_interrupt_ends_a_step_of_all_environments():
    """Ctrl-C ends a step that would take minutes, and a reset makes the environments usable again."""
    world, _ = make_quadruped(on_floor=True)
    vector = sd.gym.VectorEnv(world, num_envs=3, threads=2, every=10000.0, action_range=0.1)
    vector.reset(seed=1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        vector.step(np.zeros((3, 12)))
    assert all(0 < env.sim.time < 10000 for env in vector.envs[:2])
    vector.reset(seed=1)
    assert [env.sim.time for env in vector.envs] == [0, 0, 0]
    vector.envs[0].sim.run(0.01)


def test_mistakes_are_errors_by_name():
    """Options out of their ranges, a robot without a floating base, joints without limits, and actions of another shape."""
    world, robot = make_quadruped(on_floor=True)
    for name, value in (("every", 0), ("pose_noise", -1), ("max_episode_steps", 0), ("action_range", np.nan)):
        with pytest.raises(ValueError, match=name):
            sd.gym.Env(world, **{name: value})
    for name, value in (("num_envs", 0), ("threads", -1)):
        with pytest.raises(ValueError, match=name):
            sd.gym.VectorEnv(world, **{name: value})
    with pytest.raises(ValueError, match="no robot"):
        sd.gym.Env(sd.World())
    with pytest.raises(ValueError, match="another world"):
        sd.gym.Env(make_quadruped(on_floor=True)[0], robot)
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        make_env().step(np.zeros(3))
    with pytest.raises(ValueError, match="fixed: give a reward"):
        sd.gym.Env(make_quadruped(base="fixed")[0])
    sim = sd.Simulation(world)
    with pytest.raises(ValueError, match="twice"):
        sd._core.advance_all([sim._core, sim._core], [1, 1], 0)
