"""Calibration: least squares against closed forms, and parameters that the data do not determine."""

import math

import numpy as np
import pytest

from simbodydem import lab
from simbodydem.calibrate import Observation, Parameter, fit
from simbodydem.calibrate._fit import Problem, Start, evaluate, is_within_two_errors, run_draw, run_start

X = np.arange(6.0)
Y = np.array([1.2, 2.9, 5.1, 7.2, 8.8, 11.1])
TOLERANCE = 1e-6  # of the minimizer, relative
LINE = Observation("y", Y, X, unit="m", abscissa="x", abscissa_unit="s")


def line(p):
    return p["a"] + p["b"] * X


def a(value=0.0, lower=-10.0, upper=10.0, log=False):
    return Parameter("a", value, lower, upper, log)


def b(value=1.0, lower=0.0, upper=10.0, log=False):
    return Parameter("b", value, lower, upper, log)


class Regression:
    """Textbook regression of these data."""

    n = 6
    x, y = X.mean(), Y.mean()
    xx = float(((X - X.mean()) ** 2).sum())
    b = float(((X - X.mean()) * (Y - Y.mean())).sum()) / xx
    a = y - b * x
    sum = float(((Y - a - b * X) ** 2).sum())


R = Regression


def quick(model, parameters, observations=LINE, **options):
    """Fits in one process, which starts in milliseconds."""
    return fit(model, parameters, observations, jobs=1, **options)


def test_line_has_the_estimates_of_textbooks():
    """A straight line has the estimates, standard errors and correlation of textbook regression."""
    found = quick(line, [a(), b(1, 0.01, 100, True)])
    assert found.values["a"] == pytest.approx(R.a, abs=TOLERANCE)
    assert found.values["b"] == pytest.approx(R.b, abs=TOLERANCE)
    variance = R.sum / (R.n - 2)
    assert found.errors["a"] == pytest.approx(math.sqrt(variance * (1 / R.n + R.x**2 / R.xx)), abs=1e-5)
    assert found.errors["b"] == pytest.approx(math.sqrt(variance / R.xx), abs=1e-5)
    assert found.correlations[0, 1] == pytest.approx(-R.x / math.sqrt(R.xx / R.n + R.x**2), abs=1e-5)
    assert not found.undetermined and not found.remarks


def test_criteria_are_those_of_normal_errors():
    """The information criteria are those of normal errors with an estimated variance, which counts as a parameter."""
    found = quick(line, [a(), b()])
    deviance, k = R.n * (math.log(2 * math.pi * R.sum / R.n) + 1), 3
    assert found.aic == pytest.approx(deviance + 2 * k, abs=1e-6)
    assert found.aicc == pytest.approx(deviance + 2 * k + 2 * k * (k + 1) / (R.n - k - 1), abs=1e-6)
    assert found.bic == pytest.approx(deviance + k * math.log(R.n), abs=1e-6)


def test_given_standard_deviations_determine_the_errors():
    """Given standard deviations determine the standard errors, for any residuals."""
    found = quick(line, [a(), b()], Observation("y", Y, X, 0.5))
    assert found.errors["b"] == pytest.approx(0.5 / math.sqrt(R.xx), abs=1e-5)
    found = quick(line, [a(), b()], Observation("y", Y, X, np.array([1e-6, 1e-6, 1e3, 1e3, 1e3, 1e3])))  # two data count
    assert found.values["a"] == pytest.approx(1.2, abs=1e-5)
    assert found.values["b"] == pytest.approx(1.7, abs=1e-5)


def test_columns_weigh_by_their_scatter():
    """Columns of different units are weighted by their own scatter: a noisy column does not affect an exact one."""
    exact = 1000 * (1 + 2 * X) + 0.01 * np.array([1, -1, -1, 1, 1, -1])
    found = quick(lambda p: [line(p), 1000 * line(p)], [a(), b()], [LINE, Observation("z", exact, X, unit="N")])
    assert found.values["a"] == pytest.approx(1, abs=1e-5)  # 0.01/1000
    assert found.values["b"] == pytest.approx(2, abs=1e-5)
    assert found.rms[1] == pytest.approx(0.01, abs=0.002)


@pytest.mark.parametrize("start", [0.5, 1.0])
def test_parameter_at_its_bound_is_reported(start):
    """A parameter whose optimum is beyond a bound ends at this bound, and the fit says so. The others are fitted with it held."""
    found = quick(line, [a(), b(start, 0, 1)])
    assert found.values["b"] == 1
    assert found.bounds == ["", "upper"]
    assert math.isnan(found.errors["b"])
    assert found.values["a"] == pytest.approx(R.y - R.x, abs=TOLERANCE)
    assert found.errors["a"] > 0
    assert "b ends at its upper bound, 1 -: the data prefer a value beyond it" in found.remarks[0]


def test_parameters_that_cannot_be_separated_are_named_together():
    """Two parameters of which only the product matters are named together. A change along the named direction changes nothing."""
    parameters = [a(1, 0.1, 100, True), b(1, 0.1, 10, True), Parameter("c", 1, -10, 10)]
    found = quick(lambda p: p["c"] + p["a"] * p["b"] * X, parameters)
    (flat,) = found.undetermined
    assert flat.parameters == (0, 1)
    assert flat.changes[0] * flat.changes[1] == pytest.approx(1, abs=1e-4)
    assert math.isnan(found.errors["a"]) and math.isnan(found.errors["b"])
    assert found.values["a"] * found.values["b"] == pytest.approx(R.b, abs=1e-5)
    assert found.errors["c"] > 0  # as if one of the two were known
    assert "a and b cannot be separated by these data: a times" in found.remarks[0]


def test_parameter_without_effect_is_named_alone():
    """A parameter without effect is named alone, and the other parameters have the errors of a fit without it."""
    found = quick(line, [a(), b(), Parameter("idle", 1, 0, 2)], Observation("y", Y, X, 0.5))
    (flat,) = found.undetermined
    assert flat.parameters == (2,) and flat.has_no_effect
    assert found.errors["b"] == pytest.approx(0.5 / math.sqrt(R.xx), abs=1e-5)
    assert found.remarks == ["idle is not determined by these data: it does not matter to y. Fix it, or measure a quantity that depends on it."]


def test_parameter_whose_effect_is_rounding_does_not_hide_the_others():
    """The modulus of a ball has no effect on its rebound but the rounding of the integrator. The fit says that of the modulus alone, and
    finds the restitution with its error."""
    heights = np.array([0.1, 0.2, 0.4, 0.8])
    noise = np.array([1, -1, 1, -1]) * 1e-4
    measured = Observation("rebound_height", 0.3**2 * heights + noise, heights, unit="m")

    def drop(p):
        return lab.predict("drop", heights, ["rebound_height"], parameters=p, accuracy=1e-7)

    found = quick(
        drop,
        [Parameter("youngsModulus", 1e7, 1e6, 1e9, True, "Pa"), Parameter("restitution", 0.5, 0.1, 0.9)],
        measured,
        starts=2,
    )
    assert found.values["restitution"] == pytest.approx(0.3, abs=1e-3)
    assert [u.parameters for u in found.undetermined] == [(0,)]
    # Of h' = e^2 h with noise s the error of e is s/(2 e sqrt(sum h^2)), where s is estimated from four data with two free parameters.
    spread = math.sqrt(float(((found.predicted - measured.measured) ** 2).sum()) / 2)
    assert found.errors["restitution"] == pytest.approx(spread / (2 * 0.3 * np.linalg.norm(heights)), rel=0.01)
    assert "youngsModulus is not determined by these data: it does not matter to rebound_height" in found.remarks[0]


def test_fit_avoids_values_that_cannot_be_computed():
    """The search avoids values for which the model raises an exception or is not finite, also as a start."""

    def model(p):
        if p["b"] > 3:
            raise ValueError("too steep")
        return line(p) if p["a"] <= 5 else np.full(6, math.nan)

    found = quick(model, [a(1), b(1.5)], starts=10)
    assert found.values["b"] == pytest.approx(R.b, abs=TOLERANCE)
    assert any(s.failure for s in found.starts)

    def never(p):
        raise ValueError("never")

    with pytest.raises(ValueError, match="no start can be computed; the first: never"):
        quick(never, [a(), b()])


def test_other_exceptions_end_the_calibration():
    """A fault of the model's program is not taken for a bad value."""
    with pytest.raises(KeyError):
        quick(lambda p: p["c"] + X, [a(), b()])
    with pytest.raises(TypeError, match="the model predicts 5 values of y; 6 are measured"):
        quick(lambda p: line(p)[1:], [a(), b()])


def test_one_start_finds_the_deeper_of_two_minima():
    """One of the starts finds the deeper of two minima, even if the first start finds the other."""
    at = 0.1 * np.arange(40)
    found = quick(lambda p: np.sin(p["w"] * at), [Parameter("w", 0.55, 0.5, 6)], Observation("y", np.sin(3.7 * at), at), starts=8)
    assert found.values["w"] == pytest.approx(3.7, abs=1e-6)
    assert found.starts[0].rms > 0.1


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([Parameter("a", 1)] * 2, "no parameter is free: there is nothing to fit"),
        ([a(), b(1, 2, 0)], "b: lower = 2; it must be finite and below upper = 0"),
        ([a(), b(1, 0, 10, True)], "b: lower = 0; it must be > 0 for a logarithmic scale"),
        ([a(), b(5, 0, 1)], "b: value = 5; it must be between its bounds 0 and 1"),
        ([a(), b(math.nan, 0, 1)], "b: value = nan; it must be between its bounds"),
        ([a(), b(1, 0, math.inf)], "b: lower = 0; it must be finite and below upper = inf"),
    ],
)
def test_problems_without_a_solution_are_errors(parameters, message):
    """A problem without free parameters or with invalid bounds is an error."""
    with pytest.raises(ValueError, match=message):
        quick(line, parameters)


def test_too_few_data_are_an_error():
    """Two data cannot determine two parameters with an error."""
    with pytest.raises(ValueError, match="2 data cannot determine 2 free parameters; give more data"):
        quick(lambda p: line(p)[:2], [a(), b()], Observation("y", Y[:2], X[:2]))


def test_fit_without_evaluations_has_not_converged():
    """A fit without evaluations for its first step has not converged and is at its start; a fit with enough evaluations has."""
    none = quick(line, [a(-9), b(90, 0.01, 100)], starts=1, evaluations=1)
    assert not none.starts[0].has_converged and not none.has_converged
    assert none.values["b"] == pytest.approx(90, rel=1e-12)
    assert "has not converged" in none.remarks[-1]
    assert quick(line, [a(-9), b(90, 0.01, 100)], starts=1).has_converged


def test_start_of_another_problem_is_an_error():
    """A start of an earlier run with another number of parameters is an error."""
    problem = Problem((a(), b()), (LINE,), line)
    with pytest.raises(ValueError, match="1 values; it must have 2, one for each parameter"):
        evaluate(problem, [Start((1.0,), (1.0,), 0.5, 7, True)])


def test_fit_recovers_the_true_parameters():
    """With synthetic data of a loading cycle both stiffnesses are within two standard errors of their true values in 90 or more of 100
    draws. Expected are 95 with a standard deviation of 2.2; fewer than 90 have a probability of 1 %."""
    overlaps = 1e-5 * np.array([*range(1, 21), *range(19, 11, -1)])
    names = ("normal.loadingStiffness", "normal.unloadingStiffness")

    def predict(p):
        return lab.predict("loading", overlaps, ["force"], law={"normal": "elastoplastic", "tangential": "none"}, parameters=p)

    truth = dict(zip(names, (1e5, 2.5e5)))
    parameters = (Parameter(names[0], 3e4, 1e4, 1e6, True), Parameter(names[1], 5e5, 1e4, 1e7, True))
    problem = Problem(parameters, (Observation("force", predict(truth)[0], overlaps),), predict)
    exact = evaluate(problem, [run_start(problem, 0)[0]])  # from a start that is off by factors of 3 and 2
    assert list(exact.estimates) == pytest.approx(list(truth.values()), rel=TOLERANCE)
    exact.deviations = np.full(len(overlaps), 0.4)  # N, of a largest force of 20 N
    draws = [run_draw(problem, exact, i) for i in range(100)]
    for i in (0, 1):
        assert sum(is_within_two_errors(d, exact, i) for d in draws) >= 90


def test_modulus_is_found_from_force_and_penetration_over_time():
    """The force and penetration of an impact over time, with noise of 1 %, give modulus and restitution within three standard errors. One
    column has both."""
    times = np.linspace(1e-6, 6e-4, 40)
    truth = {"youngsModulus": 2e7, "restitution": 0.6}
    exact = lab.predict("impact", times, ["force", "penetration"], parameters=truth)
    noise = np.random.default_rng(3).standard_normal((2, 40))
    observations = [
        Observation(name, column + 0.01 * column.max() * n, times, unit=unit)
        for name, unit, column, n in zip(("force", "penetration"), ("N", "m"), exact, noise)
    ]
    parameters = [Parameter("youngsModulus", 1e7, 1e6, 1e9, True, "Pa"), Parameter("restitution", 0.8, 0.1, 1)]
    found = quick(lambda p: lab.predict("impact", times, ["force", "penetration"], parameters=p, accuracy=1e-7), parameters, observations, starts=1)
    for name, value in truth.items():
        assert abs(found.values[name] - value) < 3 * found.errors[name] < 0.1 * value
    alone = quick(lambda p: lab.predict("impact", times, ["force"], parameters=p, accuracy=1e-7), parameters, observations[0], starts=1)
    assert abs(alone.values["youngsModulus"] - 2e7) < 3 * alone.errors["youngsModulus"]


def test_report_is_a_table_with_remarks():
    """A fit prints its parameters, correlations, starts and remarks."""
    text = str(quick(line, [a(), b(0.5, 0, 1)]))
    assert "parameter                                    estimate standard error  between" in text
    assert "a [-]" in text and "at its bound" in text and "prefer a value beyond" in text
