"""The tossed cube in two engines. Each has three parameters to fit, and the same mass, inertia, size, start and board."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from tosses import CORNERS, GRAVITY, HALF, INERTIA, MASS, RATE, Numbers


class Parameter(NamedTuple):
    """A parameter that is fitted."""

    name: str
    unit: str
    lower: float
    upper: float
    logarithmic: bool
    grid: tuple[float, ...]
    """Values from which the search begins."""


class Cube(Protocol):
    """What a fit needs of an engine."""

    name: str
    version: str
    settings: str
    parameters: tuple[Parameter, ...]
    rounding: float  # of the edges [m]
    warnings: int
    """How many warnings the latest simulate() had."""

    def simulate(self, values: Numbers, starts: Numbers, frames: int) -> Numbers:
        """Runs all tosses with these values of the parameters. The board is at z = 0.

        starts has the shape (tosses, 13). The result has the poses in each frame after the start, of the shape (tosses, frames, 7).
        """
        ...


FRICTION = Parameter("friction", "-", 0.02, 1.0, False, (0.12, 0.18, 0.27))


class SimbodyDEMCube:
    """Hertz and Mindlin with a dashpot that keeps the restitution, at the default accuracy of the integrator."""

    name = "SimbodyDEM"
    parameters: tuple[Parameter, ...] = (
        Parameter("modulus", "Pa", 1e8, 1e11, True, (3e8, 3e9)),
        FRICTION,
        Parameter("restitution", "-", 0.0, 0.9, False, (0.05, 0.2, 0.4)),
    )

    def __init__(self, rounding: float = 0.003, accuracy: float = 1e-3) -> None:
        from simbodydem import __version__

        self.version = __version__
        self.rounding, self.accuracy = rounding, accuracy
        self.warnings = 0
        self.settings = f"hertz-mindlin, accuracy {accuracy:g}, edges rounded by {1e3 * rounding:g} mm"

    def simulate(self, values: Numbers, starts: Numbers, frames: int) -> Numbers:
        import simbodydem as sd

        modulus, friction, restitution = map(float, values)
        world = sd.World(gravity=(0, 0, -GRAVITY))
        world.add_ground(sd.Material(E=float("inf"), friction=friction, restitution=restitution))
        material = sd.Material(E=modulus, nu=0.35, friction=friction, restitution=restitution)
        brick = sd.Brick((HALF,) * 3, self.rounding)
        world.add_body(mass=MASS, inertia=(INERTIA,) * 3, shape=brick, material=material, pose=(0, 0, 1))
        simulation = sd.Simulation(world, accuracy=self.accuracy)
        states = starts[:, [3, 4, 5, 6, 0, 1, 2, 10, 11, 12, 7, 8, 9]]  # Simbody: quaternion, position, spin, velocity
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", sd.SimbodyDEMWarning)
            runs, _ = sd.rollout(simulation, states, every=1 / RATE, periods=frames, threads=1)
        self.warnings = len(caught)
        return runs[..., [4, 5, 6, 0, 1, 2, 3]]


class MuJoCoCube:
    """A box on a plane with the elliptic cone. With a rounding its corners are spheres. solref's time constant must be at least two steps."""

    name = "MuJoCo"
    steps = 10  # per frame
    parameters: tuple[Parameter, ...] = (
        Parameter("solref time constant", "s", 2 / (steps * RATE), 0.1, True, (0.003, 0.01, 0.03)),
        FRICTION,
        Parameter("solref damping ratio", "-", 0.02, 3.0, True, (0.1, 0.3, 1.0)),
    )

    def __init__(self, rounding: float = 0.0, impratio: float = 1.0) -> None:
        import mujoco  # type: ignore[import-not-found, unused-ignore]

        self.version = mujoco.__version__
        self.rounding, self.impratio = rounding, impratio
        self.warnings = 0
        shape = f"corners of {1e3 * rounding:g} mm" if rounding else "box"
        self.settings = f"{shape}, elliptic cone, impratio {impratio:g}, implicitfast, {1e3 / RATE / self.steps:.3g} ms"

    def simulate(self, values: Numbers, starts: Numbers, frames: int) -> Numbers:
        import mujoco  # type: ignore[import-not-found, unused-ignore]

        time_constant, friction, ratio = values
        geoms = f'<geom type="box" size="{HALF} {HALF} {HALF}"/>'
        if self.rounding:
            centers = CORNERS * (1 - self.rounding / HALF)
            geoms = "".join(f'<geom type="sphere" size="{self.rounding}" pos="{x} {y} {z}"/>' for x, y, z in centers)
        model = mujoco.MjModel.from_xml_string(
            f"""<mujoco>
            <option timestep="{1 / RATE / self.steps!r}" gravity="0 0 {-GRAVITY}" cone="elliptic" impratio="{self.impratio}"
              integrator="implicitfast"/>
            <default><geom friction="{friction} 0 0" condim="3" solref="{time_constant} {ratio}"/></default>
            <worldbody>
              <geom type="plane" size="5 5 1"/>
              <body><freejoint/><inertial pos="0 0 0" mass="{MASS}" diaginertia="{INERTIA} {INERTIA} {INERTIA}"/>
                {geoms}</body>
            </worldbody></mujoco>"""
        )
        data = mujoco.MjData(model)
        self.warnings = 0
        runs = np.empty((len(starts), frames, 7))
        for start, run in zip(starts, runs):
            mujoco.mj_resetData(model, data)
            data.qpos[:] = start[:7]
            data.qvel[:3] = start[7:10]
            matrix = np.empty(9)
            mujoco.mju_quat2Mat(matrix, start[3:7])
            data.qvel[3:] = matrix.reshape(3, 3).T @ start[10:]  # MuJoCo's spin has the axes of the body
            for pose in run:
                mujoco.mj_step(model, data, self.steps)
                pose[:] = data.qpos
            self.warnings += sum(warning.number for warning in data.warning)
        return runs


CUBES: dict[str, Callable[..., Cube]] = {"simbodydem": SimbodyDEMCube, "mujoco": MuJoCoCube}


def cpu_time() -> float:
    """Returns the processor time of this process [s]."""
    times = os.times()
    return times.user + times.system
