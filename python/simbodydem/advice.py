"""Advice on contacts."""

from __future__ import annotations

from . import _core
from .docs import documented
from .simulation import Simulation
from .warning import pass_warnings


@documented("advise")
def advise(
    simulation: Simulation, *, load: float | None = None, speed: float = 1, motion_time: float = 0.1
) -> _core.ContactAdvice:
    """print(advise(sim)) prints the table, and advise(sim).get("ground and ball", "overlap") reads a number.

    load is that on each contact [N]; by default it is the present one, or the weight of the bodies on it. speed is that of impacts [m/s], and
    motion_time the time within which the motion of interest changes [s].
    """
    advice = _core.advise(simulation._core, load, speed, motion_time)
    pass_warnings()
    return advice
