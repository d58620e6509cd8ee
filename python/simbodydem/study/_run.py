"""Runs the samples of a study, and keeps them in its file."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._sampling import Array
from .._spec import dump, read_text
from .._trials import Trials
from ._design import Design, SobolIndex, StudySpec, Value, calc_sobol_indices, parse_study
from ._page import to_columns, write_page
from ._rows import ResultFile, has_error, split_row, write_header, write_row, write_sorted
from ._sample import Outcome, Sampler, check_program, run_sample, try_sample


@dataclass(frozen=True)
class Study:
    """A finished study: its file, its page, and its columns by label, NaN where a row has an error."""

    file: str
    page: str
    columns: dict[str, Array]
    errors: dict[int, str]
    spec: StudySpec = field(repr=False)

    def sobol_indices(self, result: str) -> dict[str, SobolIndex]:
        """Returns the indices of a result by parameter. @raises ValueError unless the design is sobol"""
        if self.spec.design != "sobol":
            raise ValueError(f"design = {self.spec.design}; indices need a sobol design")
        names = [p.name for p in self.spec.parameters]
        return dict(zip(names, calc_sobol_indices(self.columns[result], len(names))))


class _Progress:
    """Prints on stderr how far a study is: one line that changes on a terminal, otherwise a line from time to time."""

    def __init__(self, done: int, size: int, is_quiet: bool) -> None:
        self._before, self._size, self.done, self._is_quiet = done, size, done, is_quiet
        self._is_terminal, self._start = sys.stderr.isatty(), time.monotonic()
        self._last = self._start

    def tell(self) -> None:
        if time.monotonic() - self._last > (0.5 if self._is_terminal else 10):
            self._last = time.monotonic()
            self._write()

    def tell_end(self) -> None:
        if self.done != self._before:
            self._write()
            if self._is_terminal and not self._is_quiet:
                print(file=sys.stderr)

    def _write(self) -> None:
        if self._is_quiet:
            return
        per_second = (self.done - self._before) / max(time.monotonic() - self._start, 1e-9)
        left = (self._size - self.done) / per_second if per_second else float("inf")
        text = "?" if not left < 1e8 else f"{left:.0f} s" if left < 180 else f"{left / 60:.0f} min" if left < 7200 else f"{left / 3600:.0f} h"
        line = f"{self.done} of {self._size} samples, {per_second:.3g} per second, {text} left"
        print(f"\r{line}   " if self._is_terminal else line, file=sys.stderr, end="" if self._is_terminal else "\n", flush=True)


def _find_extremes(spec: StudySpec, design: Design) -> list[int]:
    """Returns the samples in which a parameter is smallest, greatest, or one of its words."""
    found: list[dict[Any, tuple[Any, int]]] = [{} for _ in spec.parameters]
    for index in range(design.size):
        for ends, value in zip(found, design.at(index)):
            if isinstance(value, str):
                ends.setdefault(value, (value, index))
                continue
            if None not in ends or value < ends[None][0]:
                ends[None] = (value, index)
            if True not in ends or value > ends[True][0]:
                ends[True] = (value, index)
    return sorted({index for ends in found for _, index in ends.values()})


def _try_extremes(spec: StudySpec, design: Design, sampler: Sampler, executor: Executor | None, jobs: int | None) -> None:
    """Finds bad input before the first row is written. It tries the ends of each parameter, where a number is out of range if any is."""
    check_program(spec)
    if not spec.experiment:
        return
    refused: dict[int, str] = {}

    def done(index: int, why: Any) -> None:
        if isinstance(why, str) and why:
            refused[index] = why

    with Trials(try_sample, sampler, executor, jobs) as trials:
        trials.run(((i, (design.at(i),)) for i in _find_extremes(spec, design)), done)
    if refused:
        index = min(refused)
        raise ValueError(f"sample {index}: {refused[index]}")


def run(
    spec: str | Path | Mapping[str, Any],
    *,
    model: Callable[..., Mapping[str, float]] | None = None,
    out: str | Path | None = None,
    page: str | Path | None = None,
    executor: Executor | None = None,
    jobs: int | None = None,
    retry: bool = False,
    quiet: bool = True,
) -> Study:
    """Runs an experiment, a program or a model for many values of its parameters. An interrupted run resumes with the same call.

    @param spec  what to vary and how: a file, or its content; docs/studies.md has all keys
    @param model  a function of the parameters by name, which returns the results by name; instead of "experiment" or "program"
    @param out  file of the rows (CSV); the name of spec with .csv, here, if not given
    @param page  folder of a page (index.html) with plots along each parameter, and Sobol indices
    @param executor  of the samples; processes of this machine if not given. Another one must be able to pickle the model
    @param jobs  number of these processes; as many as there are cores if not given
    @param retry  repeats the samples that have ended with an error
    @param quiet  prints no progress on stderr
    @raises ValueError for a bad specification, and for a file of another study
    """
    name = "" if isinstance(spec, Mapping) else str(spec)
    if isinstance(spec, Mapping) and out is None:
        raise ValueError("out is not given; a specification without a file needs it")
    text = dump(spec) if isinstance(spec, Mapping) else read_text(name)
    try:
        parsed = parse_study(text, model)
    except ValueError as e:
        raise ValueError(f"{name}: {e}" if name else str(e)) from None
    design, sampler = Design(parsed), Sampler.of(parsed)
    header = write_header(parsed, design.size)
    file = str(out) if out is not None else Path(name).stem + ".csv"
    _try_extremes(parsed, design, sampler, executor, jobs)
    if retry and os.path.exists(file):
        with ResultFile(file, header, design.size) as results:
            good = {index: row for index, row in results.rows.items() if not has_error(row)}
        write_sorted(file, header, good)
    with ResultFile(file, header, design.size) as results:
        _run_missing(parsed, design, sampler, file, results, executor, jobs, quiet)
        rows = results.rows
        write_sorted(file, header, rows)
    written = write_page(str(page), parsed, rows) if page is not None else ""
    labels = [p.name for p in parsed.parameters] + [c.label for c in parsed.results]
    errors = {index: split_row(rows[index])[-1] for index in sorted(rows) if has_error(rows[index])}
    return Study(file, written, dict(zip(labels, to_columns(parsed, rows))), errors, parsed)


def _run_missing(
    spec: StudySpec, design: Design, sampler: Sampler, file: str, results: ResultFile, executor: Executor | None, jobs: int | None, quiet: bool
) -> None:
    present = len(results.rows)
    missing = [index for index in range(design.size) if index not in results.rows]
    progress = _Progress(present, design.size, quiet)
    if missing and present and not quiet:
        print(f"{file} has {present} of {design.size} samples; the others follow", file=sys.stderr)

    def done(key: tuple[int, list[Value]], outcome: Any) -> None:
        index, values = key
        if isinstance(outcome, Exception):
            outcome = Outcome((), str(outcome) or type(outcome).__name__)
        results.append(index, write_row(spec, index, values, outcome))
        progress.done += 1

    keys = ((index, design.at(index)) for index in missing)
    with Trials(run_sample, sampler, executor, jobs) as trials:
        trials.run((((index, values), (values,)) for index, values in keys), done, progress.tell)
    progress.tell_end()
