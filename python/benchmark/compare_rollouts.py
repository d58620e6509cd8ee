"""Compares rollouts of the quadruped with those of MuJoCo, at steps of 2 ms on all cores: compare_rollouts.py [ROLLOUTS [SECONDS]].

Needs the wheel of MuJoCo: pip install mujoco. Both programs take turns. In one task the quadruped stands, in the other one its servos follow new
random targets each 20 ms, the same in both programs. The table has steps per second of wall time, which counts on an idle machine only, and
steps per second of processor time.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, Callable

import mujoco
import mujoco.rollout
import numpy as np

import simbodydem as sd

URDF = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"
KP, KD, STEP, PERIOD = 100.0, 3.0, 0.002, 0.02
STAND = {"hip_.*": 0.8, "knee_.*": -1.6}
TURNS = 5


def make_simulation() -> tuple[sd.Simulation, sd.Robot]:
    """Makes the quadruped of SimbodyDEM, with rubber feet."""
    world = sd.World(gravity=(0, 0, -9.81))
    rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
    world.add_ground(rubber)
    robot = world.add_robot(URDF, base="floating", material=rubber, on_floor=True)
    robot.set_servos(".*", KP, KD)
    robot.set_start(STAND)
    return sd.Simulation(world, step=STEP), robot


def make_mujoco(robot: sd.Robot, height: float) -> Any:
    """Makes the same quadruped of MuJoCo: Newton's solver, implicitfast, servos with the effort of the file."""
    text = URDF.read_text().replace(
        '<robot name="quadruped">',
        '<robot name="quadruped"><mujoco><compiler fusestatic="false" discardvisual="true"/></mujoco>',
    )
    spec = mujoco.MjSpec.from_string(text)
    spec.option.timestep = STEP
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    trunk = spec.body("trunk")
    trunk.add_freejoint()
    trunk.pos = [0, 0, height]
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], friction=[0.8, 0.005, 0.0001])
    for name in robot.joint_names:
        joint = spec.joint(name)
        limit = max(abs(joint.actfrcrange[0]), abs(joint.actfrcrange[1])) or 33.0
        actuator = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.set_to_position(kp=KP, kv=KD)
        actuator.forcelimited, actuator.forcerange = True, [-limit, limit]
    return spec.compile()


def measure(run: Callable[[], Any]) -> tuple[float, float]:
    """Returns the wall time and the processor time of all threads [s]."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


def main(count: int = 32, seconds: float = 1.0) -> None:
    sim, robot = make_simulation()
    sim.run(1)  # it has settled
    periods = round(seconds / PERIOD)
    steps = count * periods * round(PERIOD / STEP)
    stand = robot.array("stand", STAND)
    still = np.tile(stand, (count, periods, 1))
    tasks = {"stands": still, "moves": still + np.random.default_rng(1).normal(0, 0.05, still.shape)}

    model = make_mujoco(robot, float(sim.q[6]))
    datas = [mujoco.MjData(model) for _ in range(os.cpu_count() or 1)]
    data = datas[0]
    for name, angle in zip(robot.joint_names, stand):
        data.joint(name).qpos[0] = angle
    data.ctrl[:] = stand
    mujoco.mj_step(model, data, 500)
    start = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    print(f"{count} rollouts of {seconds:g} s, {steps} steps of {1e3 * STEP:g} ms, {os.cpu_count()} processors, the best of {TURNS} turns")
    print("task    program        steps/s   steps per CPU second   height of the trunk at the end [m]")
    for task, targets in tasks.items():
        control = np.repeat(targets, round(PERIOD / STEP), axis=1)

        def run_ours() -> Any:
            return sd.rollout(sim, sim.state, targets, every=PERIOD)[0][:, -1, 6]

        def run_mujoco() -> Any:
            return mujoco.rollout.rollout(model, datas, np.tile(start, (count, 1)), control)[0][:, -1, 3]

        programs = {"SimbodyDEM": run_ours, "MuJoCo " + mujoco.__version__: run_mujoco}
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
        for _ in range(TURNS):
            for name, run in programs.items():
                times[name].append(measure(run))
        for name, run in programs.items():
            wall, cpu = (min(column) for column in zip(*times[name]))
            print(f"{task:7} {name:14} {steps / wall:8.0f} {steps / cpu:18.0f} {np.mean(run()):26.3f}")


if __name__ == "__main__":
    main(*(kind(value) for kind, value in zip((int, float), sys.argv[1:])))
