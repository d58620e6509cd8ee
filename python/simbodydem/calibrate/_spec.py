"""Reads the specification of a calibration: measurements, laws and parameters."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import _core, lab
from .._spec import Spec, check, parse, read_text
from ._fit import Array, Observation, Parameter, Problem, Values

PARTS = {
    "tension": ("clamp", "allow"),
    "restitution_as": ("realized", "textbook"),
    "effective_mass": ("articulated", "twobody"),
    "dashpot": ("slip", "kelvin-voigt"),
}


@dataclass(frozen=True)
class Experiment:
    """One experiment of a specification: how it was made and what was measured."""

    kind: lab.Measurement
    target: str
    settings: Mapping[str, float]
    observations: tuple[Observation, ...]

    def predict(self, law: Mapping[str, str], parameters: Values) -> Sequence[Array]:
        at = np.asarray(self.observations[0].abscissae).tolist()
        names = [o.name for o in self.observations]
        columns: list[Array] = _core.lab_predict(
            self.kind.name, self.target, dict(self.settings), at, names, dict(law), parameters, math.inf
        )
        return columns


@dataclass(frozen=True)
class Law:
    """A law with its parameters, of which some are to be found."""

    label: str
    parts: Mapping[str, str]
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Prediction:
    """Predicts all experiments with one law. It can be pickled, so that other processes and machines can have it."""

    experiments: tuple[Experiment, ...]
    law: Mapping[str, str]

    def __call__(self, values: Values) -> Sequence[Array]:
        return [column for e in self.experiments for column in e.predict(self.law, values)]


@dataclass(frozen=True)
class Calibration:
    """The experiments, the laws and the search. resolved is the specification with all data in it; it identifies an earlier run."""

    experiments: tuple[Experiment, ...]
    laws: tuple[Law, ...]
    search: Mapping[str, Any]
    resolved: Any

    @property
    def observations(self) -> tuple[Observation, ...]:
        return tuple(o for e in self.experiments for o in e.observations)

    def problems(self) -> list[Problem]:
        return [Problem(law.parameters, self.observations, Prediction(self.experiments, law.parts), **self.search) for law in self.laws]


def parse_quantity(text: str, where: str) -> tuple[str, str]:
    """Parses "name [unit]"."""
    match = re.fullmatch(r"\s*([^\[\]]*[^\[\]\s])\s*\[([^\]]+)\]", text)
    if not match:
        raise ValueError(f'{where}: "{text}" has no unit; write "name [unit]", [-] if it has none')
    return match[1], match[2].strip()


@dataclass(frozen=True)
class Column:
    name: str
    unit: str
    values: list[float]

    def __str__(self) -> str:
        return f"{self.name} [{self.unit}]"


def _check_columns(columns: Sequence[Column], where: str) -> None:
    if not columns:
        raise ValueError(f"{where} has no columns")
    first = columns[0]
    for i, column in enumerate(columns):
        if not column.values:
            raise ValueError(f"{where} has no numbers in {column}")
        if len(column.values) != len(first.values):
            raise ValueError(f"{where} has {len(first.values)} numbers in {first} and {len(column.values)} in {column}")
        if any(column.name == other.name for other in columns[:i]):
            raise ValueError(f"{where} has two columns {column.name}")


def _parse_number(text: str, where: str) -> float:
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text) or not math.isfinite(float(text)):
        raise ValueError(f'{where} is "{text}"; it must be a finite number')
    return float(text)


def read_csv(file: str) -> list[Column]:
    """Reads comma separated values. The first line has name and unit of each column, as in `speed [m/s],restitution [-]`. Empty lines and
    lines that begin with # are left out.

    @raises ValueError with file and line"""
    columns: list[Column] = []
    for number, line in enumerate(read_text(file).split("\n"), 1):
        where, line = f"{file}:{number}", line.strip()
        if not line or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split(",")]
        if not columns:
            columns = [Column(*parse_quantity(cell, where), []) for cell in cells]
            continue
        if len(cells) != len(columns):
            raise ValueError(f"{where}: {len(cells)} cells under {len(columns)} headings")
        for column, cell in zip(columns, cells):
            column.values.append(_parse_number(cell, f"{where}: {column}"))
    _check_columns(columns, file)
    return columns


def _read_data(spec: Spec, kind: lab.Measurement, folder: str) -> list[Column]:
    data = spec.take("data")
    if isinstance(data, dict):
        lists = spec.object_("data")
        columns = [Column(*parse_quantity(heading, lists.place), lists.numbers(heading)) for heading in data]
        _check_columns(columns, lists.place)
        return columns
    if not isinstance(data, str):
        raise ValueError(f'{spec.where("data")} must be an object of lists by "name [unit]", or the name of a CSV file')
    if data != "reference":
        return read_csv(os.path.join(folder, data))
    if not kind.has_reference:
        raise ValueError(f"{spec.where('data')}: {kind.name} has no reference data; give a CSV file or lists")
    return [Column(*parse_quantity(heading, data), list(map(float, values))) for heading, values in lab.get_reference(kind.name).items()]


def _join(quantities: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name} [{unit}]" for name, unit in quantities)


def _check_kind(columns: Sequence[Column], kind: lab.Measurement, where: str) -> None:
    """Checks that every column is one of the kind, in its unit."""
    measured = [(q.name, q.unit) for q in kind.measured]
    known = [(kind.abscissa.name, kind.abscissa.unit), *measured, *((f"{name}_sd", unit) for name, unit in measured)]
    units, names = dict(known), {c.name for c in columns}
    for c in columns:
        if c.name not in units:
            raise ValueError(f"{where}: column {c} is unknown; choose from {_join(known)}")
        if units[c.name] != c.unit:
            raise ValueError(f"{where}: column {c.name} is in {c.unit}; it must be in {units[c.name]}")
        if c.name.endswith("_sd") and c.name[:-3] not in names:
            raise ValueError(f"{where}: column {c.name} needs a column {c.name[:-3]}")
    if kind.abscissa.name not in names:
        raise ValueError(f"{where}: column {_join(known[:1])} is missing")
    if not any(name in names for name, _ in measured):
        raise ValueError(f"{where}: there is no measured column; it must have one of {_join(measured)}")


def _read_experiment(spec: Spec, folder: str, resolved: dict[str, Any]) -> Experiment:
    name, kinds = spec.text("kind"), lab.list_measurements()
    if name not in kinds:
        raise ValueError(f'{spec.where("kind")} "{name}" is unknown; choose from {", ".join(kinds)}')
    kind = kinds[name]
    spec.text("about", "")
    target = spec.choice("target", kind.targets, kind.targets[0]) if kind.targets else ""
    settings = {}
    for s in kind.settings:
        settings[s.name] = value = spec.number(f"{s.name} [{s.unit}]", s.default)
        check(value in s.range, spec.where(s.name), value, s.unit, s.range)
    columns = _read_data(spec, kind, folder)
    deviations = spec.object_if_given("standard_deviation")
    spec.check_nothing_left()

    where = f"{spec.place} ({name})"
    _check_kind(columns, kind, where)
    resolved["data"] = {str(c): c.values for c in columns}
    by_name = {c.name: c for c in columns}
    abscissa = by_name[kind.abscissa.name]
    for value in abscissa.values:
        check(value in kind.range, f"{where}: {abscissa.name}", value, abscissa.unit, kind.range)
    observations = []
    for q in kind.measured:
        if q.name not in by_name:
            continue
        column, of_all = by_name.get(f"{q.name}_sd"), deviations.number(f"{q.name} [{q.unit}]", math.nan)
        if not math.isnan(of_all) and column:
            raise ValueError(f"{where}: {q.name} has both a column of standard deviations and one for all data; give one of them")
        given = column.values if column else None if math.isnan(of_all) else [of_all] * len(abscissa.values)
        for d in given or ():
            check(d > 0 and math.isfinite(d), f"{where}: standard deviation of {q.name}", d, q.unit, "> 0 and finite")
        sd = None if given is None else np.array(given)
        measured, at = np.array(by_name[q.name].values), np.array(abscissa.values)
        observations.append(Observation(q.name, measured, at, sd, q.unit, abscissa.name, abscissa.unit))
    deviations.check_nothing_left()
    return Experiment(kind, target, settings, tuple(observations))


def _read_parts(spec: Spec) -> dict[str, str]:
    kinds = [kind for kind in ("normal", "tangential", "rolling") if kind in spec]
    if "law" in spec and kinds:
        raise ValueError(f"{spec.place}: give either law, or normal, tangential and rolling")
    if "tangential" in spec and "normal" not in spec:
        raise ValueError(f"{spec.place}: tangential needs a normal law too")
    parts = {name: spec.text(name, "") for name in ("law", "normal", "tangential", "rolling", "damping")}
    parts |= {name: spec.choice(name, choices, "") for name, choices in PARTS.items()}
    return {name: text for name, text in parts.items() if text}


def _describe(parts: Mapping[str, str]) -> str:
    if "normal" not in parts:
        return parts.get("law", "hertz-mindlin")
    damping = f" ({parts['damping']})" if "damping" in parts else ""
    rolling = f" + {parts['rolling']}" if parts.get("rolling", "none") != "none" else ""
    return f"{parts['normal']}{damping} + {parts.get('tangential', 'none')}{rolling}"


def _read_parameter(spec: Spec, key: str, name: str, unit: str, known: lab.LawParameter) -> Parameter:
    """Reads a parameter. A plain number is a fixed value."""
    is_one_of_several = " or " in known.unit and unit in known.unit
    if not is_one_of_several and unit != known.unit:
        raise ValueError(f"{spec.place}: {name} is in {unit}; it must be in {known.unit}")

    def read(of: Spec, of_key: str) -> float:
        value = of.number(of_key)
        check(value in known.range, of.where(of_key), value, unit, known.range)
        return value

    if not isinstance(spec.take(key), dict):
        return Parameter(name, read(spec, key), unit=unit)
    one = spec.object_(key)
    free, log = one.boolean("free", True), one.choice("scale", ("linear", "log"), "linear") == "log"
    value = read(one, "value")
    bounds = [read(one, bound) if free or bound in one else math.nan for bound in ("lower", "upper")]
    one.check_nothing_left()
    return Parameter(name, value, bounds[0], bounds[1], log, unit, free)


def _read_law(spec: Spec, of_all: Spec) -> Law:
    parts = _read_parts(spec)
    label = spec.text("name", _describe(parts))
    of_law = spec.object_if_given("parameters")
    spec.check_nothing_left()
    try:
        known = lab.list_law_parameters(parts)
    except ValueError as e:
        raise ValueError(f"{spec.place}: {e}") from None
    parameters: dict[str, Parameter] = {}
    for one in (of_all, of_law):  # those of the law replace those of all laws
        for key in one.value:
            name, unit = parse_quantity(key, one.place)
            if name not in known:
                raise ValueError(f"{one.place}: parameter {name} of this law is unknown; choose from {', '.join(known)}")
            parameters[name] = _read_parameter(one, key, name, unit, known[name])
    return Law(label, parts, tuple(parameters.values()))


def _read_laws(spec: Spec) -> list[Law]:
    if ("law" in spec) == ("laws" in spec):
        raise ValueError("give either law or laws")
    is_one = "law" in spec
    entries = [spec.take("law")] if is_one else spec.list_("laws")
    of_all = spec.object_if_given("parameters")
    laws: list[Law] = []
    for i, entry in enumerate(entries):
        where = "law" if is_one else f"laws[{i}]"
        law = _read_law(Spec({"law": entry} if isinstance(entry, str) else entry, where), of_all)
        if any(law.label == other.label for other in laws):
            raise ValueError(f'{where}: another law is called "{law.label}" too; give one of them a name')
        laws.append(law)
    return laws


def read_spec(file: str) -> Calibration:
    """Reads a specification. @raises ValueError that says where the fault is in the file, and what is allowed there"""
    text, folder = read_text(file), os.path.dirname(file)
    try:
        spec = parse(text)
        resolved = dict(spec.value)
        spec.text("about", "")
        entries = spec.list_("experiments")
        resolved["experiments"] = [dict(one) if isinstance(one, dict) else one for one in entries]
        experiments = tuple(_read_experiment(Spec(one, f"experiments[{i}]"), folder, resolved["experiments"][i]) for i, one in enumerate(entries))
        laws = tuple(_read_laws(spec))
        search = {
            "starts": spec.whole("starts", 1, 1000, 5),
            "seed": spec.whole("seed", 0, 1000000, 1),
            "evaluations": spec.whole("evaluations", 1, 1000000, 400),
            "tolerance": spec.number("tolerance", 1e-7),
            "difference_step": spec.number("difference_step", 1e-4),
        }
        spec.check_nothing_left()
        return Calibration(experiments, laws, search, resolved)
    except ValueError as e:
        raise ValueError(f"{file}: {e}") from None


def describe_measurements() -> str:
    """Lists the kinds of measurements with their columns and settings, for the help."""
    text = ""
    for kind in lab.list_measurements().values():
        text += f"  {kind.name}: {kind.help}\n    columns: {kind.abscissa.name} [{kind.abscissa.unit}]; "
        text += _join((q.name, q.unit) for q in kind.measured) + "\n    settings:"
        for s in kind.settings:
            text += f' "{s.name} [{s.unit}]" {s.help}, {s.range} ({s.default:g} if not given);'
        if kind.targets:
            text += f' "target" {", ".join(kind.targets)} ({kind.targets[0]} if not given)'
        text += "\n"
    return text
