"""A quadruped of a URDF file lands on its feet, stands by its servos, and bows to a policy. The last argument may name a replay."""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

import simbodydem as sd

Numbers = npt.NDArray[np.float64]
file = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"

# model begins
world = sd.World(gravity=(0, 0, -9.81))
rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
world.add_ground(rubber)  # a plane through 0 that faces against gravity
robot = world.add_robot(file, base="floating", material=rubber, on_floor=True)
robot.set_servos(".*", kp=100, kd=3)  # N m/rad, N m s/rad; the limit is the file's effort
robot.set_start({"hip_.*": 0.8, "knee_.*": -1.6})  # joints and the targets of their servos [rad]
# model ends

stand = robot.array("stand", {"hip_.*": 0.8, "knee_.*": -1.6})
bow = robot.array("bow", {"hip_f.": 0.4, "knee_f.": -0.8})


def policy(time: float, q: Numbers, u: Numbers) -> Numbers:
    """Bends the front legs once in two seconds, and leans against the velocities of the joints."""
    targets: Numbers = stand + 0.3 * bow * np.sin(np.pi * time) ** 2 - 0.002 * u
    return targets


# run begins
sim = sd.Simulation(world, accuracy=1e-3)  # or step=0.002
for t in sim.steps(2.0, every=0.002):
    sim.set_targets(robot, policy(t, robot.q, robot.u))
# run ends

trunk = sim.link_pose(robot, "trunk")[2, 3]
print(f"after {sim.time:g} s the trunk is {trunk:.4f} m above the floor")
for contact in sim.contacts:
    name = world.surface_names[contact["surfaces"][1]]
    print(f"{name} carries {contact['force'][2]:.2f} N and {'sticks' if contact['sticks'] else 'slides'}")

# rollouts begins
targets = np.array([[stand + 0.1 * k * bow] * 25 for k in range(8)])  # 8 rollouts of 25 periods of 20 ms
states, forces = sd.rollout(sim, sim.state, targets, threads=0, every=0.02)
# rollouts ends
for k in range(0, 8, 2):
    height = states[k, -1, 6]
    print(f"after half a second of bow {k} the trunk is {height:.4f} m above the floor")

if len(sys.argv) > 1:
    sim.replay(sys.argv[1], follow=robot.link("trunk"))
    print(f"{sys.argv[1]} plays in a browser")
