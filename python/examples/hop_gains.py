"""Computes how the height of a quadruped's hop changes with the gains of its servos and with friction: hop_gains.py [--plain] [ACCURACY...].

The robot crouches, extends its legs for 0.12 s and flies. The height is that of its trunk 0.08 s later. Servos reach their limits, joints stick, and
dashpots of the feet let go. A step ends at each of these kinks, in each run at its own time. From an accuracy of 1e-5 on each derivative holds to 3e-6 of
itself, against differences of plain runs at an accuracy of 1e-10: hop_gains.py --plain 1e-10.
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


def hop(p: Numbers, run: sd.SensitivityRun | None, accuracy: float) -> float:
    """Returns the height for the gains p[0] [N m/rad] and p[1] [N m s/rad], and the friction p[2]. Without a run it is not differentiated."""
    rubber = sd.Material(E=1e7, nu=0.45, friction=p[2], restitution=0.2)
    world = sd.World()
    world.add_ground(rubber)
    robot = world.add_robot(URDF, base="floating", material=rubber, on_floor=True)
    robot.set_servos(".*", p[0], p[1])
    robot.set_start(CROUCH)
    sim = sd.Simulation(world, accuracy=accuracy)
    if run:
        run.follow(sim)
    for targets, duration in ((CROUCH, 0.2), (STRETCH, 0.12), (CROUCH, 0.08)):
        sim.set_targets(robot, targets)
        sim.run(duration)
    return float(sim.link_pose(robot, "trunk")[2, 3])


def print_differences(accuracy: float) -> None:
    """Prints central differences of plain runs, which Richardson's rule extrapolates."""
    start = np.array([100, 3, 0.8])
    slopes = []
    for i, largest in enumerate((1, 0.03, 0.02)):
        steps = [largest / 2**k * np.eye(3)[i] for k in range(4)]
        central = [(hop(start + step, None, accuracy) - hop(start - step, None, accuracy)) / (2 * step[i]) for step in steps]
        slopes.append((4 * central[3] - central[2]) / 3)
    print(f"{accuracy:8.0e} {hop(start, None, accuracy):11.6f} {'  '.join(f'{x:15.8f}' for x in slopes)}  by plain differences", flush=True)


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
    numbers = [float(argument) for argument in sys.argv[1:] if argument != "--plain"]
    if "--plain" in sys.argv[1:]:
        for number in numbers or [1e-10]:
            print_differences(number)
    else:
        main(*numbers)
