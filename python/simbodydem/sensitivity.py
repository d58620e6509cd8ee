"""Derivatives of runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .docs import documented
from .poses import Numbers
from .simulation import Simulation
from .warning import pass_warnings


class SensitivityRun:
    """Makes a run of sensitivity() take recorded steps."""

    def __init__(self, core: _core.SensitivityRun) -> None:
        self._core = core

    def follow(self, simulation: Simulation) -> None:
        """Takes over the steps of a simulation, once in a run, after its start was set and before its first step."""
        self._core.follow(simulation._core)


@documented("Sensitivity")
class Sensitivity(NamedTuple):
    """jacobian and error have a row for each outcome and a column for each parameter."""

    outcome: Numbers
    jacobian: Numbers
    error: Numbers
    doubts: list[str]
    num_steps: int
    num_runs: int


@documented("calcSensitivity")
def sensitivity(
    function: Callable[[Numbers, SensitivityRun], ArrayLike],
    parameters: ArrayLike,
    *,
    perturbations: ArrayLike | None = None,
    tolerance: float = 1e-5,
) -> Sensitivity:
    """The function makes a simulation, calls run.follow(simulation), runs it, and returns its outcome:

        def drop(p, run):
            sim = sd.Simulation(build(modulus=p[0]), accuracy=1e-6)
            run.follow(sim)
            sim.run(1.0)
            return sim.q[1]

    The integrator is "contact". perturbations are the greatest ones of each parameter.
    """

    def call(p: Numbers, core: _core.SensitivityRun) -> Numbers:
        return np.asarray(function(p, SensitivityRun(core)), dtype=np.float64)

    greatest = np.zeros(0) if perturbations is None else np.atleast_1d(np.asarray(perturbations, dtype=np.float64))
    found = _core.calc_sensitivity(call, np.atleast_1d(np.asarray(parameters, dtype=np.float64)), greatest, tolerance)
    pass_warnings()
    return Sensitivity(found.outcome, found.jacobian, found.error, found.doubts, found.num_steps, found.num_runs)


class Gradient(NamedTuple):
    """The gradient of a weighted sum of outputs, see RunLinearization.vjp()."""

    parameters: Numbers
    controls: Numbers

    def ravel(self) -> Numbers:
        """Returns the parameters, then the controls interval by interval, as scipy.optimize.minimize() takes them."""
        return np.concatenate([self.parameters, self.controls.ravel()])


@documented("RunLinearization")
class RunLinearization:
    """linearize_run() makes it."""

    def __init__(self, core: _core.RunLinearizationCore, parameters: int, controls: tuple[int, int]) -> None:
        self._core = core
        self._parameters = parameters
        self._controls = controls

    @property
    def outputs(self) -> Numbers:
        """The outputs: intervals x outputs."""
        return self._core.outputs

    @property
    def doubts(self) -> list[str]:
        """What may have no derivative; empty if the derivatives hold."""
        return self._core.doubts

    @property
    def num_steps(self) -> int:
        """The steps of the recorded run."""
        return self._core.num_steps

    @property
    def num_interval_runs(self) -> int:
        """All runs of an interval."""
        return self._core.num_interval_runs

    def jvp(self, parameters: ArrayLike | None = None, controls: ArrayLike | None = None) -> Numbers:
        """Returns the change of the outputs by changes of parameters and controls. None changes nothing."""
        dp = np.zeros(self._parameters) if parameters is None else np.atleast_1d(np.asarray(parameters, dtype=np.float64))
        du = np.zeros(self._controls) if controls is None else np.asarray(controls, dtype=np.float64)
        return self._core.multiply(dp, du.reshape(self._controls))

    def vjp(self, weights: ArrayLike) -> Gradient:
        """Returns the gradient of the sum of weights times outputs. weights are intervals x outputs, or those of the last interval."""
        given = np.asarray(weights, dtype=np.float64)
        shape = self.outputs.shape
        full = np.zeros(shape)
        if given.shape == shape:
            full[:] = given
        else:
            full[-1] = given
        return Gradient(*self._core.multiply_transposed(full))

    def jacobian(self) -> Numbers:
        """Returns all derivatives. Rows are outputs.ravel(); columns are parameters, then controls.ravel(): as least_squares() takes them."""
        return self._core.jacobian()


@documented("linearizeRun")
def linearize_run(
    model: Callable[[Numbers], Simulation],
    observe: Callable[[Simulation, int], ArrayLike],
    times: ArrayLike,
    *,
    parameters: ArrayLike = (),
    control: Callable[[Simulation, int, Numbers], None] | None = None,
    controls: ArrayLike | None = None,
    start_parameters: int = 0,
    parameter_perturbations: ArrayLike = (),
    control_perturbations: ArrayLike = (),
    tolerance: float = 1e-5,
    most_states: int = 0,
) -> RunLinearization:
    """model(p) makes a simulation at its start. control(sim, interval, u) sets targets, torques or friction factors at the start of each interval;
    it may read the simulation, and must not set coordinates. observe(sim, interval) returns the outputs at the end of an interval:

        run = sd.linearize_run(lift, lambda sim, k: sim.q, np.arange(1, 51) / 50,
                               control=lambda sim, k, u: sim.set_torques(arm, u), controls=np.zeros((50, 2)))
        loss = np.sum((run.outputs[-1] - goal) ** 2)
        gradient = run.vjp(2 * (run.outputs[-1] - goal)).controls

    times are the ends of the intervals [s], and controls have a row for each. The first start_parameters of the parameters change the start alone.
    The integrator is "contact". With most_states no matrices are kept, and each product takes the runs of the intervals anew.
    """
    ends = np.atleast_1d(np.asarray(times, dtype=np.float64))
    p = np.atleast_1d(np.asarray(parameters, dtype=np.float64))
    u = np.zeros((len(ends), 0)) if controls is None else np.asarray(controls, dtype=np.float64)

    def read(sim: Simulation, interval: int) -> Numbers:
        return np.asarray(observe(sim, interval), dtype=np.float64)

    core = _core.linearize_run(
        model,
        control,
        read,
        ends,
        p,
        u,
        start_parameters,
        np.atleast_1d(np.asarray(parameter_perturbations, dtype=np.float64)),
        np.atleast_1d(np.asarray(control_perturbations, dtype=np.float64)),
        tolerance,
        most_states,
    )
    pass_warnings()
    return RunLinearization(core, len(p), (u.shape[0], u.shape[1]))
