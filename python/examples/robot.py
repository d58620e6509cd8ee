"""A quadruped of a URDF file lands on its feet and stands by its servos, as in docs/robots.md. The last argument may name a replay."""

import sys
from pathlib import Path

import numpy as np

import simbodydem as sd

quadruped = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"

# robot begins
world = sd.World(gravity=(0, 0, -9.81))  # URDF's z is up
rubber = sd.Material(E=1e7, nu=0.45, restitution=0.2, friction=0.8)
world.add_ground(rubber, name="floor")
robot = world.add_robot(quadruped, base="floating", pose=(0, 0, 0.31), material=rubber)
robot.set_servos(".*", 100, 3)  # N m/rad, N m s/rad; the limit is the file's effort
# robot ends

# run begins
robot.set_start({"hip_.*": 0.8, "knee_.*": -1.6})  # [rad]; the targets too
sim = sd.Simulation(world)
sim.step_to(3)
# run ends

# reading begins
height = sim.link_pose(robot, "trunk")[2, 3]
forces = dict(zip(robot.link_names, sim.link_forces(robot)))
force, rate = sim.imu(robot, "trunk")  # in the link's frame
knee = sim.joint_forces(robot)[robot.joint_names.index("knee_fl")]  # in parts
# reading ends

print(f"after 3 s the trunk is {height:.6g} m above the floor")
for leg in ("fl", "fr", "rl", "rr"):
    print(f"foot_{leg} carries {forces['foot_' + leg][2]:.6g} N")
print(f"an IMU on the trunk reads {np.linalg.norm(force):.6g} m/s^2")
print(f"the servo of knee_fl exerts {knee['servo']:.6g} N m")

if len(sys.argv) > 1:
    # replay begins
    sim.replay(sys.argv[1], follow=robot.link("trunk"))
    # replay ends
