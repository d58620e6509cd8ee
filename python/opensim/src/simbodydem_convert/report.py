# SPDX-License-Identifier: Apache-2.0
"""Describes what a conversion has changed and what it has not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .laws import PairValues

DEPTHS = (-0.002, 0.0, 0.001, 0.005, 0.01)  # [m]


def short(value: float) -> str:
    """Returns a number with four digits."""
    return f"{value:.4g}"


@dataclass(frozen=True)
class ForceAtDepth:
    """Holds the forces at rest of a pair at one depth."""

    depth: float  # [m], negative above the plane
    old: float  # [N]
    new: float | None  # [N]; None if the force was not converted


@dataclass(frozen=True)
class PairChange:
    """Describes a pair of surfaces whose force has changed, or has been kept."""

    first: str
    second: str
    old: PairValues
    new: PairValues

    @property
    def stiffness_ratio(self) -> float:
        """Returns the new elastic force over the old one."""
        return self.new.effective_modulus / self.old.effective_modulus

    @property
    def is_kept(self) -> bool:
        """Returns whether elastic force, dissipation and friction are the old ones."""
        return (
            abs(self.stiffness_ratio - 1) < 0.005
            and abs(self.new.dissipation - self.old.dissipation) < 1e-6 * max(1.0, self.old.dissipation)
            and abs(self.new.static_friction - self.old.static_friction) < 1e-6
            and abs(self.new.kinetic_friction - self.old.kinetic_friction) < 1e-6
        )

    def __str__(self) -> str:
        old, new = self.old, self.new

        def part(name: str, before: float, after: float, unit: str) -> str:
            return f"{name} {short(after)}{unit}" + ("" if abs(after - before) < 1e-6 else f" instead of {short(before)}{unit}")

        percent = 100 * (1 - self.stiffness_ratio)
        elastic = "elastic force kept"
        if abs(percent) >= 0.5:
            elastic = f"{abs(percent):.0f} % {'softer' if percent > 0 else 'stiffer'}"
        return (
            f"{self.first} on {self.second}: {elastic} (E* {short(new.effective_modulus)} Pa), "
            + part("dissipation", old.dissipation, new.dissipation, " s/m")
            + ", "
            + part("static friction", old.static_friction, new.static_friction, "")
            + ", "
            + part("kinetic friction", old.kinetic_friction, new.kinetic_friction, "")
        )


@dataclass
class ForceReport:
    """Describes what has become of one force."""

    kind: str
    name: str
    line: int
    new_name: str = ""
    num_surfaces: int = 0
    is_off: bool = False
    reason_left: str = ""  # why it was left as it was; empty if it was converted
    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    pairs: list[PairChange] = field(default_factory=list)
    forces_at_depths: list[ForceAtDepth] = field(default_factory=list)

    @property
    def is_converted(self) -> bool:
        """Returns whether a DEMContactForce has taken its place."""
        return not self.reason_left

    def add_forces(self, old: Callable[[float], float], new: Callable[[float], float] | None) -> None:
        """Adds the forces at rest at the depths of the report."""
        for depth in DEPTHS:
            self.forces_at_depths.append(ForceAtDepth(depth, old(depth), None if new is None else new(depth)))

    def describe_merge(self) -> str:
        """Describes a force that has taken the place of several."""
        return "\n".join([f'merged into DEMContactForce "{self.new_name}", {self.num_surfaces} surfaces', *self._describe_changes()])

    def __str__(self) -> str:
        head = f'{self.kind} "{self.name}" (line {self.line})'
        lines = []
        if self.is_converted:
            off = ", which is off" if self.is_off else ""
            lines.append(f'{head}{off} -> DEMContactForce "{self.new_name}", {self.num_surfaces} surfaces')
        else:
            lines.append(f"{head} was left as it was: {self.reason_left}")
        return "\n".join(lines + self._describe_changes())

    def _describe_changes(self) -> list[str]:
        lines = [f"  kept: {text}" for text in self.kept]
        lines += [f"  changed: {text}" for text in self.changed]
        kept_pairs = [pair for pair in self.pairs if pair.is_kept]
        lines += [f"  changed: {pair}" for pair in self.pairs if not pair.is_kept]
        if len(kept_pairs) <= 3:
            lines += [f"  kept: {pair}" for pair in kept_pairs]
        else:
            lines.append(f"  kept: elastic force, dissipation and friction of {len(kept_pairs)} pairs, such as")
            lines.append(f"        {kept_pairs[0]}")
        if self.forces_at_depths:
            has_new = self.forces_at_depths[0].new is not None
            lines.append("  force at rest:")
            lines.append(f"  {'depth [mm]':>12} {'old force [N]':>16}" + (f" {'new force [N]':>16}" if has_new else ""))
            for row in self.forces_at_depths:
                text = f"  {1e3 * row.depth:>12.4g} {row.old:>16.4g}"
                lines.append(text + (f" {row.new:>16.4g}" if row.new is not None else ""))
        return lines


@dataclass
class Report:
    """Holds the converted model and describes the conversion.

    :ivar content: the converted model, as bytes of a file
    """

    source: str
    content: bytes
    forces: list[ForceReport]
    merges: list[ForceReport] = field(default_factory=list)  # the forces that --merge makes
    notes: list[str] = field(default_factory=list)
    folder: Path | None = None  # of the model that was converted, from which it names its meshes

    @property
    def num_converted(self) -> int:
        """Returns the number of old forces that were converted."""
        return sum(force.is_converted for force in self.forces)

    @property
    def num_left(self) -> int:
        """Returns the number of contact forces that were left as they were."""
        return len(self.forces) - self.num_converted

    def __str__(self) -> str:
        lines = [f"{self.source}: {self.num_converted} contact forces converted, {self.num_left} left as they were"]
        lines += [str(force) for force in self.forces]
        lines += [merge.describe_merge() for merge in self.merges]
        lines += [f"note: {text}" for text in self.notes]
        return "\n".join(lines)
