"""Runs a model. A run shows its progress, and Ctrl-C ends it with a State that can be used."""

import atexit
import ctypes
import dataclasses
import math
import signal
import sys
import threading
import time as clock
from types import FrameType
from typing import Any, ClassVar, TextIO

import opensim

from ._checks import addresses_of, as_flag, as_number
from ._component import Progress, RunOutcome, RunSettings, call

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

    ContactIntegrator (docs/contact-integrator.md) needs a DEMContactForce in the model, the others do not. interval is that of the States
    which are kept [s]; 0 keeps each step. A step never passes a multiple of it. fixed_step [s] switches off the control of errors. Analyses
    of the model see each step. Ctrl-C ends the run after the present step; then Run.interrupted is true, and another run can continue from
    Run.state. Only a run in the main thread sees Ctrl-C. progress shows the time on stderr; by default if that is a terminal. OpenSim's log
    has the energy at the end, and warnings.

    Raises ValueError for a value out of its range and for a State that does not fit the model, TypeError for a value of another type, and
    RuntimeError with the reason if the integration fails.
    """
    at, _ = addresses_of(model, state)
    start = float(state.getTime())
    time, accuracy, interval = as_number("time", time), as_number("accuracy", accuracy), as_number("interval", interval)
    maximum_step, fixed_step = as_number("maximum_step", maximum_step), as_number("fixed_step", fixed_step)
    _check("time", time, time > start and math.isfinite(time), f"> {start} s, the time of the State, and finite")
    _check("accuracy", accuracy, 0 < accuracy <= 0.1, "in (0, 0.1]")
    # A shorter step would be lost in the rounding of the time, and the run would never end.
    least = 4 * math.ulp(max(abs(start), abs(time)))
    for name, step in (("maximum_step", maximum_step), ("fixed_step", fixed_step)):
        _check(name, step, step > 0, "> 0 s")
        _check(name, step, step >= least, f">= {least:.1g} s, the rounding of the time")
    _check("interval", interval, 0 <= interval < math.inf, ">= 0 s, and finite")
    _check("interval", interval, interval == 0 or interval >= least, f"0, or >= {least:.1g} s, the rounding of the time")
    if math.isfinite(fixed_step):
        _check("fixed_step", fixed_step, fixed_step <= maximum_step, f"<= maximum_step, which is {maximum_step} s")
    if integrator not in INTEGRATORS:
        raise ValueError(f"integrator is {integrator!r}; it must be one of {', '.join(INTEGRATORS)}")
    if integrator == "CPodes" and math.isfinite(fixed_step):
        raise ValueError("CPodes has no fixed step; give maximum_step and accuracy, or choose another integrator")
    perform_analyses = int(as_flag("analyses", analyses))
    if progress is None:
        progress = _is_terminal(sys.stderr)
    result, states, outcome = opensim.State(state), opensim.StatesTrajectory(), RunOutcome()
    settings = RunSettings(time, accuracy, maximum_step, fixed_step, interval, integrator.encode(), perform_analyses)
    meter = _Meter(start, time, sys.stderr if as_flag("progress", progress) else None)
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
    """Notes Ctrl-C instead of raising KeyboardInterrupt, which could not leave the run.

    Only the main thread gets signals, so a run in another thread does not see Ctrl-C. It ends when the program ends: Python would stop its
    thread within the component otherwise, which aborts the process. A program that ignores Ctrl-C, such as one behind nohup, goes on.
    """

    _running: ClassVar[set["_Interrupts"]] = set()

    def __init__(self) -> None:
        self.asked = False
        self._ended = threading.Event()
        self._before: Any = None

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked = True

    def __enter__(self) -> "_Interrupts":
        self._running.add(self)
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None):  # None is a handler that Python cannot restore
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *unused: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        self._running.discard(self)
        self._ended.set()

    @classmethod
    def end_all(cls) -> None:
        """Ends the runs of all other threads, after their present steps."""
        running = list(cls._running)
        for interrupts in running:
            interrupts.asked = True
        for interrupts in running:
            interrupts._ended.wait(60)


atexit.register(_Interrupts.end_all)


def _is_terminal(out: Any) -> bool:
    """Returns whether text that is written there is seen. There may be no stderr, or one that is closed or is no file."""
    try:
        return bool(out.isatty())
    except (AttributeError, OSError, ValueError):
        return False


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
        self._write(f"\r{now:.3f} s of {self._end:g} s ({100 * share:.0f} %), {text}   ")

    def end(self, now: float, interrupted: bool, wall_time: float) -> None:
        what = "interrupted at" if interrupted else "ran to"
        self._write(f"\r{what} {now:.3f} s in {wall_time:.1f} s                      \n")

    def _write(self, text: str) -> None:
        """Writes a text, if progress is shown. If that fails, as on a closed terminal, the run goes on without."""
        if self._out is None:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):
            self._out = None
