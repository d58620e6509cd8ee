"""Scenes of the board as data: bodies, shapes, joints, servos, loads. All units are SI, z is up in most scenes.

A scene is a dictionary that JSON can hold, so that a program of any language can read it. README.md describes its keys. The functions here make
its parts. They need no package.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

Dict = dict[str, Any]
Vector = Sequence[float]


def rotation(axis: Vector, angle: float) -> list[float]:
    """Returns the quaternion (w, x, y, z) of a rotation about an axis of length 1 [rad]."""
    return [math.cos(angle / 2)] + [math.sin(angle / 2) * a for a in axis]


def rotate(q: Vector, v: Vector) -> list[float]:
    """Returns the vector v rotated by the quaternion q."""
    w, x, y, z = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def add(*vectors: Vector) -> list[float]:
    """Returns the sum of vectors."""
    return [float(sum(parts)) for parts in zip(*vectors)]


def scaled(factor: float, v: Vector) -> list[float]:
    """Returns a vector times a number."""
    return [factor * a for a in v]


def plane(position: Vector = (0, 0, 0), normal: Vector = (0, 0, 1)) -> Dict:
    """Returns a plane, of the world only. The normal points out of the solid."""
    return {"kind": "plane", "position": list(position), "normal": list(normal)}


def box(half: Vector, position: Vector = (0, 0, 0), rotation: Vector = (1, 0, 0, 0)) -> Dict:
    """Returns a box with its half lengths."""
    return {"kind": "box", "half": list(half), "position": list(position), "rotation": list(rotation)}


def sphere(radius: float, position: Vector = (0, 0, 0)) -> Dict:
    """Returns a sphere."""
    return {"kind": "sphere", "radius": radius, "position": list(position)}


def capsule(radius: float, half_length: float, position: Vector = (0, 0, 0), rotation: Vector = (1, 0, 0, 0)) -> Dict:
    """Returns a capsule along its z axis. The half length is that of the cylinder without the caps."""
    return {"kind": "capsule", "radius": radius, "half_length": half_length, "position": list(position), "rotation": list(rotation)}


def box_mesh(half: Vector) -> Dict:
    """Returns a box as a mesh of 8 vertices and 12 triangles, whose normals point outwards."""
    vertices = [[(2 * (i >> k & 1) - 1) * half[k] for k in range(3)] for i in range(8)]
    faces = []
    for a, b, c, d in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
        faces += [[a, b, c], [a, c, d]]
    return {"kind": "mesh", "vertices": vertices, "faces": faces, "convex": True, "position": [0, 0, 0], "rotation": [1, 0, 0, 0]}


def box_inertia(mass: float, half: Vector) -> list[float]:
    """Returns the principal moments of a solid box [kg m^2]."""
    x, y, z = (h * h for h in half)
    return [mass / 3 * (y + z), mass / 3 * (x + z), mass / 3 * (x + y)]


def ball_inertia(mass: float, radius: float) -> list[float]:
    """Returns the principal moments of a solid ball [kg m^2]."""
    return [0.4 * mass * radius**2] * 3


def capsule_inertia(mass: float, radius: float, half_length: float) -> list[float]:
    """Returns the principal moments of a solid capsule along z [kg m^2]."""
    cylinder, ball = 2 * half_length, 4 / 3 * radius
    of_cylinder, of_ball = mass * cylinder / (cylinder + ball), mass * ball / (cylinder + ball)
    axial = of_cylinder * radius**2 / 2 + of_ball * 0.4 * radius**2
    across = of_cylinder * (radius**2 / 4 + cylinder**2 / 12)
    across += of_ball * (0.4 * radius**2 + half_length**2 + 0.75 * half_length * radius)
    return [across, across, axial]


def body(
    name: str,
    mass: float,
    inertia: Vector,
    shapes: Iterable[Dict] = (),
    position: Vector = (0, 0, 0),
    rotation: Vector = (1, 0, 0, 0),
    velocity: Vector = (0, 0, 0),
    angular_velocity: Vector = (0, 0, 0),
    joint: Dict | None = None,
) -> Dict:
    """Returns a body. Its origin is its mass center, and its axes are those of its principal moments. Velocities have the world's axes."""
    return {
        "name": name,
        "mass": mass,
        "inertia": list(inertia),
        "shapes": list(shapes),
        "position": list(position),
        "rotation": list(rotation),
        "velocity": list(velocity),
        "angular_velocity": list(angular_velocity),
        "joint": joint,
    }


def joint(
    kind: str,
    parent: str,
    anchor: Vector,
    axis: Vector,
    start: float = 0,
    damping: float = 0,
    servo: Dict | None = None,
) -> Dict:
    """Returns a hinge or a slider. Anchor and axis are in the world, in the pose where all joints are 0."""
    assert kind in ("hinge", "slider")
    return {
        "kind": kind,
        "parent": parent,
        "anchor": list(anchor),
        "axis": list(axis),
        "start": start,
        "damping": damping,
        "servo": servo,
    }


def servo(kp: float, kd: float, offset: float, amplitude: float = 0, frequency: float = 0, phase: float = 0) -> Dict:
    """Returns a servo: kp (target - q) - kd q'. The target is offset + amplitude (1 - cos(2 pi (frequency t + phase)))/2."""
    target = {"offset": offset, "amplitude": amplitude, "frequency": frequency, **({"phase": phase} if phase else {})}
    return {"kp": kp, "kd": kd, "target": target}


def target_at(target: Dict, t: float) -> float:
    """Returns the target of a servo at a time [rad, m]."""
    turns = target["frequency"] * t + target.get("phase", 0)
    return float(target["offset"] + target["amplitude"] * (1 - math.cos(2 * math.pi * turns)) / 2)


def load(of: str, direction: Vector, times: Vector, forces: Vector) -> Dict:
    """Returns a force at the mass center of a body, in the world's axes. It is linear between the times [s], forces[0] before the first one
    and forces[-1] after the last one [N]. Two equal times make a jump."""
    assert len(times) == len(forces) and list(times) == sorted(times)
    return {"body": of, "direction": list(direction), "times": list(times), "forces": list(forces)}


def scene(
    name: str,
    bodies: Iterable[Dict],
    samples: Iterable[float],
    *,
    world: Iterable[Dict] = (),
    friction: float = 0,
    restitution: float | None = None,
    modulus: float | None = None,
    poisson: float | None = None,
    gravity: Vector = (0, 0, -9.81),
    pairs: Iterable[Sequence[str]] | str = "all",
    loads: Iterable[Dict] = (),
    control: float = 0.002,
    torsion: float | None = None,
) -> Dict:
    """Returns a scene. A value of the surfaces that is None is left to the engine. The torsion is a limit that a setting may set by hand."""
    times = sorted({round(t, 9) for t in samples})
    return {
        "name": name,
        "gravity": list(gravity),
        "world": list(world),
        "bodies": list(bodies),
        "pairs": pairs if isinstance(pairs, str) else [list(pair) for pair in pairs],
        "surface": {
            "friction": friction,
            "restitution": restitution,
            "modulus": modulus,
            "poisson": poisson,
            **({} if torsion is None else {"torsion": torsion}),
        },
        "loads": list(loads),
        "samples": times,
        "control": control,
    }
