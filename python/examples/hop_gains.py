"""Computes how the height of a quadruped's hop changes with the gains of its servos and with friction: hop_gains.py [ACCURACY...].

The robot crouches, extends its legs for 0.12 s and flies. The height is that of its trunk 0.08 s later. Servos reach their limits, joints stick, and
dashpots of the feet let go. A step ends at each of these kinks, in each run at its own time. From an accuracy of 1e-5 on each derivative holds to 3e-6 of
itself, against differences of runs at an accuracy of 1e-10.
"""

import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

import simbodydem as sd
from simbodydem.poses import Numbers

URDF = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"
CROUCH = {"hip_.*": 0.8, "knee_.*": -1.6}
STRETCH = {"hip_.*": 0.3, "knee_.*": -0.6}


def hop(p: Numbers, run: sd.SensitivityRun, accuracy: float) -> float:
    """Returns the height for the gains p[0] [N m/rad] and p[1] [N m s/rad], and the friction p[2]."""
    rubber = sd.Material(E=1e7, nu=0.45, friction=p[2], restitution=0.2)
    world = sd.World()
    world.add_ground(rubber)
    robot = world.add_robot(URDF, base="floating", material=rubber, on_floor=True)
    robot.set_servos(".*", p[0], p[1])
    robot.set_start(CROUCH)
    sim = sd.Simulation(world, accuracy=accuracy)
    run.follow(sim)
    for targets, duration in ((CROUCH, 0.2), (STRETCH, 0.12), (CROUCH, 0.08)):
        sim.set_targets(robot, targets)
        sim.run(duration)
    return float(sim.link_pose(robot, "trunk")[2, 3])


def main(*accuracies: float) -> None:
    print("accuracy  height [m]  by kp [m/(N m/rad)]  by kd [m/(N m s/rad)]  by friction [m]  runs  CPU time [s]")
    for accuracy in accuracies or (1e-4, 1e-5):
        before = time.process_time()
        found = sd.sensitivity(partial(hop, accuracy=accuracy), [100, 3, 0.8])
        values = "  ".join(f"{x:15.8f}" for x in np.ravel(found.jacobian))
        print(f"{accuracy:8.0e} {found.outcome[0]:11.6f} {values} {found.num_runs:5} {time.process_time() - before:6.1f}", flush=True)
        for doubt in found.doubts:
            print("   ", doubt)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
