"""Least squares from several starts, and what they say about the parameters."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.optimize import least_squares  # type: ignore[import-untyped, unused-ignore]

from .. import _core
from .._sampling import sample_latin_hypercube
from .._spec import check
from .._trials import Trials

Array = np.ndarray[Any, np.dtype[np.float64]]
Values = dict[str, float]

FAILURES = (ValueError, ArithmeticError, RuntimeError)  # of a model, with values that the search then avoids
REFUSAL = 1e6  # residual above all that matter, so that the step is not taken
NEAR_BOUND = 2e-3  # distance of a place from a bound
CANCELLED = 1e-4  # singular value at which columns of length 1 cancel
NO_EFFECT = 0.01  # of the whole range of a parameter, in standard deviations of the data
TAKES_PART = 0.1  # component of a parameter in a direction of length 1


@dataclass(frozen=True)
class Parameter:
    """A number that is fitted between its bounds, or has a given value if it has no bounds.

    @param name  by which the model gets it
    @param value  of the first start, or the fixed value
    @param lower, upper  bounds
    @param log  whether it is searched by its logarithm
    @param unit  for tables
    @param free  whether it is fitted, if it has bounds
    """

    name: str
    value: float
    lower: float = math.nan
    upper: float = math.nan
    log: bool = False
    unit: str = "-"
    free: bool = True

    @property
    def is_free(self) -> bool:
        return self.free and not (math.isnan(self.lower) and math.isnan(self.upper))

    def to_place(self, value: float) -> float:
        """Returns the position of a value between the bounds: 0 at the lower one, 1 at the upper one."""
        if self.log:
            return math.log(value / self.lower) / math.log(self.upper / self.lower)
        return (value - self.lower) / (self.upper - self.lower)

    def from_place(self, place: float) -> float:
        if place <= 0:
            return self.lower  # exactly
        if place >= 1:
            return self.upper
        return self.lower * (self.upper / self.lower) ** place if self.log else self.lower + place * (self.upper - self.lower)

    def slope(self, value: float) -> float:
        """Returns d value/d place."""
        return value * math.log(self.upper / self.lower) if self.log else self.upper - self.lower


@dataclass(frozen=True)
class Observation:
    """One column of measured values.

    @param name  of the measured quantity
    @param measured  its values
    @param abscissae  at which it was measured; for plots only
    @param deviations  standard deviation of each value, or one for all; if not given, one for all is estimated from the residuals
    @param unit  of the values
    @param abscissa, abscissa_unit  name and unit of the abscissae
    """

    name: str
    measured: Array
    abscissae: Array | None = None
    deviations: Array | float | None = None
    unit: str = "-"
    abscissa: str = "number"
    abscissa_unit: str = "-"

    def __post_init__(self) -> None:
        measured = np.asarray(self.measured, dtype=float)
        at = np.arange(len(measured), dtype=float) if self.abscissae is None else np.asarray(self.abscissae, dtype=float)
        if not np.isfinite(measured).all():
            raise ValueError(f"{self.name}: a measured value is not finite")
        if at.shape != measured.shape:
            raise ValueError(f"{self.name} has {at.size} abscissae; it must have {measured.size}, one for each value")
        object.__setattr__(self, "measured", measured)
        object.__setattr__(self, "abscissae", at)
        if self.deviations is not None:
            deviations = np.broadcast_to(np.asarray(self.deviations, dtype=float), measured.shape)
            bad = deviations[~((deviations > 0) & np.isfinite(deviations))]
            check(not bad.size, f"standard deviation of {self.name}", bad[0] if bad.size else 1, self.unit, "> 0 and finite")
            object.__setattr__(self, "deviations", deviations)

    @property
    def spread(self) -> float:
        """Returns the spread of the values. With it columns of different units have the same weight."""
        spread, size = float(np.std(self.measured)), float(np.abs(self.measured).max())
        return spread if spread > 1e-6 * size else size if size > 0 else 1.0


@dataclass(frozen=True)
class Problem:
    """Describes the search for the values of the parameters that explain the measurements best.

    predict gets all values by name and returns a prediction for each observation. For values with which it cannot be computed it raises
    ValueError, ArithmeticError or RuntimeError; the search avoids them. Any other exception ends the calibration.
    """

    parameters: tuple[Parameter, ...]
    observations: tuple[Observation, ...]
    predict: Callable[[Values], Sequence[Any]]
    starts: int = 5
    seed: int = 1
    evaluations: int = 400
    tolerance: float = 1e-7
    difference_step: float = 1e-4

    def check(self) -> None:
        free = [p for p in self.parameters if p.is_free]
        for p in free:
            finite = math.isfinite(p.lower) and math.isfinite(p.upper)
            check(finite and p.lower < p.upper, f"{p.name}: lower", p.lower, p.unit, f"finite and below upper = {p.upper:g}")
            check(not p.log or p.lower > 0, f"{p.name}: lower", p.lower, p.unit, "> 0 for a logarithmic scale")
            inside = p.lower <= p.value <= p.upper
            check(inside, f"{p.name}: value", p.value, p.unit, f"between its bounds {p.lower:g} and {p.upper:g}")
        data = sum(len(o.measured) for o in self.observations)
        if not free:
            raise ValueError("no parameter is free: there is nothing to fit")
        if data <= len(free):
            raise ValueError(f"{data} data cannot determine {len(free)} free parameters; give more data")
        check(1 <= self.starts <= 1000, "starts", self.starts, "-", "in [1, 1000]")
        check(self.evaluations >= 1, "evaluations", self.evaluations, "-", ">= 1")
        check(0 < self.tolerance <= 0.1, "tolerance", self.tolerance, "-", "in (0, 0.1]")
        check(0 < self.difference_step <= 0.1, "difference_step", self.difference_step, "-", "in (0, 0.1]")

    def deviations(self, estimate: Callable[[Observation, slice], float]) -> Array:
        """Returns the given standard deviations. For a column without any it calls estimate."""
        parts = []
        for o, part in zip(self.observations, self.slices()):
            parts.append(np.full(len(o.measured), estimate(o, part)) if o.deviations is None else np.asarray(o.deviations))
        return np.concatenate(parts)

    def slices(self) -> list[slice]:
        ends = np.cumsum([0] + [len(o.measured) for o in self.observations])
        return [slice(int(a), int(b)) for a, b in itertools.pairwise(ends)]


@dataclass(frozen=True)
class Start:
    """The result of one start; rms is that of the residuals over the standard deviations, or over the spread of a column without them."""

    origin: tuple[float, ...]
    end: tuple[float, ...]
    rms: float = math.nan
    evaluations: int = 0
    has_converged: bool = False
    failure: str = ""


@dataclass(frozen=True)
class Undetermined:
    """Parameters that may be changed together without a change that the data can show.

    changes has a small change of each: a difference, or a factor if it is logarithmic. has_no_effect is true for a single parameter
    whose effect on the prediction is lost in its rounding, or in a hundredth of the scatter of the data.
    """

    parameters: tuple[int, ...]
    changes: tuple[float, ...]
    has_no_effect: bool = False


@dataclass(frozen=True)
class Draw:
    """The estimates of all parameters from one synthetic data set."""

    estimates: tuple[float, ...]
    standard_errors: tuple[float, ...]


@dataclass
class Fit:
    """The best fit. Lists are in the order of the parameters, and data of all observations one after the other."""

    parameters: tuple[Parameter, ...]
    observations: tuple[Observation, ...]
    estimates: Array
    standard_errors: Array
    correlations: Array
    bounds: list[str]  # "lower" or "upper" for a parameter that has ended there, else ""
    undetermined: list[Undetermined]
    starts: list[Start]
    has_converged: bool
    predicted: Array
    deviations: Array
    rms: list[float] = field(default_factory=list)
    log_likelihood: float = math.nan
    aic: float = math.nan
    aicc: float = math.nan
    bic: float = math.nan
    draws: list[Draw] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def values(self) -> Values:
        """Returns the estimates by name."""
        return {p.name: float(v) for p, v in zip(self.parameters, self.estimates)}

    @property
    def errors(self) -> Values:
        """Returns the standard errors by name; NaN for a parameter that is fixed, at a bound or undetermined."""
        return {p.name: float(v) for p, v in zip(self.parameters, self.standard_errors)}

    @property
    def remarks(self) -> list[str]:
        """Returns what one should know about the fit, in sentences: bounds, and what the data do not determine."""
        from ._report import list_remarks

        return list_remarks(self)

    def __str__(self) -> str:
        from ._report import describe_fit

        return describe_fit(self)


class _Spent(Exception):
    """No evaluations are left."""


class Residuals:
    """Computes (predicted - measured)/standard deviation as a function of the places of the free parameters."""

    def __init__(self, problem: Problem, deviations: Array) -> None:
        self.problem, self.deviations = problem, deviations
        self.free = [i for i, p in enumerate(problem.parameters) if p.is_free]
        self.measured = np.concatenate([o.measured for o in problem.observations])
        self.evaluations = 0

    def values(self, places: Array) -> tuple[float, ...]:
        values = [p.value for p in self.problem.parameters]
        for i, place in zip(self.free, places):
            values[i] = self.problem.parameters[i].from_place(float(place))
        return tuple(values)

    def places(self, values: Sequence[float]) -> Array:
        return np.array([self.problem.parameters[i].to_place(values[i]) for i in self.free])

    def predict(self, places: Array) -> Array:
        self.evaluations += 1
        names = [p.name for p in self.problem.parameters]
        columns = self.problem.predict(dict(zip(names, self.values(places))))
        if len(self.problem.observations) == 1 and np.ndim(columns) == 1 and len(columns) and np.ndim(columns[0]) == 0:
            columns = [columns]
        if len(columns) != len(self.problem.observations):
            raise TypeError(f"the model predicts {len(columns)} columns; there are {len(self.problem.observations)} observations")
        for o, column in zip(self.problem.observations, columns):
            if np.shape(column) != o.measured.shape:
                raise TypeError(f"the model predicts {np.size(column)} values of {o.name}; {o.measured.size} are measured")
        return np.concatenate([np.asarray(c, dtype=float) for c in columns])

    def __call__(self, places: Array) -> Array:
        residuals: Array = (self.predict(places) - self.measured) / self.deviations
        if not np.isfinite(residuals).all():
            raise ValueError("the prediction is not finite")
        return residuals

    def jacobian(self, places: Array, factor: float = 1) -> Array:
        """Computes derivatives by differences within the bounds, central ones where both sides can be computed."""
        columns, here = [], None
        for i in range(len(self.free)):
            sides: list[tuple[float, Array]] = []
            failure: Exception | None = None
            for sign in (-1, 1):
                beside = places.copy()
                beside[i] = min(max(places[i] + sign * factor * self.problem.difference_step, 0.0), 1.0)
                try:
                    sides.append((beside[i], self(beside)))
                except FAILURES as e:
                    failure = failure or e
            if not sides:
                assert failure is not None
                raise failure
            if len(sides) == 1:
                here = self(places) if here is None else here
                sides.append((places[i], here))
            (a, below), (b, above) = sides
            columns.append((above - below) / (b - a))
        return np.array(columns).T


@dataclass(frozen=True)
class _Minimum:
    places: Array
    bounds: Array  # -1, 0, 1 of each free parameter: at its lower bound, at none, at its upper bound
    rms: float
    has_converged: bool


def _rms(residuals: Array) -> float:
    return float(np.linalg.norm(residuals) / math.sqrt(len(residuals)))


def _descend(residuals: Residuals, start: Array, bounds: Array, limit: int) -> _Minimum:
    """Minimizes over all places that are at no bound. limit is of the evaluations of these residuals."""
    found = _Minimum(start, bounds, _rms(residuals(start)), True)
    moving = np.flatnonzero(bounds == 0)
    if not len(moving):
        return found
    best: list[Any] = [None, math.inf]

    def places_of(x: Array) -> Array:
        places = start.copy()
        places[moving] = x
        return places

    def function(x: Array) -> Array:
        if residuals.evaluations >= limit and best[0] is not None:
            raise _Spent
        try:
            result = residuals(places_of(x))
        except FAILURES:
            return np.full(len(residuals.measured), REFUSAL)
        if _rms(result) < best[1]:
            best[:] = x.copy(), _rms(result)
        return result

    def jacobian(x: Array) -> Array:
        if residuals.evaluations >= limit:
            raise _Spent
        return residuals.jacobian(places_of(x))[:, moving]

    x0 = np.clip(start[moving], NEAR_BOUND / 2, 1 - NEAR_BOUND / 2)
    tolerance = residuals.problem.tolerance
    try:
        result = least_squares(function, x0, jacobian, bounds=(0, 1), method="trf", ftol=tolerance, xtol=1e-8, gtol=1e-15)
        has_converged = result.status > 0
    except _Spent:
        has_converged = False
    if not best[1] < found.rms:
        return replace(found, has_converged=has_converged)  # it began at the minimum
    return _Minimum(places_of(best[0]), bounds, best[1], has_converged)


def _settle(residuals: Residuals, found: _Minimum, limit: int) -> _Minimum:
    """Puts a place that is next to a bound on the bound if the residuals do not grow, and releases it again if they fall."""
    near = np.where(found.places <= NEAR_BOUND, -1, np.where(found.places >= 1 - NEAR_BOUND, 1, 0))
    bounds = np.where(found.bounds != 0, found.bounds, near)
    if (bounds == found.bounds).all():
        return found
    places = np.where(near < 0, 0.0, np.where(near > 0, 1.0, found.places))
    try:
        held = _descend(residuals, places, bounds, limit)
        if held.rms > found.rms * (1 + 1e-6):
            return found
        gradient = residuals.jacobian(held.places).T @ residuals(held.places)
        released = np.where((bounds < 0) & (gradient < 0), 0.05, np.where((bounds > 0) & (gradient > 0), 0.95, held.places))
        if (released == held.places).all():
            return held
        again = _descend(residuals, released, np.zeros_like(bounds), limit)
        return again if again.rms < held.rms else held
    except FAILURES:  # the bound itself cannot be computed
        return found


def _minimize(residuals: Residuals, start: Array) -> _Minimum:
    limit = residuals.evaluations + residuals.problem.evaluations
    return _settle(residuals, _descend(residuals, start, np.zeros(len(start), int), limit), limit)


def _place_start(problem: Problem, residuals: Residuals, index: int) -> Array:
    """Returns the first start at the values of the parameters, and the others from a Latin hypercube between the bounds."""
    if index == 0:
        return residuals.places([p.value for p in problem.parameters])
    return np.array(sample_latin_hypercube(problem.starts - 1, len(residuals.free), problem.seed)[index - 1])


def run_start(problem: Problem, index: int) -> tuple[Start, list[str]]:
    """Runs one start. Returns it with the warnings of the library."""
    residuals = Residuals(problem, problem.deviations(lambda o, _: o.spread))
    begin = _place_start(problem, residuals, index)
    origin = end = residuals.values(begin)
    rms, has_converged, failure = math.nan, False, ""
    try:
        minimum = _minimize(residuals, begin)
        end, rms, has_converged = residuals.values(minimum.places), minimum.rms, minimum.has_converged
    except FAILURES as e:
        failure = str(e) or type(e).__name__
    return Start(origin, end, rms, residuals.evaluations, has_converged, failure), list(_core.take_warnings())


def _reweigh(problem: Problem, minimum: _Minimum, deviations: Array) -> tuple[_Minimum, Array]:
    """Repeats the fit until its weights have settled. With several columns the weights by the estimated standard deviations move the
    optimum, and the optimum changes the estimates."""
    are_settled = False
    for _ in range(20):
        before = Residuals(problem, deviations)
        predicted = before.predict(minimum.places)
        n = len(predicted)
        correction = n / (n - len(before.free))  # free parameters make the residuals smaller

        def estimate(o: Observation, part: slice, predicted: Array = predicted, correction: float = correction) -> float:
            deviation = math.sqrt(float(np.mean((predicted[part] - o.measured) ** 2)) * correction)
            return max(deviation, 1e-10 * o.spread)  # never below rounding

        following = problem.deviations(estimate)
        change = float(np.abs(following / deviations - 1).max())
        deviations = following
        residuals = Residuals(problem, deviations)
        are_settled = len(problem.observations) == 1 or change < 0.01
        if are_settled:
            minimum = replace(minimum, rms=_rms(residuals(minimum.places)))
            break
        minimum = _minimize(residuals, minimum.places)
    return replace(minimum, has_converged=minimum.has_converged and are_settled), deviations


def _find_rounding(residuals: Residuals, places: Array, jacobian: Array) -> Array:
    """Returns true for parameters whose effect is lost in the rounding of the prediction. Over shorter differences an effect has the same
    derivative, and rounding a larger one by as much as they are shorter."""
    closer = residuals.jacobian(places, 0.25)
    return np.asarray(np.linalg.norm(closer - jacobian, axis=0) >= 2 * np.linalg.norm(jacobian, axis=0))


def _add_uncertainty(fit: Fit, residuals: Residuals, minimum: _Minimum) -> None:
    """Adds the uncertainty of the parameters that are at no bound.

    It follows from the singular values of the Jacobian at the optimum, whose columns are scaled to the same length. A direction is
    undetermined if its columns cancel each other to four digits, or if its standard deviation is wider than the bounds. A parameter takes part
    in no direction if its whole range moves the prediction by less than a standard deviation, or by its rounding. The others have their
    errors whatever its value is.
    """
    jacobian = residuals.jacobian(minimum.places)
    is_rounding = _find_rounding(residuals, minimum.places, jacobian)
    effects = np.linalg.norm(jacobian, axis=0)  # of the whole range of each parameter, in standard deviations of the data
    inside = []
    for k, i in enumerate(residuals.free):
        fit.bounds[i] = ("lower", "", "upper")[int(minimum.bounds[k]) + 1]
        if fit.bounds[i]:
            continue
        if is_rounding[k] or effects[k] < 1:
            p, has_no_effect = fit.parameters[i], bool(is_rounding[k] or effects[k] < NO_EFFECT)
            change = (p.upper / p.lower) ** 0.01 if p.log else 0.01 * (p.upper - p.lower)
            fit.undetermined.append(Undetermined((i,), (change,), has_no_effect))
        else:
            inside.append(k)
    if not inside:
        return
    scaled = jacobian[:, inside]
    lengths = np.linalg.norm(scaled, axis=0)
    _, sizes, directions = np.linalg.svd(scaled / lengths, full_matrices=False)
    covariance = np.zeros((len(inside), len(inside)))  # of the places
    is_determined = np.ones(len(inside), bool)
    for size, direction in zip(sizes, directions):
        in_places = direction / lengths
        if size > CANCELLED and np.linalg.norm(in_places) / size <= 1:
            covariance += np.outer(in_places, in_places) / size**2
            continue
        step = in_places * (0.01 / np.abs(in_places).max())
        members, changes = [], []
        for k in map(int, np.flatnonzero(np.abs(direction) > TAKES_PART)):
            p = fit.parameters[residuals.free[inside[k]]]
            members.append(residuals.free[inside[k]])
            changes.append(float((p.upper / p.lower) ** step[k] if p.log else step[k] * (p.upper - p.lower)))
            is_determined[k] = False
        fit.undetermined.append(Undetermined(tuple(members), tuple(changes)))
    known = [k for k in range(len(inside)) if is_determined[k]]
    indices = [residuals.free[inside[k]] for k in known]
    deviations = np.sqrt(np.diag(covariance)[known])
    for i, deviation in zip(indices, deviations):
        fit.standard_errors[i] = deviation * fit.parameters[i].slope(float(fit.estimates[i]))
    fit.correlations[np.ix_(indices, indices)] = covariance[np.ix_(known, known)] / np.outer(deviations, deviations)


def _add_criteria(fit: Fit, problem: Problem, free: int) -> None:
    """Adds the information criteria of normal errors. Estimated standard deviations count as parameters."""
    count, likelihood = free, 0.0
    for o, part in zip(problem.observations, problem.slices()):
        squares = (fit.predicted[part] - o.measured) ** 2
        n, mean = len(squares), float(np.mean(squares))
        fit.rms.append(math.sqrt(mean))
        if o.deviations is None:  # then the most likely one is used
            variance = max(mean, (1e-10 * o.spread) ** 2)
            likelihood -= n / 2 * (math.log(2 * math.pi * variance) + mean / variance)
            count += 1
        else:
            variances = np.asarray(o.deviations) ** 2
            likelihood -= 0.5 * float(np.sum(np.log(2 * math.pi * variances) + squares / variances))
    n, k = len(fit.predicted), count
    fit.log_likelihood = likelihood
    fit.aic = 2 * k - 2 * likelihood
    fit.aicc = fit.aic + 2 * k * (k + 1) / (n - k - 1) if n > k + 1 else math.nan
    fit.bic = k * math.log(n) - 2 * likelihood


def evaluate(problem: Problem, starts: Sequence[Start]) -> Fit:
    """Evaluates the best of these starts."""
    for start in starts:
        for values in (start.origin, start.end):
            if len(values) != len(problem.parameters):
                raise ValueError(
                    f"a start of an earlier run has {len(values)} values; it must have {len(problem.parameters)}, one for each parameter"
                )
    good = [s for s in starts if not s.failure]
    if not good:
        raise ValueError(f"no start can be computed; the first: {starts[0].failure}")
    best = min(good, key=lambda s: s.rms)
    deviations = problem.deviations(lambda o, _: o.spread)
    residuals = Residuals(problem, deviations)
    ends = [(problem.parameters[i], best.end[i]) for i in residuals.free]
    bounds = np.array([-1 if v == p.lower else 1 if v == p.upper else 0 for p, v in ends])
    minimum, deviations = _reweigh(problem, _Minimum(residuals.places(best.end), bounds, best.rms, best.has_converged), deviations)
    weighted = Residuals(problem, deviations)
    count = len(problem.parameters)
    fit = Fit(
        problem.parameters,
        problem.observations,
        np.array(weighted.values(minimum.places)),
        np.full(count, math.nan),
        np.full((count, count), math.nan),
        [""] * count,
        [],
        list(starts),
        minimum.has_converged,
        weighted.predict(minimum.places),
        deviations,
    )
    _add_uncertainty(fit, weighted, minimum)
    _add_criteria(fit, problem, len(weighted.free))
    fit.warnings = list(_core.take_warnings())
    return fit


def run_draw(problem: Problem, fit: Fit, index: int) -> Draw:
    """Calibrates synthetic data: the prediction of the fit with normal noise of its standard deviations, which index and seed choose."""
    noise = np.random.default_rng([problem.seed, index]).standard_normal(len(fit.predicted))
    data = fit.predicted + fit.deviations * noise
    synthetic = replace(
        problem,
        parameters=tuple(replace(p, value=float(v)) for p, v in zip(problem.parameters, fit.estimates)),
        observations=tuple(replace(o, measured=data[part]) for o, part in zip(problem.observations, problem.slices())),
        starts=1,
    )
    again = evaluate(synthetic, [run_start(synthetic, 0)[0]])
    return Draw(tuple(map(float, again.estimates)), tuple(map(float, again.standard_errors)))


def is_within_two_errors(draw: Draw, fit: Fit, parameter: int) -> bool:
    return bool(abs(draw.estimates[parameter] - fit.estimates[parameter]) <= 2 * draw.standard_errors[parameter])


def run_trial(problems: Sequence[Problem], what: str, law: int, *rest: Any) -> Any:
    """Runs a trial of one of several problems: "start" with its index, "fit" with all starts, "draw" with the fit and the index."""
    actions: dict[str, Callable[..., Any]] = {"start": run_start, "fit": evaluate, "draw": run_draw}
    return actions[what](problems[law], *rest)


def calibrate(
    problems: Sequence[Problem],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    finished: Sequence[dict[int, Start]] | None = None,
    on_start: Callable[[int, int, Start, list[str]], None] = lambda law, index, start, warnings: None,
    now: Callable[[], None] = lambda: None,
) -> list[Fit | Exception]:
    """Fits each of several problems. All starts of all problems are trials that run at once.

    @param finished  starts of an earlier run of each problem, by their index; they are not repeated
    @param on_start  called after a start of a problem
    @param now  called from time to time
    @returns a fit for each problem, or the reason why there is none
    """
    fits: list[Fit | Exception] = [ValueError("not fitted")] * len(problems)
    starts: list[dict[int, Start]] = [dict(one) for one in finished or [{} for _ in problems]]
    impossible = set()
    for law, problem in enumerate(problems):
        try:
            problem.check()
        except ValueError as e:
            fits[law] = e
            impossible.add(law)

    def tasks() -> Iterable[tuple[Any, tuple[Any, ...]]]:
        for law, problem in enumerate(problems):
            if law in impossible:
                continue
            missing = [i for i in range(problem.starts) if i not in starts[law]]
            for index in missing:
                yield ("start", law, index), ("start", law, index)
            if not missing:
                yield fit_of(law)

    def fit_of(law: int) -> tuple[Any, tuple[Any, ...]]:
        return ("fit", law, 0), ("fit", law, [starts[law][i] for i in range(problems[law].starts)])

    def done(key: tuple[str, int, int], result: Any) -> list[tuple[Any, tuple[Any, ...]]]:
        what, law, index = key
        if what == "fit":
            if isinstance(result, Exception) and not isinstance(result, FAILURES):
                raise result
            fits[law] = result
            return []
        if isinstance(result, Exception):
            raise result
        start, warnings = result
        starts[law][index] = start
        on_start(law, index, start, warnings)
        return [fit_of(law)] if len(starts[law]) == problems[law].starts else []

    with Trials(run_trial, list(problems), executor, jobs) as trials:
        trials.run(tasks(), done, now)
    return fits


def draw(
    problem: Problem,
    best: Fit,
    count: int,
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    finished: dict[int, Draw] | None = None,
    on_draw: Callable[[int, Draw], None] = lambda index, draw: None,
    now: Callable[[], None] = lambda: None,
) -> list[Draw]:
    """Calibrates synthetic data sets, made of the best fit and noise, and returns what was found in each."""
    draws = dict(finished or {})

    def done(index: int, result: Any) -> None:
        if isinstance(result, Exception):
            raise result
        draws[index] = result
        on_draw(index, result)

    small = replace(best, starts=[], draws=[])
    with Trials(run_trial, [problem], executor, jobs) as trials:
        trials.run(((i, ("draw", 0, small, i)) for i in range(count) if i not in draws), done, now)
    return [draws[i] for i in range(count)]
