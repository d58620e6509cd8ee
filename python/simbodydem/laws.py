"""Laws by name, and bases of laws that are written in Python."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

from . import _core
from .docs import documented


class _Law:
    """What laws have in common."""

    required: Sequence[str] = ()
    """Values that the materials of both surfaces must have, by the names of Material()."""

    @property
    def name(self) -> str:
        """The name for messages."""
        return type(self).__name__

    @property
    def parameters(self) -> Mapping[str, float]:
        """Numbers that distinguish the law from another one of the same name. They are checked where a saved State is loaded."""
        return {}

    def bind(self, pair: _core.PairMaterial) -> None:
        """Stores what the law needs of the materials of a pair. It is called once, on a shallow copy that is for this pair."""


@documented("NormalLaw")
class NormalLaw(_Law):
    """A normal law of your own, for trying: World(normal=MyLaw()).

    It is slow: a call of Python takes microseconds, and there are eleven more calls where derivatives are needed. Rollouts run in one
    thread.
    An exception of the law arrives where the simulation was called.
    """

    reaches_beyond_touch: bool = False
    """Whether the law acts at overlaps < 0 too, down to the detection margin."""

    @documented("NormalLaw::calcForce")
    def calc_force(self, contact: _core.NormalInput) -> _core.NormalOutput:
        raise NotImplementedError


@documented("TangentialLaw")
class TangentialLaw(_Law):
    """A tangential law of your own, for trying, see NormalLaw."""

    @documented("TangentialLaw::calcForce")
    def calc_force(self, contact: _core.TangentialInput) -> _core.TangentialOutput:
        raise NotImplementedError


@documented("RollingLaw")
class RollingLaw(_Law):
    """A rolling law of your own, for trying, see NormalLaw."""

    @documented("RollingLaw::calcTorque")
    def calc_torque(self, contact: _core.RollingInput) -> _core.RollingOutput:
        raise NotImplementedError


NamedLaw = str | tuple[str, Mapping[str, float | str]]


def list_laws() -> dict[str, list[str]]:
    """Returns all laws by kind, each with its name, class and formula; "pairs" are the names that World(law=...) takes."""
    laws = dict(_core.list_laws())
    laws["pairs"] = [f"{name}: {normal} and {tangential}" for name, (normal, tangential) in _core.list_named_laws().items()]
    return laws


class HeldLaw:
    """Keeps a law that is written in Python, and a copy of it for each pair of materials. A World has it, and C++ refers to it weakly, so
    that the garbage collector sees all references."""

    def __init__(self, law: _Law) -> None:
        self.law = law
        self._copies: dict[bytes, _Law] = {}

    def bind(self, key: bytes, pair: _core.PairMaterial) -> _Law:
        """Returns the copy for a pair. Pairs with the same values share one, since laws are functions of their input."""
        if key not in self._copies:
            law = copy.copy(self.law)
            law.bind(pair)
            self._copies[key] = law
        return self._copies[key]


def choose(law: NamedLaw | _Law, kind: type[_Law]) -> tuple[str, dict[str, float], dict[str, str]] | HeldLaw:
    """Returns the name, the numbers and the choices of a law, or what keeps a law that is written in Python."""
    if isinstance(law, (str, tuple)):
        name, values = (law, {}) if isinstance(law, str) else law
        numbers = {key: float(value) for key, value in values.items() if not isinstance(value, str)}
        choices = {key: value for key, value in values.items() if isinstance(value, str)}
        return name, numbers, choices
    if not isinstance(law, kind):
        raise TypeError(f"the law {law!r} must be a name, a name with parameters, or a {kind.__name__}")
    return HeldLaw(law)
