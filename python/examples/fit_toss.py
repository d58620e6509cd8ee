"""Fits friction and Young's modulus to the path of a tossed cube by gradients: fit_toss.py [--data DIR [--toss N]].

Without data the path is one of its own making, with a friction of 0.18, a modulus of 2e7 Pa and noise of 0.2 mm in each direction. --data names the folder of
recorded tosses of ContactNets (Pfrommer, Halm and Posa 2020, arXiv 2009.11193), which examples/board/tosses/ fetches and reads.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import least_squares  # type: ignore[import-untyped, unused-ignore]

import simbodydem as sd
from simbodydem.poses import Numbers

RATE = 148.0  # frames per second [1/s]
MASS, INERTIA, HALF = 0.37, 0.00081, 0.0524  # of the cube [kg, kg m^2, m]


class Toss:
    """A toss that is run with any friction and modulus. start has the quaternion w, x, y, z, the place, the angular velocity and the velocity."""

    def __init__(self, start: Numbers, frames: int, restitution: float) -> None:
        self.start, self.frames, self.restitution = start, frames, restitution

    def make(self, friction: float, modulus: float) -> sd.Simulation:
        """Makes the simulation. The spring of its friction has no dashpot, whose substeps would limit the derivatives."""
        board = sd.Material(E=modulus, nu=0.35, friction=friction, restitution=self.restitution)
        slider = ("cundall", {"stiffness": 1e5, "tangentialDampingRatio": 0.0})
        world = sd.World(normal="hertz", tangential=slider)
        world.add_ground(board)
        world.add_body(mass=MASS, inertia=(INERTIA,) * 3, shape=sd.Brick((HALF,) * 3, 0.015), material=board, pose=(0, 0, 1))
        sim = sd.Simulation(world, accuracy=1e-5)
        sim.set_q(self.start[:7])
        sim.set_u(self.start[7:])
        return sim

    def follow(self, sim: sd.Simulation) -> Numbers:
        """Runs to the end and returns the places of the mass center in each frame, three numbers each [m]."""
        places = []
        for frame in range(self.frames):
            sim.step_to((frame + 1) / RATE)
            places.append(np.array(sim.q[4:7]))
        return np.concatenate(places)


def make_own() -> tuple[Toss, Numbers]:
    """Makes a toss with spin that hits the board a few times, and its path with noise."""
    quaternion = np.array([0.93, 0.19, 0.07, 0.33])
    start = np.concatenate([quaternion / np.linalg.norm(quaternion), [0, 0, 0.15], [5, -2, 3], [1, 0.3, -0.5]])
    toss = Toss(start, 40, restitution=0.5)
    seen = toss.follow(toss.make(0.18, 2e7))
    return toss, seen + np.random.default_rng(1).normal(scale=2e-4, size=seen.shape)


def read_record(folder: Path, number: int, frames: int = 40) -> tuple[Toss, Numbers]:
    """Reads a recorded toss. The board is at z = 0."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "board" / "tosses"))
    try:
        tosses: Any = importlib.import_module("tosses")
    except ImportError as e:
        raise SystemExit("--data needs examples/board/tosses/tosses.py, which reads the record") from e
    record = tosses.read(folder)
    toss = next((t for t in record if t.number == number), None)
    if toss is None:
        raise SystemExit(f"--toss {number}: the record has {', '.join(str(t.number) for t in record)}")
    height = tosses.board_height(record)
    start = np.concatenate([toss.start[3:7], toss.start[:3] - [0, 0, height], toss.start[10:13], toss.start[7:10]])
    frames = min(frames, len(toss.poses))
    return Toss(start, frames, restitution=0.2), (toss.poses[:frames, :3] - [0, 0, height]).ravel()


def fit(toss: Toss, seen: Numbers, guess: tuple[float, float]) -> None:
    """Fits friction and ln E, and prints each iteration."""
    derivatives: dict[bytes, Numbers] = {}

    def residuals(x: Numbers) -> Numbers:
        found = sd.sensitivity(outcome, x)
        derivatives[x.tobytes()] = found.jacobian
        missed = found.outcome - seen
        distance = 1e3 * np.sqrt(3 * np.mean(missed**2))
        doubts = f", {len(found.doubts)} doubts" if found.doubts else ""
        print(f"friction {x[0]:.4f}, modulus {np.exp(x[1]):.3e} Pa: {distance:.3f} mm from the path{doubts}", flush=True)
        return missed

    def outcome(x: Numbers, run: sd.SensitivityRun) -> Numbers:
        sim = toss.make(x[0], np.exp(x[1]))
        run.follow(sim)
        return toss.follow(sim)

    best = least_squares(
        residuals,
        [guess[0], np.log(guess[1])],
        jac=lambda x: derivatives[x.tobytes()],
        bounds=([0.01, np.log(1e5)], [2, np.log(1e9)]),
        xtol=1e-4,
        ftol=1e-4,
    )
    noise = np.sqrt(2 * best.cost / (len(seen) - 2))
    width = noise * np.sqrt(np.diag(np.linalg.inv(best.jac.T @ best.jac)))
    modulus = np.exp(best.x[1])
    print(f"friction {best.x[0]:.4f} +- {width[0]:.4f}, modulus {modulus:.2e} +- {width[1] * modulus:.0e} Pa (one standard deviation)")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, help="folder of the recorded tosses")
    parser.add_argument("--toss", type=int, default=127, help="number of the toss in it, %(default)s if not given")
    options = parser.parse_args()
    toss, seen = make_own() if options.data is None else read_record(options.data, options.toss)
    fit(toss, seen, guess=(0.25, 1e7))


if __name__ == "__main__":
    main()
