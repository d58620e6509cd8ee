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
