"""Fits an engine's contact to 10 % of the recorded tosses of a cube, and predicts the rest.

    ./run python  examples/board/tosses/predict.py --fetch build/tosses
    ./run python  examples/board/tosses/predict.py --data build/tosses --out build/simbodydem.json
    MUJOCO/python examples/board/tosses/predict.py --data build/tosses --engine mujoco --out build/mujoco.json
    ./run python  examples/board/tosses/predict.py --table build/simbodydem.json build/mujoco.json

MUJOCO is an environment with the packages of requirements.txt.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from cubes import CUBES, Cube, cpu_time
from scipy.optimize import minimize  # type: ignore[import-untyped, unused-ignore]
from scipy.spatial.transform import Rotation  # type: ignore[import-untyped, unused-ignore]
from tosses import HALF, Numbers, Toss, board_height, corners, fetch, read

SHARE = 0.1  # of the tosses that the fit sees
FIRST_STEP = 0.04  # of the simplex, as a share of each parameter's range


def board_frame(toss: Toss, height: float) -> tuple[Numbers, Numbers]:
    """Returns the start and the measured poses of a toss with the board at z = 0."""
    start, poses = toss.start.copy(), toss.poses.copy()
    start[2] -= height
    poses[:, 2] -= height
    return start, poses


def rotation_between(a: Numbers, b: Numbers) -> Numbers:
    """Returns the rotation vector from b to a of each pose [rad]."""
    of = [Rotation.from_quat(x[..., [4, 5, 6, 3]].reshape(-1, 4)) for x in (a, b)]
    return np.asarray((of[0] * of[1].inv()).as_rotvec()).reshape(*a.shape[:-1], 3)


class Record:
    """Tosses as arrays. Frames after the end of a toss have the weight 0."""

    def __init__(self, tosses: list[Toss], height: float) -> None:
        pairs = [board_frame(toss, height) for toss in tosses]
        self.starts = np.array([start for start, _ in pairs])
        self.lengths = np.array([len(poses) for _, poses in pairs])
        self.frames = int(self.lengths.max())
        self.poses = np.array([np.r_[poses, np.repeat(poses[-1:], self.frames - len(poses), axis=0)] for _, poses in pairs])
        self.counts = np.arange(self.frames) < self.lengths[:, None]

    def mean(self, values: Numbers) -> Numbers:
        """Returns the mean of each toss over its frames."""
        return np.asarray(np.where(self.counts, values, 0).sum(axis=1) / self.lengths)

    def at_end(self, values: Numbers) -> Numbers:
        """Returns the value of each toss in its last frame."""
        return np.asarray(values[np.arange(len(values)), self.lengths - 1])


def corner_error(record: Record, runs: Numbers) -> float:
    """Returns the distance of a corner from where it was measured [m]: the mean over corners, frames and tosses."""
    distance = np.linalg.norm(corners(runs) - corners(record.poses), axis=-1).mean(axis=-1)
    return float(record.mean(distance).mean())


def fit(cube: Cube, record: Record, evaluations: int = 24, say: Any = None) -> tuple[Numbers, int]:
    """Returns the values of the parameters with the smallest corner error, and the number of runs of all tosses.

    A cube that almost stands on an edge falls to either side, so the error has many small minima, and its derivatives say little. The search
    begins with a grid, and Nelder and Mead's simplex goes on from its best point.
    """
    runs_taken = 0
    # The simplex has the share of each range, in [0, 1].
    scale = [np.log if p.logarithmic else np.float64 for p in cube.parameters]
    lower = np.array([f(p.lower) for f, p in zip(scale, cube.parameters)])
    span = np.array([f(p.upper) for f, p in zip(scale, cube.parameters)]) - lower

    def to_shares(values: Numbers) -> Numbers:
        return np.asarray((np.array([f(v) for f, v in zip(scale, values)]) - lower) / span)

    def to_values(shares: Numbers) -> Numbers:
        inner = lower + np.clip(shares, 0, 1) * span
        return np.array([np.exp(v) if p.logarithmic else v for p, v in zip(cube.parameters, inner)])

    def error_at(values: Numbers) -> float:
        nonlocal runs_taken
        runs_taken += 1
        error = corner_error(record, cube.simulate(values, record.starts, record.frames))
        if say is not None:
            say(f"  {error * 1e3:.2f} mm at " + ", ".join(f"{p.name} {v:.4g}" for p, v in zip(cube.parameters, values)))
        return error

    grid = [np.array(point) for point in product(*(p.grid for p in cube.parameters))]
    begin = to_shares(min(grid, key=error_at))
    simplex = np.array([begin, *(begin + FIRST_STEP * axis for axis in np.eye(len(begin)))])
    options = {"initial_simplex": simplex, "maxfev": evaluations, "xatol": 0, "fatol": 0}
    found = minimize(lambda shares: error_at(to_values(shares)), begin, method="Nelder-Mead", bounds=[(0, 1)] * len(begin), options=options)
    return to_values(found.x), runs_taken


def depth(poses: Numbers, rounding: float = 0.0) -> Numbers:
    """Returns the depth of the lowest point of the cube below the board, or 0 [m]."""
    inner = poses[..., None, :3] + (corners(poses) - poses[..., None, :3]) * (1 - rounding / HALF)
    return np.asarray(np.maximum(0, rounding - inner[..., 2].min(axis=-1)))


def measure(record: Record, runs: Numbers, rounding: float) -> dict[str, float]:
    """Returns the errors of predicted tosses."""
    position = 1e3 * np.linalg.norm(runs[..., :3] - record.poses[..., :3], axis=-1)
    turn = np.degrees(np.linalg.norm(rotation_between(runs, record.poses), axis=-1))
    below = 1e3 * np.where(record.counts, depth(runs, rounding), 0)
    measured = 1e3 * np.where(record.counts, depth(record.poses), 0)
    on_another_face = record.at_end(turn) > 45
    return {
        "corner error along the path [mm]": 1e3 * corner_error(record, runs),
        "position along the path, mean [mm]": float(record.mean(position).mean()),
        "rotation along the path, mean [deg]": float(record.mean(turn).mean()),
        "position at the end, mean [mm]": float(record.at_end(position).mean()),
        "position at the end, median [mm]": float(np.median(record.at_end(position))),
        "rotation at the end, mean [deg]": float(record.at_end(turn).mean()),
        "rotation at the end, median [deg]": float(np.median(record.at_end(turn))),
        "turned by more than 45 degrees at the end [%]": 100 * float(on_another_face.mean()),
        "penetration, mean of frames [mm]": float(record.mean(below).mean()),
        "penetration, mean of the greatest [mm]": float(below.max(axis=1).mean()),
        "penetration that was measured, mean of frames [mm]": float(record.mean(measured).mean()),
        "penetration that was measured, mean of the greatest [mm]": float(measured.max(axis=1).mean()),
    }


def split(tosses: list[Toss], seed: int, share: float = SHARE) -> tuple[list[Toss], list[Toss]]:
    """Returns the tosses of the fit and those that are predicted."""
    order = np.random.default_rng(seed).permutation(len(tosses))
    count = max(1, round(share * len(tosses)))
    return [tosses[i] for i in order[:count]], [tosses[i] for i in order[count:]]


def study(
    cube: Cube, tosses: list[Toss], seed: int, evaluations: int = 24, say: Any = None, share: float = SHARE, height: float | None = None
) -> dict[str, Any]:
    """Fits a cube to some tosses, predicts the others, and returns all numbers. Without a height of the board [m] the fitted tosses give it."""
    seen, unseen = split(tosses, seed, share)
    if height is None:
        height = board_height(seen)
    start = cpu_time()
    values, runs_taken = fit(cube, Record(seen, height), evaluations, say)
    cost_of_fit = cpu_time() - start
    record = Record(unseen, height)
    start = cpu_time()
    runs = cube.simulate(values, record.starts, record.frames)
    cost = cpu_time() - start
    return {
        "engine": cube.name,
        "version": cube.version,
        "settings": cube.settings,
        "seed": seed,
        "fitted tosses": len(seen),
        "predicted tosses": len(unseen),
        "board height [mm]": 1e3 * height,
        "runs of the fit": runs_taken,
        "CPU of the fit [s]": cost_of_fit,
        "CPU of a toss [ms]": 1e3 * cost / len(unseen),
        "parameters": {f"{p.name} [{p.unit}]": float(v) for p, v in zip(cube.parameters, values)},
        "warnings": cube.warnings,
        "errors": measure(record, runs, cube.rounding),
    }


def table(results: list[dict[str, Any]]) -> str:
    """Returns a table of Markdown, one column per engine; of several seeds the mean and the standard deviation."""

    def cell(values: list[float]) -> str:
        mean = sum(values) / len(values)
        return f"{mean:.3g}" + (f" +- {float(np.std(values, ddof=1)):.2g}" if len(values) > 1 else "")

    columns: dict[str, list[dict[str, Any]]] = {}
    for result in results:
        columns.setdefault(f"{result['engine']} {result['version']}: {result['settings']}", []).append(result)
    rows: dict[str, list[str]] = {}
    for i, group in enumerate(columns.values()):
        flat = [{**r["parameters"], **r["errors"], **{k: v for k, v in r.items() if k in ("CPU of a toss [ms]", "warnings")}} for r in group]
        for key in flat[0]:
            rows.setdefault(key, [""] * len(columns))[i] = cell([f[key] for f in flat])
    lines = ["| | " + " | ".join(columns) + " |", "|--|" + "--|" * len(columns)]
    return "\n".join(lines + [f"| {key} | " + " | ".join(cells) + " |" for key, cells in rows.items()])


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fetch", type=Path, metavar="DIR", help="downloads the record to DIR, checks it, and ends")
    parser.add_argument("--source", metavar="URL", help="another copy of the record's git repository, for --fetch")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the record")
    parser.add_argument("--engine", choices=sorted(CUBES), default="simbodydem")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a setting of the engine: rounding [m], accuracy; impratio")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0], help="each chooses other tosses for the fit")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the numbers are written, as JSON")
    parser.add_argument("--table", type=Path, nargs="+", metavar="FILE", help="prints a table of such files, and ends")
    options = parser.parse_args()
    if options.fetch is not None:
        fetch(options.fetch, *([options.source] if options.source else []))
        return
    if options.table is not None:
        print(table([result for path in options.table for result in json.loads(path.read_text())]))
        return
    if options.data is None:
        parser.error("give --fetch, --data or --table")
    tosses = read(options.data)
    cube = CUBES[options.engine](**{key: float(value) for key, value in (text.split("=") for text in options.set)})
    results = []
    for seed in options.seeds:
        print(f"{cube.name}, seed {seed}: {len(tosses)} tosses", file=sys.stderr)
        results.append(study(cube, tosses, seed, say=lambda text: print(text, file=sys.stderr, flush=True)))
        if options.out is not None:
            options.out.write_text(json.dumps(results, indent=1))
    print(table(results))


if __name__ == "__main__":
    main()
