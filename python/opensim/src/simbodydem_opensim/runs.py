"""Runs a model. A run shows its progress, and Ctrl-C ends it with a State that can be used."""

import ctypes
import dataclasses
import math
import signal
import sys
import threading
import time as clock
from types import FrameType
from typing import TextIO

import opensim

from ._component import Progress, RunOutcome, RunSettings, address_of, call

#: The integrators that run() knows. All but the first are those of opensim.Manager.
INTEGRATORS = (
    "ContactIntegrator",
    "RungeKuttaMerson",
    "RungeKuttaFeldberg",
    "RungeKutta2",
    "RungeKutta3",
    "CPodes",
    "SemiExplicitEuler2",
    "Verlet",
    "ExplicitEuler",
)


@dataclasses.dataclass(frozen=True)
class Run:
    """Holds what a run did. Energies are those of the System, kinetic and potential [J]."""

    state: opensim.State  #: at the end; a copy
    states: opensim.StatesTrajectory  #: the State at the start and those that were kept
    interrupted: bool  #: by Ctrl-C
    steps: int
    attempts: int  #: accepted and rejected steps
    evaluations: int  #: of the forces
    wall_time: float  #: [s]
    energy_before: float
    energy_after: float

    @property
    def time(self) -> float:
        """Returns the time of the State at the end [s]."""
        return float(self.state.getTime())


def run(
    model: opensim.Model,
    state: opensim.State,
    time: float,
    *,
    integrator: str = "ContactIntegrator",
    accuracy: float = 1e-3,
    maximum_step: float = math.inf,
    fixed_step: float = math.inf,
    interval: float = 0.0,
    analyses: bool = True,
    progress: bool | None = None,
) -> Run:
    """Runs a model from a State to a time [s]. The State that is given stays as it is.

    ContactIntegrator (docs/contact-integrator.md) needs a DEMContactForce in the model, the others do not. interval is that of the States which
    are kept [s]; 0 keeps each step. A step never passes a multiple of it. fixed_step [s] switches off the control of errors. Analyses of the model see each step. Ctrl-C ends the run after
    the present step; then Run.interrupted is true, and another run can continue from Run.state. progress shows the time on stderr; by default
    if that is a terminal. OpenSim's log has the energy at the end, and warnings.

    Raises ValueError for a value out of its range, and RuntimeError with the reason if the integration fails.
    """
    start = float(state.getTime()) if isinstance(state, opensim.State) else math.nan
    at = address_of(model, opensim.Model, "model")
    address_of(state, opensim.State, "state")
    _check("time", time, time > start and math.isfinite(time), f"> {start} s, the time of the State, and finite")
    _check("accuracy", accuracy, 0 < accuracy <= 0.1, "in (0, 0.1]")
    _check("maximum_step", maximum_step, maximum_step > 0, "> 0 s")
    _check("fixed_step", fixed_step, fixed_step > 0, "> 0 s")
    _check("interval", interval, 0 <= interval < math.inf, ">= 0 s, and finite")
    if integrator not in INTEGRATORS:
        raise ValueError(f"integrator is {integrator!r}; it must be one of {', '.join(INTEGRATORS)}")
    result, states, outcome = opensim.State(state), opensim.StatesTrajectory(), RunOutcome()
    settings = RunSettings(time, accuracy, maximum_step, fixed_step, interval, integrator.encode(), int(analyses))
    meter = _Meter(start, time, sys.stderr if (sys.stderr.isatty() if progress is None else progress) else None)
    begin = clock.perf_counter()
    with _Interrupts() as interrupts:

        def see(now: float) -> int:
            meter.show(now)
            return int(interrupts.asked)

        call(
            "simbodydem_run",
            at,
            int(result.this),
            ctypes.byref(settings),
            int(states.this),
            Progress(see),
            ctypes.byref(outcome),
        )
    wall_time = clock.perf_counter() - begin
    meter.end(outcome.time, bool(outcome.is_interrupted), wall_time)
    return Run(
        state=result,
        states=states,
        interrupted=bool(outcome.is_interrupted),
        steps=outcome.steps,
        attempts=outcome.attempts,
        evaluations=outcome.evaluations,
        wall_time=wall_time,
        energy_before=outcome.energy_before,
        energy_after=outcome.energy_after,
    )


def _check(name: str, value: float, is_right: bool, allowed: str) -> None:
    if not is_right:
        raise ValueError(f"{name} is {value}; it must be {allowed}")


class _Interrupts:
    """Notes Ctrl-C instead of raising KeyboardInterrupt, which could not leave the run. Only the main thread gets signals."""

    def __init__(self) -> None:
        self.asked = False
        self._is_main = threading.current_thread() is threading.main_thread()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked = True

    def __enter__(self) -> "_Interrupts":
        if self._is_main:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *unused: object) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._before)


class _Meter:
    """Shows how far a run is, and the time that it will take, four times a second."""

    def __init__(self, start: float, end: float, out: TextIO | None) -> None:
        self._start, self._end, self._out = start, end, out
        self._begin = self._last = clock.perf_counter()

    def show(self, now: float) -> None:
        at = clock.perf_counter()
        if self._out is None or at - self._last < 0.25:
            return
        self._last = at
        share = (now - self._start) / (self._end - self._start)
        left = (at - self._begin) * (1 - share) / share if share > 0 else math.inf
        text = f"{left:.0f} s left" if math.isfinite(left) else "..."
        self._out.write(f"\r{now:.3f} s of {self._end:g} s ({100 * share:.0f} %), {text}   ")
        self._out.flush()

    def end(self, now: float, interrupted: bool, wall_time: float) -> None:
        if self._out is not None:
            what = "interrupted at" if interrupted else "ran to"
            self._out.write(f"\r{what} {now:.3f} s in {wall_time:.1f} s                      \n")
            self._out.flush()
