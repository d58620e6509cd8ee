"""The specification of a study, its samples, and the sensitivity of a result to each parameter."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri  # type: ignore[import-untyped, unused-ignore]

from .. import lab
from .._sampling import Array, sample_independently, sample_latin_hypercube, sample_sobol
from .._spec import Spec, check, dump, is_number, parse

Value = float | str
DESIGNS = ("grid", "latin-hypercube", "monte-carlo", "sobol")
MOST_SAMPLES = 10**7  # which are kept in memory
MOST_OF_ONE = 10**6  # values of a grid's parameter
MOST_DIMENSIONS = 21201  # of SciPy's table for Sobol's sequence


def to_text(value: Value) -> str:
    """Returns the shortest text that reads back as the same value."""
    if isinstance(value, str):
        return value
    text = repr(float(value))
    return text.removesuffix(".0")


@dataclass(frozen=True)
class Varied:
    """A parameter that a study varies: one of several values, or a number that is uniform, uniform in its logarithm, or normal, between two
    ends."""

    name: str
    unit: str
    values: tuple[Value, ...] = ()  # of a grid, or equally likely; if there are any the rest is not used
    is_log: bool = False
    is_normal: bool = False
    least: float = -math.inf
    greatest: float = math.inf
    mean: float = 0
    deviation: float = 0  # of the normal distribution before it is cut off at the ends

    def at(self, u: float) -> Value:
        """Returns the value below which the fraction u of all lies, u in (0, 1)."""
        if self.values:
            return self.values[min(len(self.values) - 1, int(u * len(self.values)))]
        if self.is_normal:
            # Computed from the nearer tail, in which a fraction keeps its digits.
            low, high = (self.least - self.mean) / self.deviation, (self.greatest - self.mean) / self.deviation
            is_upper = low > 0
            a, b = ndtr(-high if is_upper else low), ndtr(-low if is_upper else high)
            x = float(ndtri(a + (1 - u if is_upper else u) * (b - a)))
            value = self.mean + self.deviation * (-x if is_upper else x)
        elif self.is_log:
            value = self.least * (self.greatest / self.least) ** u
        else:
            value = self.least + u * (self.greatest - self.least)
        return min(max(value, self.least), self.greatest)


@dataclass(frozen=True)
class Column:
    """A column of the results. Its label is its name, made different from that of a parameter."""

    name: str
    unit: str
    label: str


@dataclass(frozen=True)
class StudySpec:
    """The content of a study's file. what is the experiment, the program or the model, in words."""

    what: str
    design: str
    parameters: tuple[Varied, ...]
    results: tuple[Column, ...]
    text: str  # the file in one line, as it is compared
    experiment: str = ""
    program: tuple[str, ...] = ()
    model: Callable[..., Mapping[str, float]] | None = None
    samples: int = 0  # of a sobol design, base points; not of a grid
    seed: int = 1
    constants: tuple[tuple[str, Value], ...] = ()
    has_processor_time: bool = False
    time_limit: float = math.inf  # of one sample [s]

    @property
    def is_random(self) -> bool:
        return self.design != "grid"


def _value(value: Any, place: str) -> Value:
    if isinstance(value, str):
        return value
    if not is_number(value):
        raise ValueError(f"{place} = {dump(value)}; it must be a number or text")
    return float(value)


def _values(value: Any, place: str) -> tuple[Value, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError(f"{place} must be a list of at least one number or text")
    values: list[Value] = []
    for one in value:
        values.append(_value(one, place))
        if values.count(values[-1]) > 1:
            raise ValueError(f"{place} has {dump(one)} twice")
    return tuple(values)


def _spread(p: Varied, count: int) -> tuple[Value, ...]:
    """Returns values from one end to the other, with both ends exactly."""
    shares = [i / (count - 1) for i in range(1, count - 1)]
    ratio, width = (p.greatest / p.least if p.is_log else 0.0), p.greatest - p.least
    return (p.least, *(p.least * ratio**s if p.is_log else p.least + s * width for s in shares), p.greatest)


def _read_ends(spec: Spec, name: str, unit: str, is_normal: bool) -> Varied:
    has_scale = "scale" in spec
    is_log = spec.choice("scale", ("linear", "log"), "linear") == "log"
    if is_normal and has_scale:
        raise ValueError(f"{spec.where('scale')} does not go with a mean")
    least = spec.number("from") if not is_normal or "from" in spec else -math.inf
    greatest = spec.number("to") if not is_normal or "to" in spec else math.inf
    check(least < greatest, spec.where("to"), greatest, unit, f"> from = {least:g}")
    check(not is_log or least > 0, spec.where("from"), least, unit, "> 0 with the scale log")
    # A value between the ends is computed from their difference or ratio.
    try:
        is_finite = is_normal or math.isfinite(greatest / least if is_log else greatest - least)
    except OverflowError:
        is_finite = False
    check(is_finite, spec.where("to"), greatest, unit, f"< from = {least:g} {'times' if is_log else 'plus'} 1.8e308")
    return Varied(name, unit, (), is_log, is_normal, least, greatest)


def _read_normal(spec: Spec, name: str, unit: str) -> Varied:
    mean, deviation = spec.number("mean"), spec.number("deviation")
    check(deviation > 0, spec.where("deviation"), deviation, unit, "> 0 and finite")
    allowed = "below 1e306, as must be the mean, so that all values are finite"
    check(math.isfinite(abs(mean) + 100 * deviation), spec.where("deviation"), deviation, unit, allowed)
    p = _read_ends(spec, name, unit, True)
    share = float(ndtr((p.greatest - mean) / deviation) - ndtr((p.least - mean) / deviation))
    if not share > 1e-6:
        raise ValueError(f"{spec.where('mean')}: only {share:.2g} of the normal distribution lies between the ends")
    return Varied(name, unit, (), False, True, p.least, p.greatest, mean, deviation)


def _read_varied(spec: Spec, name: str, unit: str, is_random: bool) -> Varied:
    is_normal = "mean" in spec
    if "values" in spec:
        p = Varied(name, unit, _values(spec.take("values"), spec.where("values")))
    elif not is_random:
        if is_normal:
            raise ValueError(f"{spec.where('mean')} does not go with a grid")
        count = spec.whole("count", 2, MOST_OF_ONE)
        ends = _read_ends(spec, name, unit, False)
        p = Varied(name, unit, _spread(ends, count), ends.is_log)
    else:
        p = _read_normal(spec, name, unit) if is_normal else _read_ends(spec, name, unit, False)
    spec.check_nothing_left()
    return p


def _check_name(place: str, name: str) -> None:
    """Checks a name, since names become columns, and placeholders in the arguments of a program."""
    if not name or not all(c.isascii() and (c.isalnum() or c in "_-") for c in name):
        raise ValueError(f'{place}: "{name}" is not a valid name; use letters, digits, _ and -')


def _read_results(top: Spec) -> list[tuple[str, str]]:
    results = top.object_("results")
    for name in results.value:
        _check_name("results", name)
    columns = [(name, results.text(name)) for name in results.value]
    if not columns:
        raise ValueError("results: the list must name at least one number that the program prints, with its unit")
    return columns


def parse_study(text: str, model: Callable[..., Mapping[str, float]] | None = None) -> StudySpec:
    """Parses a study. @raises ValueError that says what is wrong, and where"""
    top = parse(text)
    design = top.choice("design", DESIGNS)
    is_random = design != "grid"
    samples = top.whole("samples", 2, MOST_SAMPLES) if is_random else 0
    seed = top.whole("seed", 0, 2**53, 1) if is_random else 1
    if model is None and ("experiment" in top) == ("program" in top):
        raise ValueError('give either "experiment", one of contact-lab, or "program", your own')
    experiment, units = "", None
    program: tuple[str, ...] = ()
    if model is not None:
        what = getattr(model, "__name__", "a model")
        columns = _read_results(top)
    elif "experiment" in top:
        what = experiment = top.text("experiment")
        known = lab.list_experiments()
        if experiment not in known:
            raise ValueError(f'experiment: "{experiment}" is unknown; choose from {", ".join(known)}')
        units = {o.name: o.unit for o in known[experiment].options}
        every = {q.name: q.unit for q in known[experiment].results if q.repeatable}
        names = top.texts("results") if "results" in top else []
        for name in names:
            if name not in every:
                raise ValueError(f'results: "{name}" is unknown; choose from {", ".join(every)}')
        columns = [(name, every[name]) for name in names or every]
    else:
        words = top.texts("program")
        if not words or not words[0]:
            raise ValueError("program: the list must name a program")
        program, what = tuple(words), words[0]
        columns = _read_results(top)

    constants: list[tuple[str, Value]] = []
    varied: list[Varied] = []
    parameters = top.object_("parameters")
    for name in parameters.value:
        _check_name("parameters", name)
        if units is not None and name not in units:
            raise ValueError(f'parameters: {experiment} has no "{name}"; choose from {", ".join(units)}')
        value = parameters.take(name)
        if not isinstance(value, dict):
            constants.append((name, _value(value, f"parameters.{name}")))
            continue
        one = parameters.object_(name)
        unit = units[name] if units is not None else one.text("unit", "")
        varied.append(_read_varied(one, name, unit, is_random))
    if not varied:
        raise ValueError("parameters: none of them is varied")
    if program:
        for p in varied:
            if not any(f"{{{p.name}}}" in word for word in program):
                raise ValueError(f'program: the parameter "{p.name}" is not used; write {{{p.name}}} where its value belongs')

    taken = {"index", "error", "processor_time"}
    for p in varied:
        if p.name in taken:
            raise ValueError(f'parameters: "{p.name}" is a column of every study')
        taken.add(p.name)
    results = []
    for name, unit in columns:  # an impact has both a parameter and a result "spin"
        label = name + (" result" if any(p.name == name for p in varied) else "")
        if label in taken:
            raise ValueError(f'results: "{name}" is a column already')
        taken.add(label)
        results.append(Column(name, unit, label))
    has_time = top.boolean("processorTime", False)
    limit = top.number("timeLimit") if "timeLimit" in top else math.inf
    check(limit > 0, "timeLimit", limit, "s", "> 0 and finite")
    top.text("note", "")
    top.check_nothing_left()
    return StudySpec(
        what, design, tuple(varied), tuple(results), dump(top.value), experiment, program, model, samples, seed, tuple(constants), has_time, limit
    )


@dataclass(frozen=True)
class Design:
    """The samples of a study. They depend on the specification alone, so that each machine finds them by their index.

    - grid: all combinations, the last parameter fastest
    - latin-hypercube: each of N equal slices of every parameter once, in random order and at a random position in the slice
    - monte-carlo: independent
    - sobol: k + 2 samples for each of N base points of Sobol's sequence, shifted randomly: A, B, and A with one parameter from B
      (Saltelli et al., Comput. Phys. Commun. 181, 2010)
    """

    spec: StudySpec
    size: int = field(init=False)

    def __post_init__(self) -> None:
        spec, k = self.spec, len(self.spec.parameters)
        if not spec.is_random:
            size = math.prod(len(p.values) for p in spec.parameters)
            if size > MOST_SAMPLES:
                raise ValueError(f"the grid has {size:g} samples; it must have at most {MOST_SAMPLES:g}")
        else:
            is_sobol = spec.design == "sobol"
            if is_sobol and 2 * k > MOST_DIMENSIONS:
                raise ValueError(f"{k} parameters are varied; a sobol design can have at most {MOST_DIMENSIONS // 2}")
            numbers = spec.samples * k * (2 if is_sobol else 1)
            if numbers > 10 * MOST_SAMPLES:
                raise ValueError(f"samples = {spec.samples} of {k} parameters make {numbers:g} numbers; there can be at most {10 * MOST_SAMPLES:g}")
            size = spec.samples * (k + 2 if is_sobol else 1)
        object.__setattr__(self, "size", size)

    @cached_property
    def _shares(self) -> Array:
        """Returns numbers in (0, 1), a row per sample; for a sobol design a row of A and B per base point."""
        spec, k = self.spec, len(self.spec.parameters)
        if spec.design == "sobol":
            return sample_sobol(spec.samples, 2 * k, spec.seed)
        sample = sample_latin_hypercube if spec.design == "latin-hypercube" else sample_independently
        return sample(spec.samples, k, spec.seed)

    def at(self, index: int) -> list[Value]:
        """Returns the values of a sample."""
        parameters = self.spec.parameters
        if not self.spec.is_random:
            values: list[Value] = []
            for p in reversed(parameters):
                index, which = divmod(index, len(p.values))
                values.append(p.values[which])
            return values[::-1]
        k = len(parameters)
        if self.spec.design != "sobol":
            return [p.at(float(u)) for p, u in zip(parameters, self._shares[index])]
        base, which = divmod(index, k + 2)  # A, B, then those of a parameter each
        row = self._shares[base]
        return [p.at(float(row[i + (k if which in (1, i + 2) else 0)])) for i, p in enumerate(parameters)]


@dataclass(frozen=True)
class Estimate:
    """An estimate, and the interval in which 95 of 100 estimates lie when base points are drawn again (bootstrap)."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class SobolIndex:
    """The fraction of a result's variance in which a parameter takes part: alone, and alone and together with others."""

    first: Estimate
    total: Estimate


def calc_sobol_indices(results: Sequence[float] | Array, parameters: int) -> list[SobolIndex]:
    """Computes the indices of each parameter from the results of a sobol design.

    Each base point has k + 2 results: f(A), f(B) and f(AB_i), where AB_i is A with its i-th parameter from B. First:
    mean f(B) (f(AB_i) - f(A))/V (Saltelli et al. 2010). Total: mean (f(A) - f(AB_i))^2/(2 V) (Jansen 1999). Base points where a result is not
    a number are left out. Where the result does not vary, or fewer than two base points are left, the indices are NaN.
    """
    every = np.asarray(results, dtype=float)
    blocks = every[: len(every) // (parameters + 2) * (parameters + 2)].reshape(-1, parameters + 2)
    blocks = blocks[np.isfinite(blocks).all(axis=1)]
    n = len(blocks)
    if n < 2 or (blocks == blocks[0, 0]).all():
        nothing = Estimate(math.nan, math.nan, math.nan)
        return [SobolIndex(nothing, nothing)] * parameters

    def estimate(chosen: Any) -> tuple[Array, Array]:
        some = blocks[chosen]
        mean, variance = some[:, :2].mean(), some[:, :2].var()
        if not variance > 0:
            return np.full(parameters, math.nan), np.full(parameters, math.nan)
        change = some[:, 2:] - some[:, :1]
        first = ((some[:, 1:2] - mean) * change).mean(axis=0) / variance  # centred: less noise
        return first, (change**2).mean(axis=0) / (2 * variance)

    first, total = estimate(slice(None))
    bits = np.asarray(np.random.PCG64(1).random_raw(1000 * n)).reshape(1000, n)
    again = np.array([estimate(row) for row in (bits % np.uint64(n)).astype(np.intp)])
    low, high = np.nanquantile(again, [0.025, 0.975], axis=0)
    return [
        SobolIndex(
            Estimate(float(first[i]), float(low[0, i]), float(high[0, i])), Estimate(float(total[i]), float(low[1, i]), float(high[1, i]))
        )
        for i in range(parameters)
    ]
