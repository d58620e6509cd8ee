# SPDX-License-Identifier: Apache-2.0
"""Holds the options of a conversion."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .errors import ConversionError


@dataclass(frozen=True)
class Options:
    """Holds the values that the old forces do not define.

    :ivar poissons_ratio: nu [-], in (-1, 0.5], for the spring of friction; below 0.5 for layers
    :ivar impact_speed: v [m/s], >= 0; the new restitution is 1 - c v there, or 0.1 if that is less
    :ivar match_load: load [N] at which a converted SmoothSphereHalfSpaceForce has the depth of the old one; None keeps its stiffness
    :ivar merge: the names of old forces by the name of the one force that takes their place
    """

    poissons_ratio: float = 0.3
    impact_speed: float = 0.1
    match_load: float | None = None
    merge: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def checked(self) -> Options:
        """Returns the options with plain numbers and lists, also if numpy's were given.

        :raises ConversionError: if one is out of its range or of another type
        """
        poisson, speed = _number("--poisson", self.poissons_ratio), _number("--speed", self.impact_speed)
        load = None if self.match_load is None else _number("--match-load", self.match_load)
        if not -1 < poisson <= 0.5:
            raise ConversionError(f"--poisson is {poisson}; it must be in (-1, 0.5]")
        if not (math.isfinite(speed) and speed >= 0):
            raise ConversionError(f"--speed is {speed}; it must be a number >= 0 [m/s]")
        if load is not None and not (math.isfinite(load) and load > 0):
            raise ConversionError(f"--match-load is {load}; it must be a number > 0 [N]")
        if not isinstance(self.merge, Mapping):
            raise ConversionError(f"--merge is {self.merge!r}; it must be a dict of lists of names")
        owner: dict[str, str] = {}
        merge: dict[str, list[str]] = {}
        for new, old in self.merge.items():
            if isinstance(old, str) or not isinstance(old, Sequence) or not all(isinstance(name, str) for name in [new, *old]):
                raise ConversionError(f"--merge is {{{new!r}: {old!r}}}; it must be like {{'foot_r': ['heel_r', 'front_r']}}")
            if not new or any(sign in new for sign in " /,=") or not old or not all(old):
                raise ConversionError(f"--merge is '{new}={','.join(old)}'; it must be like foot_r=heel_r,front_r")
            for name in old:
                if name in owner:
                    raise ConversionError(f"--merge names the force {name} twice, for {owner[name]} and for {new}")
                owner[name] = new
            merge[new] = list(old)
        return Options(poisson, speed, load, merge)


def _number(name: str, value: object) -> float:
    if isinstance(value, (bool, str)) or not hasattr(value, "__float__"):
        raise ConversionError(f"{name} is {value!r}; it must be a number")
    return float(value)
