"""Measures the processor time of calls: of views, commands and resets. step_to() the present time takes no step, so it is what Python adds to C++."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Callable

import simbodydem as sd

URDF = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"
STEP = 0.002


def cost(call: Callable[[], object], count: int) -> float:
    """Returns the processor time of a call [us], the least of seven."""
    best = float("inf")
    for _ in range(7):
        start = time.process_time()
        for _ in range(count):
            call()
        best = min(best, (time.process_time() - start) / count)
    return 1e6 * best


def main() -> None:
    world = sd.World(gravity=(0, 0, -9.81))
    rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
    world.add_ground(rubber)
    robot = world.add_robot(URDF, base="floating", material=rubber, on_floor=True)
    robot.set_servos(".*", 100, 3)
    robot.set_start({"hip_.*": 0.8, "knee_.*": -1.6})
    sim = sd.Simulation(world, step=STEP)
    sim.frame_interval = float("inf")
    sim.run(1)
    targets, state = robot.array("stand", {"hip_.*": 0.8, "knee_.*": -1.6}), sim.state
    print("call                          CPU time [us]")
    for name, call, count in (
        ("sim.time", lambda: sim.time, 5000),
        ("sim.q", lambda: sim.q, 5000),
        ("sim.contacts", lambda: sim.contacts, 2000),
        ("sim.set_targets(robot, ...)", lambda: sim.set_targets(robot, targets), 2000),
        ("sim.step_to(sim.time)", lambda: sim.step_to(sim.time), 5000),
        ("sim.udot after sim.set_u()", lambda: (sim.set_u(sim.u), sim.udot), 100),
        ("sim.restore(state)", lambda: sim.restore(state), 200),
        ("sd.Simulation(world)", lambda: sd.Simulation(world, step=STEP), 20),
    ):
        print(f"{name:30} {cost(call, count):10.2f}")


if __name__ == "__main__":
    main()
