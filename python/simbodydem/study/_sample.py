"""Runs one sample: an experiment of contact-lab, a program, or a model in Python."""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import _core
from .._spec import dump
from .._trials import end_with_parent
from ._design import StudySpec, Value, to_text


@dataclass(frozen=True)
class Outcome:
    """The outcome of a sample: a number per result, as text, or an error; and its CPU time [s]."""

    results: tuple[str, ...] = ()
    error: str = ""
    seconds: float = 0


@dataclass(frozen=True)
class Sampler:
    """What a sample needs beside its values. It can be pickled, unless its model cannot."""

    names: tuple[str, ...]
    results: tuple[str, ...]
    experiment: str
    program: tuple[str, ...]
    model: Callable[..., Mapping[str, float]] | None
    constants: tuple[tuple[str, Value], ...]
    time_limit: float

    @staticmethod
    def of(spec: StudySpec) -> Sampler:
        names, results = tuple(p.name for p in spec.parameters), tuple(c.name for c in spec.results)
        return Sampler(names, results, spec.experiment, spec.program, spec.model, spec.constants, spec.time_limit)

    def name_all(self, values: Sequence[Value]) -> dict[str, object]:
        return {**dict(self.constants), **dict(zip(self.names, values))}


def check_program(spec: StudySpec) -> None:
    """Raises ValueError if the program of a study is not there or cannot be run."""
    if spec.program and shutil.which(spec.program[0]) is None:
        raise ValueError(f"program: {spec.program[0]} is not found, or cannot be run")


def _cell(value: Any, name: str) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return "nan"  # JSON has null for NaN
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return str(value)
    if hasattr(value, "item"):  # a number of NumPy
        return _cell(value.item(), name)
    if isinstance(value, float):
        return to_text(value)
    raise ValueError(f'"{name}" is not a number: {dump(value)}')


def _pick(sampler: Sampler, found: Any) -> tuple[str, ...]:
    for name in sampler.results:
        if name not in found:
            raise ValueError(f'"{name}" is not in the last line printed' if sampler.program else f'"{name}" is not in the results of the model')
    return tuple(_cell(found[name], name) for name in sampler.results)


def _last_line(text: str) -> str:
    return text.rstrip(" \t\r\n").split("\n")[-1]


def _word(value: object) -> str:
    return to_text(value if isinstance(value, (float, str)) else str(value))


def _fill_in(word: str, named: Mapping[str, object]) -> str:
    """Replaces each {NAME} once. A {NAME} in a value stays."""
    filled, at = "", 0
    while at < len(word):
        found = next((name for name in named if word.startswith(f"{{{name}}}", at)), None)
        filled += word[at] if found is None else _word(named[found])
        at += 1 if found is None else len(found) + 2
    return filled


def _read_end(file: Any) -> str:
    """Returns the end of an output, of which only the last line is needed."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - (1 << 20)))
    text: str = file.read().decode("utf-8", "replace")
    return text


def _run_program(sampler: Sampler, values: Sequence[Value]) -> Outcome:
    """Runs the program without a shell, in a session of its own, so that its children end with it."""
    words = [_fill_in(word, sampler.name_all(values)) for word in sampler.program]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True, preexec_fn=end_with_parent)
        is_too_long = threading.Event()

        def end() -> None:
            is_too_long.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(min(sampler.time_limit, threading.TIMEOUT_MAX), end)
        if math.isfinite(sampler.time_limit):
            timer.start()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        timer.cancel()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # the children that it has left behind
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        seconds, said, line = used.ru_utime + used.ru_stime, _last_line(_read_end(err)), _last_line(_read_end(out))
    after = f": {said}" if said else ""
    if is_too_long.is_set():
        return Outcome((), f"not finished after timeLimit = {sampler.time_limit:g} s", seconds)
    if code < 0:
        return Outcome((), f"ended by signal {-code}, {signal.strsignal(-code)}{after}", seconds)
    if code:
        return Outcome((), f"exit code {code}{after}", seconds)
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        return Outcome((), f"the last line printed is not a JSON object: {line[:100]}", seconds)
    try:
        return Outcome(_pick(sampler, found), "", seconds)
    except ValueError as e:
        return Outcome((), str(e), seconds)


def run_sample(sampler: Sampler, values: Sequence[Value]) -> Outcome:
    """Runs a sample, and returns its results, or the reason why there are none."""
    if sampler.program:
        return _run_program(sampler, values)
    named, begin = sampler.name_all(values), time.thread_time()
    try:
        if sampler.model is not None:
            found: Any = sampler.model(**named)
        else:
            found = _core.lab_run(sampler.experiment, named, sampler.time_limit)
        results, error = _pick(sampler, found), ""
    except TimeoutError:
        results, error = (), f"not finished after timeLimit = {sampler.time_limit:g} s"
    except Exception as e:
        results, error = (), str(e) or type(e).__name__
    _core.take_warnings()  # they would come with each of thousands of samples
    return Outcome(results, error, time.thread_time() - begin)


def try_sample(sampler: Sampler, values: Sequence[Value]) -> str:
    """Begins an experiment and gives it up after a few force evaluations. Returns what is wrong with its options."""
    try:
        _core.lab_check(sampler.experiment, sampler.name_all(values))
    except ValueError as e:
        return str(e)
    except Exception:
        pass  # it has begun; what it ends with is in its row
    return ""


__all__ = ["Outcome", "Sampler", "check_program", "run_sample", "try_sample"]
