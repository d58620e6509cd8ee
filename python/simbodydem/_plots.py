"""Plots as SVG, for pages and files of results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 84, 16, 34, 52  # margins


@dataclass(frozen=True)
class Series:
    """One curve or cloud of points. style has the words line, dotted and points."""

    label: str
    color: str
    style: str
    points: Sequence[tuple[float, float]]


def _round_step(span: float) -> float:
    power = 10.0 ** math.floor(math.log10(span / 5))
    return next(power * k for k in (1, 2, 5, 10) if span / (power * k) <= 6)


class _Axis:
    """Maps values to pixels between two ends, and has its ticks."""

    def __init__(self, data: Sequence[float], is_log: bool, begin: float, end: float) -> None:
        low, high = min(data), max(data)
        self._is_log, self._begin, self._end = is_log, begin, end
        if is_log:
            low, high = math.log10(low), math.log10(high)
            if high - low < 1e-9:
                low, high = low - 0.5, high + 0.5
            decades = high - low
            every = max(1, math.ceil(decades / 6))
            steps = (1,) if decades > 2 else (1, 2, 5) if decades > 0.7 else range(1, 10)
            values = [k * 10.0**e for e in range(math.floor(low), math.ceil(high) + 1) if e % every == 0 for k in steps]
            self.ticks = [(math.log10(v), f"{v:.3g}") for v in values if low - 1e-9 <= math.log10(v) <= high + 1e-9]
        else:
            if not high - low > 1e-12 * max(abs(low), abs(high)):
                size = abs(high) or 1.0
                low, high = low - 0.1 * size, high + 0.1 * size
            step = _round_step(high - low)
            low, high = math.floor(low / step) * step, math.ceil(high / step) * step
            self.ticks = [(low + i * step, f"{low + i * step:.6g}") for i in range(round((high - low) / step) + 1)]
            self.ticks = [(v, "0" if abs(v) < 1e-9 * step else text) for v, text in self.ticks]
        self._low, self._high = low, high

    def to_pixel(self, value: float) -> float:
        return self.place(math.log10(value) if self._is_log else value)

    def place(self, value: float) -> float:
        return self._begin + (value - self._low) / (self._high - self._low) * (self._end - self._begin)


def draw(title: str, x_label: str, y_label: str, series: Sequence[Series], x_is_log: bool = False, y_is_log: bool = False) -> str:
    """Returns an <svg> element that scales with its container. Points that are not finite are left out."""
    def can_show(value: float, is_log: bool) -> bool:
        return math.isfinite(value) and (value > 0 or not is_log)

    kept = [
        Series(s.label, s.color, s.style, [(x, y) for x, y in s.points if can_show(x, x_is_log) and can_show(y, y_is_log)])
        for s in series
    ]
    everything = [p for s in kept for p in s.points] or [(1.0, 1.0)]
    x_axis = _Axis([p[0] for p in everything], x_is_log, LEFT, WIDTH - RIGHT)
    y_axis = _Axis([p[1] for p in everything], y_is_log, HEIGHT - BOTTOM, TOP)
    labels = [s for s in kept if s.label]
    height = HEIGHT + 22 * len(labels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="15">{escape(title)}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_label)}</text>',
        f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">{escape(y_label)}</text>',
    ]
    for value, text in x_axis.ticks:
        x = x_axis.place(value)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{text}</text>')
    for value, text in y_axis.ticks:
        y = y_axis.place(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#555"/>')
    for s in kept:
        pixels = [(x_axis.to_pixel(x), y_axis.to_pixel(y)) for x, y in s.points]
        if "line" in s.style or "dotted" in s.style:
            dashes = ' stroke-dasharray="2 4"' if "dotted" in s.style else ""
            path = "".join(f"{'L' if i else 'M'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(pixels))
            parts.append(f'<path d="{path}" fill="none" stroke="{s.color}" stroke-width="2"{dashes}/>')
        if "points" in s.style:
            dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in pixels)
            parts.append(f'<path d="{dots}" stroke="{s.color}" stroke-width="5" stroke-linecap="round"/>')
    for i, s in enumerate(labels):
        y = HEIGHT + 22 * i + 6
        dashes = ' stroke-dasharray="2 4"' if "dotted" in s.style else ""
        line = f'<path d="M{LEFT} {y}h30" stroke="{s.color}" stroke-width="2"{dashes}/>' if s.style != "points" else ""
        dot = f'<path d="M{LEFT + 15} {y}h0" stroke="{s.color}" stroke-width="6" stroke-linecap="round"/>' if "points" in s.style else ""
        parts.append(f'{line}{dot}<text x="{LEFT + 40}" y="{y + 5}">{escape(s.label)}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def spell(name: str) -> str:
    """Returns a name for a label: max_overlap has words, e_n stays."""
    words = "".join("_" if c == "_" and i + 2 == len(name) else " " if c == "_" else c for i, c in enumerate(name))
    return words




__all__ = ["Series", "draw", "spell"]
