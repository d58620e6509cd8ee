"""Numbers from the samples of a run. Each function has the name that Measure.kind gives, and returns SI units."""

from __future__ import annotations

import math
from typing import Any

from scene import rotate

Dict = dict[str, Any]
Vector = list[float]


class NotFinite(Exception):
    """The run has blown up, or has lost a body."""


class Samples:
    """The samples of a run."""

    def __init__(self, answer: Dict) -> None:
        self.times: list[float] = answer["t"]
        self.bodies: dict[str, list[Vector]] = answer["bodies"]

    def at(self, body: str, time: float) -> Vector:
        """Returns the 13 numbers of a body at the sample nearest to a time."""
        i = min(range(len(self.times)), key=lambda k: abs(self.times[k] - time))
        row = self.bodies[body][i]
        if any(x is None or not math.isfinite(x) for x in row):
            raise NotFinite(f"{body} has no finite position at {self.times[i]:g} s")
        return row

    def time(self, time: float) -> float:
        """Returns the time of the sample nearest to a time."""
        return min(self.times, key=lambda t: abs(t - time))


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b))


def minus(a: Vector, b: Vector) -> Vector:
    return [x - y for x, y in zip(a, b)]


def displacement(s: Samples, body: str, along: Vector, start: float, end: float) -> float:
    return dot(along, minus(s.at(body, end)[:3], s.at(body, start)[:3]))


def rate(s: Samples, body: str, along: Vector, start: float, end: float) -> float:
    return displacement(s, body, along, start, end) / (s.time(end) - s.time(start))


def point_of(s: Samples, body: str, point: Vector, time: float) -> Vector:
    row = s.at(body, time)
    return [a + b for a, b in zip(row[:3], rotate(row[3:7], point))]


def greatest_rate(s: Samples, bodies: list[str], point: Vector, normal: Vector, start: float, end: float) -> float:
    greatest = 0.0
    for body in bodies:
        moved = minus(point_of(s, body, point, end), point_of(s, body, point, start))
        across = dot(moved, normal)
        along = math.sqrt(max(0.0, sum((m - across * n) ** 2 for m, n in zip(moved, normal))))
        greatest = max(greatest, along / (s.time(end) - s.time(start)))
    return greatest


def in_frame(s: Samples, body: str, frame: str, time: float) -> Vector:
    at = s.at(frame, time)
    return rotate([at[3], -at[4], -at[5], -at[6]], minus(s.at(body, time)[:3], at[:3]))


def relative_rate(s: Samples, body: str, frame: str, start: float, end: float) -> float:
    return math.dist(in_frame(s, body, frame, end), in_frame(s, body, frame, start)) / (s.time(end) - s.time(start))


def acceleration(s: Samples, body: str, along: Vector, start: float, end: float) -> float:
    return dot(along, minus(s.at(body, end)[7:10], s.at(body, start)[7:10])) / (s.time(end) - s.time(start))


def speed(s: Samples, body: str, along: Vector, at: float) -> float:
    return dot(along, s.at(body, at)[7:10])


def height(s: Samples, body: str, at: float) -> float:
    return s.at(body, at)[2]


def along_normal(s: Samples, body: str, normal: Vector, at: float) -> float:
    return dot(normal, s.at(body, at)[:3])


def rebound(s: Samples, body: str, at: float, radius: float, impact: float, gravity: float) -> float:
    row = s.at(body, at)
    return math.sqrt(max(0.0, 2 * gravity * (row[2] - radius) + row[9] ** 2)) / impact


def contact_time(s: Samples, body: str, radius: float) -> float:
    heights = [row[2] - radius for row in s.bodies[body]]
    if any(h is None for h in heights):
        raise NotFinite(f"{body} has no finite position")
    begin = end = None
    for i in range(1, len(heights)):
        if (heights[i - 1] > 0) != (heights[i] > 0):
            part = heights[i - 1] / (heights[i - 1] - heights[i])
            crossing = s.times[i - 1] + part * (s.times[i] - s.times[i - 1])
            if begin is None:
                begin = crossing
            elif end is None:
                end = crossing
    return 0.0 if begin is None else math.inf if end is None else end - begin


def depth(s: Samples, body: str, radius: float) -> float:
    heights = [row[2] - radius for row in s.bodies[body]]
    return max(0.0, -min(heights))


def momentum(s: Samples, masses: dict[str, float], along: Vector, at: float) -> float:
    return sum(mass * speed(s, body, along, at) for body, mass in masses.items())


def moment(s: Samples, body: str, along: Vector, inertia: float, start: float, end: float) -> float:
    return -inertia * dot(along, minus(s.at(body, end)[10:13], s.at(body, start)[10:13])) / (s.time(end) - s.time(start))


def spin_of(s: Samples, body: str, inertia: Vector, time: float) -> tuple[float, Vector]:
    row = s.at(body, time)
    w = rotate([row[3], -row[4], -row[5], -row[6]], row[10:13])
    return 0.5 * sum(i * x * x for i, x in zip(inertia, w)), rotate(row[3:7], [i * x for i, x in zip(inertia, w)])


def energy_change(s: Samples, body: str, inertia: Vector, start: float, end: float) -> float:
    before = spin_of(s, body, inertia, start)[0]
    return abs(spin_of(s, body, inertia, end)[0] / before - 1)


def spin_change(s: Samples, body: str, inertia: Vector, start: float, end: float) -> float:
    before = spin_of(s, body, inertia, start)[1]
    return math.dist(spin_of(s, body, inertia, end)[1], before) / math.hypot(*before)


def greatest_overlap(s: Samples, radius: float, side: float) -> float:
    greatest = 0.0
    names = list(s.bodies)
    for i in range(len(s.times)):
        rows = [s.bodies[name][i][:3] for name in names]
        if any(x is None for row in rows for x in row):
            raise NotFinite(f"a ball has no finite position at {s.times[i]:g} s")
        for a, p in enumerate(rows):
            greatest = max(greatest, radius - p[2], *(radius - side + abs(x) for x in p[:2]))
            for q in rows[a + 1 :]:
                greatest = max(greatest, 2 * radius - math.dist(p, q))
    return greatest / radius


def greatest_speed(s: Samples, at: float) -> float:
    return max(math.hypot(*s.at(body, at)[7:10]) for body in s.bodies)


def center_height(s: Samples, at: float) -> float:
    return sum(height(s, body, at) for body in s.bodies) / len(s.bodies)


def positions(s: Samples, bodies: list[str]) -> list[Vector]:
    return [[x for body in bodies for x in s.at(body, time)[:3]] for time in s.times]


def center_heights(s: Samples) -> list[Vector]:
    return [[center_height(s, time)] for time in s.times]


def trace(kind: str, answer: Dict, **arguments: Any) -> list[Vector]:
    """Returns a point for each sample of a run, by which it is compared with a converged run [m]."""
    functions = {f.__name__: f for f in (positions, center_heights)}
    return [list(map(float, row)) for row in functions[kind](Samples(answer), **arguments)]


def trace_distance(a: list[Vector], b: list[Vector]) -> float:
    """Returns the root of the mean square of the distances of two traces [m]; infinite if their samples differ."""
    return math.sqrt(sum(math.dist(p, q) ** 2 for p, q in zip(a, b)) / len(a)) if len(a) == len(b) else math.inf


def measure(kind: str, answer: Dict, arguments: Dict) -> float:
    """Returns a number of a run, in SI units."""
    functions = {
        f.__name__: f
        for f in (
            displacement,
            rate,
            greatest_rate,
            relative_rate,
            acceleration,
            speed,
            height,
            along_normal,
            rebound,
            contact_time,
            depth,
            momentum,
            moment,
            energy_change,
            spin_change,
            greatest_overlap,
            greatest_speed,
            center_height,
        )
    }
    return float(functions[kind](Samples(answer), **arguments))
