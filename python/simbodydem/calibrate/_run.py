"""Calibrations of models and of specifications."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np

from . import _report
from ._fit import Array, Draw, Fit, Observation, Parameter, Problem, Start, Values, calibrate, draw
from ._spec import Calibration, read_csv, read_spec


def read_columns(file: str) -> dict[str, Array]:
    """Reads measurements from comma separated values, and returns each column by its name.

    @param file  whose first line has names and units, as in `time [s],force [N]`
    @raises ValueError with file and line
    """
    return {column.name: np.array(column.values) for column in read_csv(file)}


def fit(
    model: Callable[[Values], Any],
    parameters: Sequence[Parameter],
    observations: Observation | Sequence[Observation],
    *,
    starts: int = 5,
    seed: int = 1,
    evaluations: int = 400,
    tolerance: float = 1e-7,
    difference_step: float = 1e-4,
    draws: int = 0,
    executor: Executor | None = None,
    jobs: int | None = None,
) -> Fit:
    """Fits the parameters of a model to measurements, by the least squares from several starts.

    @param model  gets the values of all parameters by name, and returns an array for each observation. For values with which it cannot be
        computed it raises ValueError, ArithmeticError or RuntimeError; the search avoids them
    @param parameters  with their bounds
    @param observations  what was measured
    @param starts  number of starts: from the parameters' values, and from a Latin hypercube between the bounds
    @param seed  of the starts and the noise of draws
    @param evaluations  calls of the model that a start may take
    @param tolerance  a start has converged when the sum of squares falls by less than this fraction
    @param difference_step  for derivatives, as a fraction of the distance of the bounds
    @param draws  number of synthetic data sets, which show how far the standard errors hold
    @param executor  of the starts and draws; processes of this machine if not given. Another one must be able to pickle the model
    @param jobs  number of these processes; as many as there are cores if not given
    @raises ValueError if nothing is free, there are not more data than free parameters, or no start can be computed
    """
    columns = (observations,) if isinstance(observations, Observation) else tuple(observations)
    problem = Problem(tuple(parameters), columns, model, starts, seed, evaluations, tolerance, difference_step)
    best = calibrate([problem], executor=executor, jobs=jobs)[0]
    if isinstance(best, Exception):
        raise best
    if draws:
        best.draws = draw(problem, best, draws, executor=executor, jobs=jobs)
    return best


class _Teller:
    """Prints the progress on stderr, at most every two seconds. Each kind of warning is printed once, since it would come with each of hundreds
    of runs; its kind is what stands before the second colon."""

    def __init__(self, is_quiet: bool) -> None:
        self._is_quiet, self._last, self._warned = is_quiet, time.monotonic(), set[str]()

    def tell(self, line: str) -> None:
        if not self._is_quiet:
            print(line, file=sys.stderr, flush=True)
        self._last = time.monotonic()

    def tell_now_and_then(self, line: str) -> None:
        if time.monotonic() - self._last > 2:
            self.tell(line)

    def warn(self, warnings: Sequence[str]) -> None:
        for text in warnings:
            kind = ":".join(text.split(":")[:2])
            if kind not in self._warned:
                self._warned.add(kind)
                self.tell(f"SimbodyDEM: warning: {text}")


def run(
    spec: str | Path | Calibration,
    *,
    out: str | Path | None = None,
    draws: int = 0,
    executor: Executor | None = None,
    jobs: int | None = None,
    quiet: bool = True,
) -> list[tuple[str, Fit | Exception]]:
    """Runs the calibration of a specification, and returns each law's name with its fit, the best first, or with the reason why it has none.

    @param spec  file, or what read_spec() has read; docs/calibration.md has the format
    @param out  folder of result.json, plots and progress.json, from which an interrupted calibration continues
    @param draws  number of synthetic data sets for the best law
    @param executor  of the trials; processes of this machine if not given
    @param jobs  number of these processes; as many as there are cores if not given
    @param quiet  prints no progress on stderr
    @raises ValueError for a bad specification, and if no law can be fitted
    """
    name = str(spec) if not isinstance(spec, Calibration) else "the specification"
    calibration = spec if isinstance(spec, Calibration) else read_spec(str(spec))
    folder = None if out is None else Path(out)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    progress = _report.Progress(None if folder is None else folder / "progress.json", calibration.resolved)
    teller = _Teller(quiet)
    if progress.message:
        teller.tell(progress.message)
    labels = [law.label for law in calibration.laws]
    problems = calibration.problems()

    def on_start(law: int, index: int, start: Start, warnings: list[str]) -> None:
        teller.warn(warnings)
        progress.add_start(labels[law], index, start)
        who = f"law {law + 1} of {len(labels)}, {labels[law]}" if len(labels) > 1 else labels[law]
        how = "converged" if start.has_converged else "stopped"
        what = f" failed: {start.failure}" if start.failure else f": {how} after {start.evaluations} evaluations, rms {start.rms:.5g}"
        teller.tell(f"{who}, start {index + 1} of {problems[law].starts}{what}")

    finished = [progress.starts(label) for label in labels]
    results = calibrate(problems, executor=executor, jobs=jobs, finished=finished, on_start=on_start)
    if len(results) == 1 and isinstance(results[0], Exception):
        raise ValueError(f"{name}: {results[0]}")
    for one in results:
        if isinstance(one, Fit):
            teller.warn(one.warnings)
    fits = list(zip(labels, results))
    order = {id(one): problem for one, problem in zip(results, problems)}
    _report.sort_by_aicc(fits)
    label, best = fits[0]
    if isinstance(best, Exception):
        raise ValueError(f"{name}: no law can be fitted; {label}: {best}")

    def on_draw(index: int, one: Draw) -> None:
        progress.add_draw(label, index, one)
        teller.tell_now_and_then(f"{label}, draw {index + 1} of {draws}")

    if draws:
        known = {i: d for i, d in progress.draws(label).items() if i < draws}
        best.draws = draw(order[id(best)], best, draws, executor=executor, jobs=jobs, finished=known, on_draw=on_draw)
    if folder is not None:
        _report.write(folder, fits, [e.observations for e in calibration.experiments])
    return fits
