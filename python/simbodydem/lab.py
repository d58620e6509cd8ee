"""Experiments of contact-lab: small models on which a law is tried before it goes into a larger one.

`run()` runs one of them, and `predict()` computes what a measurement would give. Both release the interpreter's lock, so that several of
them run in threads at once. Ctrl-C ends a run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from .warning import pass_warnings

__all__ = ["Experiment", "Measurement", "Option", "Quantity", "Setting", "list_experiments", "list_measurements", "predict", "run"]


@dataclass(frozen=True)
class Quantity:
    """A result: its name and unit, and whether it is the same in each run, as CPU time is not."""

    name: str
    unit: str
    repeatable: bool = True


@dataclass(frozen=True)
class Option:
    """An option of an experiment. The help says which values it may have; default is a number, a word, or None if it depends on other options."""

    name: str
    unit: str
    help: str
    default: object


@dataclass(frozen=True)
class Experiment:
    """An experiment with its options, the numbers that it returns, and the quantities that it returns at all samples as arrays."""

    name: str
    help: str
    options: tuple[Option, ...]
    results: tuple[Quantity, ...]
    samples: tuple[Quantity, ...]


@dataclass(frozen=True)
class Range:
    """The values that a number may have. `str()` describes them as messages do."""

    least: float
    greatest: float
    includes_least: bool
    includes_greatest: bool
    text: str

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, (int, float)) or math.isnan(value):
            return False
        above = value >= self.least if self.includes_least else value > self.least
        return above and (value <= self.greatest if self.includes_greatest else value < self.greatest)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Setting:
    """A number that a measurement needs beside its data, such as the radius of a sphere."""

    name: str
    unit: str
    default: float
    range: Range
    help: str


@dataclass(frozen=True)
class Measurement:
    """A kind of measurement: what is measured against what, and the settings and targets that it has."""

    name: str
    help: str
    abscissa: Quantity
    range: Range
    measured: tuple[Quantity, ...]
    settings: tuple[Setting, ...]
    targets: tuple[str, ...]
    material: Mapping[str, float]
    has_reference: bool


@dataclass(frozen=True)
class LawParameter:
    """A number of a law or its material that can be fitted, by its name in the catalog: "normal.stiffness"."""

    name: str
    unit: str
    range: Range


def _require() -> None:
    if not _core.HAS_LAB:
        raise ImportError(
            "this simbodydem was compiled without the experiments of contact-lab; install the Debian packages libfmt-dev and "
            "nlohmann-json3-dev and compile it again"
        )


def _spell(option: str) -> str:
    return option.replace("_", "-")


def run(name: str, *, time_limit: float = math.inf, **options: float | str) -> dict[str, Any]:
    """Runs an experiment and returns its results by name: numbers, and arrays of what is sampled.

    @param name  one of list_experiments(), such as "impact"
    @param time_limit  wall time that the run may take [s]
    @param options  those of the experiment, with _ or - between words: run("impact", speed=2, law="cundall", kinetic_friction=0.2)
    @raises ValueError for a bad option, and for a run that gives no result with it
    @raises TimeoutError at the time limit
    """
    _require()
    result = _core.lab_run(name, {_spell(key): value for key, value in options.items()}, time_limit)
    pass_warnings()
    return dict(result)


def list_experiments() -> dict[str, Experiment]:
    """Returns the experiments by name."""
    _require()
    return {
        name: Experiment(
            name,
            text,
            tuple(Option(option, unit, words, default) for option, unit, words, default in options),
            tuple(Quantity(*result) for result in results),
            tuple(Quantity(*sampled) for sampled in samples),
        )
        for name, text, options, results, samples in _core.lab_experiments()
    }


def list_measurements() -> dict[str, Measurement]:
    """Returns the kinds of measurements by name."""
    _require()
    return {
        name: Measurement(
            name,
            text,
            Quantity(*abscissa),
            Range(*allowed),
            tuple(Quantity(*q) for q in measured),
            tuple(Setting(n, u, default, Range(*r), h) for n, u, default, r, h in settings),
            tuple(targets),
            material,
            has_reference,
        )
        for name, text, abscissa, allowed, measured, settings, targets, material, has_reference in _core.lab_measurements()
    }


def list_law_parameters(law: Mapping[str, str]) -> dict[str, LawParameter]:
    """Returns the parameters of a law and its material. @raises ValueError if there is no such law"""
    _require()
    return {name: LawParameter(name, unit, Range(*allowed)) for name, unit, allowed in _core.lab_law_parameters(dict(law))}


def get_reference(kind: str) -> dict[str, np.ndarray[Any, np.dtype[np.float64]]]:
    """Returns the data that ship with a kind of measurement, by "name [unit]"."""
    _require()
    return {f"{name} [{unit}]": values for name, unit, values in _core.lab_reference(kind)}


def predict(
    kind: str,
    abscissae: Sequence[float] | np.ndarray[Any, Any],
    measured: Sequence[str],
    *,
    law: str | Mapping[str, str] = "hertz-mindlin",
    parameters: Mapping[str, float] | None = None,
    target: str = "",
    time_limit: float = math.inf,
    **settings: float,
) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
    """Predicts a measurement, and returns an array for each measured quantity.

    @param kind  one of list_measurements()
    @param abscissae  where it was measured, such as speeds or times, in SI units
    @param measured  names of the measured quantities
    @param law  a name, or the parts of a law: {"normal": "hertz", "tangential": "none"}
    @param parameters  values of the material and of the law: {"youngsModulus": 1e7, "normal.dampingCoefficient": 100}
    @param target  of kinds that have one, such as "rigid-plane"
    @param time_limit  wall time that the prediction may take [s]
    @param settings  of the kind, such as radius [m]
    @raises ValueError if a name, a law or a number makes no sense
    @raises TimeoutError at the time limit
    """
    _require()
    parts = {"law": law} if isinstance(law, str) else dict(law)
    arrays = _core.lab_predict(kind, target, settings, list(map(float, abscissae)), list(measured), parts, dict(parameters or {}), time_limit)
    pass_warnings()
    return list(arrays)
