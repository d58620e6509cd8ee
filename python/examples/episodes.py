"""Episodes of a quadruped with several frictions of the floor, and rollouts from the middle of a run, as in docs/from-robot-engines.md."""

from pathlib import Path

import numpy as np

import simbodydem as sd

quadruped = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"

world = sd.World(gravity=(0, 0, -9.81))
rubber = sd.Material(E=1e7, nu=0.45, restitution=0.2, friction=1)
floor = world.add_ground(rubber, name="floor")
robot = world.add_robot(quadruped, base="floating", pose=(0, 0, 0.31), material=rubber)
robot.set_servos(".*", 100, 3)
robot.set_start({"hip_.*": 0.8, "knee_.*": -1.6})
crouch = robot.array("crouch", {"hip_.*": 0.8, "knee_.*": -1.6})

sim = sd.Simulation(world, step=0.002)
ends = []
# episodes begins
for friction in (0.4, 0.6, 0.8):
    sim.reset()  # to the start, where no contact and no joint remembers anything
    sim.set_friction_factor(floor, friction)  # times the friction of the materials, which is 1 here
    for t in sim.steps(1.0, every=0.02):  # ten steps
        sim.set_targets(robot, crouch)  # of your policy
    height = sim.link_pose(robot, "trunk")[2, 3]
    print(f"friction {friction:.1f}: the trunk is at {height:.4f} m")
    # episodes ends
    ends.append(height)

# rollouts begins
sim.reset()
sim.step_to(0.4)
knees = (-1.7, -1.6, -1.5)  # what if?
targets = np.array([[robot.array("targets", {"hip_.*": 0.8, "knee_.*": knee})] for knee in knees])
states, forces = sd.rollout(sim, sim.state, targets, every=0.2, threads=0)
for knee, end in zip(knees, states[:, -1]):
    print(f"knee {knee:.1f} rad: the trunk is at {end[6]:.4f} m")
# rollouts ends
