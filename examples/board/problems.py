"""The problems of the board: scenes, what is measured in them, and the right values with their formulas.

`python problems.py` prints all problems as JSON.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import asdict, dataclass, field
from typing import Any

from scene import (
    ball_inertia,
    body,
    box,
    box_inertia,
    box_mesh,
    capsule,
    capsule_inertia,
    joint,
    load,
    plane,
    rotation,
    scaled,
    scene,
    servo,
    sphere,
    target_at,
)

Dict = dict[str, Any]
GRAVITY = 9.81
GROUPS = {
    "checks": "Checks of the adapters",
    "stays": "Things that stay",
    "moves": "Things that move as a closed form says",
    "costs": "CPU time at equal error",
}


@dataclass
class Measure:
    """A number that measures.py computes from the samples of a run."""

    name: str
    kind: str  # a function of measures.py
    arguments: Dict
    unit: str
    right: float  # in the unit; NaN if there is no closed form
    good: float  # an error that is good enough, in the unit
    formula: str = ""
    factor: float = 1  # from SI to the unit
    guard: bool = False  # if this one is wrong, the others have no meaning
    lost: float = math.inf  # an error of more than this is not a number of this kind: something fell, or was thrown away


@dataclass
class Problem:
    """A scene with its measures. The first measure is the one that the page sorts by."""

    name: str
    group: str
    title: str
    text: str
    source: str
    scene: Dict
    measures: list[Measure]
    needs: list[str] = field(default_factory=list)  # of the surface: the scene has no meaning without them
    costs: bool = False  # error over CPU time is measured too
    cost_measure: int = 0  # the number of the measure whose error this is
    trace: Dict = field(default_factory=dict)  # this error is the distance of this trace of measures.py from that of a converged run
    chaotic: bool = False  # a nudge of 1e-9 m changes the trace more than errors of steps do


CREEP: Dict = dict(unit="um/s", right=0, good=0.01, factor=1e6, lost=5e4)
SIZE = [0.1, 0.1, 0.05]


def tilted(degrees: float) -> tuple[list[float], list[float], list[float]]:
    """Returns the normal of a plane that is tilted about y, the direction down it, and the rotation of what lies on it."""
    a = math.radians(degrees)
    return [math.sin(a), 0, math.cos(a)], [math.cos(a), 0, -math.sin(a)], rotation([0, 1, 0], a)


def brick_on_slope(name: str, degrees: float, shape: Dict, **options: Any) -> tuple[Dict, list[float]]:
    """Returns a scene of the brick of 1 kg on a slope, and the direction down the slope."""
    normal, down, turned = tilted(degrees)
    brick = body("box", 1, box_inertia(1, SIZE), [shape], scaled(SIZE[2], normal), turned)
    return scene(name, [brick], world=[plane(normal=normal)], pairs=[("world", "box")], **options), down


def fall() -> Problem:
    brick = body("box", 1, box_inertia(1, SIZE), [box(SIZE)], [0, 0, 2])
    return Problem(
        "fall",
        "checks",
        "Free fall",
        "A box falls for 0.4 s.",
        "closed form",
        scene("fall", [brick], [0, 0.4], world=[plane()], pairs=[("world", "box")], friction=0.5),
        [Measure("distance", "displacement", dict(body="box", along=[0, 0, -1], start=0, end=0.4), "m", 0.7848, 0.01, "g t^2/2")],
    )


def below() -> Problem:
    made, down = brick_on_slope("below", 17, box(SIZE), samples=[0, 1, 2], friction=0.29)
    right = GRAVITY * (math.sin(math.radians(17)) - 0.29 * math.cos(math.radians(17)))
    return Problem(
        "below",
        "checks",
        "Sliding below the limit",
        "A box on a slope of 17 degrees with friction 0.29 slides, since 0.29 is less than tan 17.",
        "closed form",
        made,
        [Measure("acceleration", "acceleration", dict(body="box", along=down, start=1, end=2), "m/s^2", right, 0.01 * right, "g (sin a - mu cos a)")],
    )


ROD = dict(mass=1.0, arm=0.25)  # of the mass center from the hinge
QUARTER = 0.3  # of the period at an amplitude of RELEASE [s]
RELEASE = 1.0  # [rad]


def rod_inertia() -> float:
    """Returns the moment about the hinge with which a quarter of the period, K(sin(a/2)) (I/(m g d))^(1/2), is QUARTER. K is a complete elliptic
    integral, which an arithmetic-geometric mean gives."""
    a, b = 1.0, math.cos(RELEASE / 2)
    for _ in range(8):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return ROD["mass"] * GRAVITY * ROD["arm"] * (QUARTER * 2 * a / math.pi) ** 2


def rod_on_hinge(start: float, drive: Dict | None = None) -> Dict:
    """Returns a rod that hangs on a hinge at its upper end and can turn about y."""
    across = rod_inertia() - ROD["mass"] * ROD["arm"] ** 2
    at = [0, 0, -ROD["arm"]]
    return body("rod", ROD["mass"], [across, across, across / 20], [], at, joint=joint("hinge", "world", [0, 0, 0], [0, 1, 0], start, servo=drive))


def pendulum() -> Problem:
    mass, arm = ROD["mass"], ROD["arm"]
    speed = arm * math.sqrt(2 * mass * GRAVITY * arm * (1 - math.cos(RELEASE)) / rod_inertia())
    path = arm * math.sin(RELEASE)
    return Problem(
        "pendulum",
        "checks",
        "Pendulum on a hinge",
        "A rod hangs on a hinge at its end, and is let go at 1 rad. The numbers are those after 0.3 s, which is a quarter of its period.",
        "closed form",
        scene("pendulum", [rod_on_hinge(RELEASE)], [0, QUARTER]),
        [
            Measure("path", "displacement", dict(body="rod", along=[1, 0, 0], start=0, end=QUARTER), "m", path, 0.01 * path, "d sin a"),
            Measure("speed", "speed", dict(body="rod", along=[1, 0, 0], at=QUARTER), "m/s", speed, 0.01 * speed, "d (2 m g d (1 - cos a)/I)^(1/2)"),
        ],
    )


def hold() -> Problem:
    angle, kp, arm = 0.5, 20.0, ROD["arm"]
    target = angle + ROD["mass"] * GRAVITY * arm * math.sin(angle) / kp
    path = arm * math.sin(angle)
    return Problem(
        "hold",
        "checks",
        "Servo that holds a rod",
        "A servo (20 N m/rad, 1 N m s/rad) on the hinge of the same rod lifts it, and holds it against its weight at 0.5 rad.",
        "closed form",
        scene("hold", [rod_on_hinge(0, servo(kp, 1, target))], [0, 3]),
        [Measure("path", "displacement", dict(body="rod", along=[-1, 0, 0], start=0, end=3), "m", path, 0.01 * path, "kp (q0 - q) = m g d sin q")],
    )


def slope() -> Problem:
    made, down = brick_on_slope("slope", 17, box(SIZE), samples=[0, 1, 11], friction=0.8)
    return Problem(
        "slope",
        "stays",
        "Box on a slope",
        "A box of 0.2 x 0.2 x 0.1 m and 1 kg on a slope of 17 degrees, friction 0.8. It is set down at touch.",
        "a public report of creep",
        made,
        [Measure("creep", "rate", dict(body="box", along=down, start=1, end=11), **CREEP)],
    )


def pinch(force: float) -> Problem:
    half = [0.008, 0.03, 0.02]
    rod = body(
        "rod",
        0.045,
        capsule_inertia(0.045, 0.004, 0.02),
        [capsule(0.004, 0.02)],
        rotation=rotation([1, 0, 0], math.pi / 2),
    )
    pads = [
        body(
            name,
            0.2,
            box_inertia(0.2, half),
            [box(half)],
            [x, 0, 0],
            joint=joint("slider", "world", [x, 0, 0], [1, 0, 0], damping=100),
        )
        for name, x in (("left", -0.012), ("right", 0.012))
    ]
    name = f"pinch{force:g}"
    return Problem(
        name,
        "stays",
        f"Rod between two pads, {force:g} N",
        f"A capsule of 4 mm radius and 45 g between two pads that press with {force:g} N, friction 0.7.",
        "google-deepmind/mujoco#3328",
        scene(
            name,
            [*pads, rod],
            [0, 0.5, 2.5],
            pairs=[("left", "rod"), ("right", "rod")],
            friction=0.7,
            loads=[load("left", [1, 0, 0], [0], [force]), load("right", [-1, 0, 0], [0], [force])],
        ),
        [Measure("sinking", "rate", dict(body="rod", along=[0, 0, -1], start=0.5, end=2.5), **CREEP)],
    )


def wall() -> Problem:
    half = [0.05] * 3
    cube = body("cube", 1, box_inertia(1, half), [box(half)], [0.05, 0, 0])
    return Problem(
        "wall",
        "stays",
        "Cube against a wall",
        "A cube of 0.1 m and 1 kg is pressed against a wall by 20 N, friction 1. Its weight is half of the limit.",
        "Genesis-Embodied-AI/Genesis#2872",
        scene(
            "wall",
            [cube],
            [0, 1, 6],
            world=[plane(normal=[1, 0, 0])],
            pairs=[("world", "cube")],
            friction=1,
            loads=[load("cube", [-1, 0, 0], [0], [20])],
        ),
        [Measure("sinking", "rate", dict(body="cube", along=[0, 0, -1], start=1, end=6), **CREEP)],
    )


def mesh() -> Problem:
    made, down = brick_on_slope("mesh", 2, box_mesh(SIZE), samples=[0, 1, 6], friction=1)
    return Problem(
        "mesh",
        "stays",
        "Mesh on a slope",
        "The box of the first scene as 12 triangles, on a slope of 2 degrees, friction 1.",
        "newton-physics/newton#1138",
        made,
        [Measure("creep", "rate", dict(body="box", along=down, start=1, end=6), **CREEP)],
    )


def stop() -> Problem:
    brick = body("box", 1, box_inertia(1, SIZE), [box(SIZE)], [0, 0, SIZE[2]], velocity=[2, 0, 0])
    right = 4 / (2 * 0.3 * GRAVITY)
    return Problem(
        "stop",
        "stays",
        "Box that stops",
        "A box slides at 2 m/s on a plane, friction 0.3, stops, and stays.",
        "newton-physics/newton#2549",
        scene("stop", [brick], [0, 2, 7], world=[plane()], pairs=[("world", "box")], friction=0.3),
        [
            Measure("drift", "rate", dict(body="box", along=[1, 0, 0], start=2, end=7), **CREEP),
            Measure("distance", "displacement", dict(body="box", along=[1, 0, 0], start=0, end=2), "m", right, 0.01 * right, "v^2/(2 mu g)"),
        ],
        costs=True,
        cost_measure=1,
    )


HIP, KNEE, LIMB, FOOT = 0.6, -1.2, 0.2, 0.02
LEGS = (("fl", 0.17, 0.1), ("fr", 0.17, -0.1), ("rl", -0.17, 0.1), ("rr", -0.17, -0.1))
STANDS = LIMB * (math.cos(HIP) + math.cos(HIP + KNEE)) + FOOT  # height of the trunk of the quadruped that stands [m]


def quadruped_bodies(drives: dict[str, list[Dict]]) -> list[Dict]:
    """Returns a quadruped with these servos of each leg: of hip, thigh and knee. Its joints start at their targets."""
    bodies = [body("trunk", 12, box_inertia(12, [0.2, 0.1, 0.05]), [box([0.2, 0.1, 0.05])], [0, 0, STANDS])]
    for name, x, y in LEGS:
        out = y + math.copysign(0.06, y)
        at = [x, out, STANDS]
        limb = [0, 0, 0.5 * LIMB]
        first = [target_at(one["target"], 0) for one in drives[name]]
        bodies += [
            body(
                f"hip_{name}",
                0.1,
                box_inertia(0.1, [0.02] * 3),
                [],
                [x, y, STANDS],
                joint=joint("hinge", "trunk", [x, y, STANDS], [1, 0, 0], first[0], servo=drives[name][0]),
            ),
            body(
                f"thigh_{name}",
                0.6,
                capsule_inertia(0.6, FOOT, LIMB / 2),
                [capsule(FOOT, LIMB / 2)],
                [at[k] - limb[k] for k in range(3)],
                joint=joint("hinge", f"hip_{name}", at, [0, 1, 0], first[1], servo=drives[name][1]),
            ),
            body(
                f"shank_{name}",
                0.3,
                capsule_inertia(0.3, FOOT, LIMB / 2),
                [sphere(FOOT, [0, 0, -LIMB / 2])],
                [at[k] - 3 * limb[k] for k in range(3)],
                joint=joint("hinge", f"thigh_{name}", [at[k] - 2 * limb[k] for k in range(3)], [0, 1, 0], first[2], servo=drives[name][2]),
            ),
        ]
    return bodies


def quadruped() -> Problem:
    bodies = quadruped_bodies({name: [servo(100, 3, target) for target in (0, HIP, KNEE)] for name, _, _ in LEGS})
    shanks = [f"shank_{name}" for name, _, _ in LEGS]
    feet = dict(bodies=shanks, point=[0, 0, -LIMB / 2], normal=[0, 0, 1])
    return Problem(
        "quadruped",
        "stays",
        "Quadruped that is pushed",
        "A quadruped of 16 kg stands by 12 servos (100 N m/rad, 3 N m s/rad), friction 0.8. After 1 s a force of 20 N pushes it sideways. "
        "The number is the fastest foot.",
        "our set-up",
        scene(
            "quadruped",
            bodies,
            [0, 3, 6, 9, 11],
            world=[plane()],
            pairs=[("world", shank) for shank in shanks],
            friction=0.8,
            loads=[load("trunk", [0, 1, 0], [1, 1], [0, 20])],
        ),
        [
            Measure("drift, 9 to 11 s", "greatest_rate", dict(**feet, start=9, end=11), **CREEP),
            Measure("drift, 3 to 6 s", "greatest_rate", dict(**feet, start=3, end=6), **{**CREEP, "good": 1}),
            Measure("trunk's height", "height", dict(body="trunk", at=11), "m", STANDS, 0.05, "it still stands", guard=True),
        ],
        costs=True,
    )


def wave(kp: float, kd: float, mean: float, cosine: float, sine: float, phase: float) -> Dict:
    """Returns a servo with the target mean + cosine cos(w) + sine sin(w), with w = 2 pi (STRIDES t + phase)."""
    half = math.hypot(cosine, sine)
    shift = math.atan2(sine, -cosine) / (2 * math.pi)  # -half cos(w + 2 pi shift) is the sum of both waves
    return servo(kp, kd, mean - half, 2 * half, STRIDES, phase + shift)


STRIDES = 2.0  # [1/s]


def trot() -> Problem:
    lift, swing, seconds = 0.2, 0.15, 3.0
    drives = {}
    for name, _, _ in LEGS:
        phase = 0.0 if name in ("fl", "rr") else 0.5
        drives[name] = [
            servo(100, 3, 0),
            wave(100, 3, HIP + lift / 2, -lift / 2, swing, phase),
            wave(100, 3, KNEE - lift, lift, 0, phase),
        ]
    shanks = [f"shank_{name}" for name, _, _ in LEGS]
    return Problem(
        "trot",
        "costs",
        "Quadruped that trots",
        "The quadruped trots for 3 s, with 2 strides per second. Diagonal legs swing together, by servos without feedback from the trunk.",
        "our set-up",
        scene(
            "trot",
            quadruped_bodies(drives),
            [0.05 * i for i in range(round(seconds / 0.05) + 1)],
            world=[plane()],
            pairs=[("world", shank) for shank in shanks],
            friction=0.8,
        ),
        [
            Measure("path", "displacement", dict(body="trunk", along=[1, 0, 0], start=0, end=seconds), "m", math.nan, 0.01),
            Measure("trunk's height", "height", dict(body="trunk", at=seconds), "m", STANDS, 0.1, "it still stands", guard=True),
        ],
        costs=True,
        trace=dict(kind="positions", bodies=["trunk"]),
    )


def stack() -> Problem:
    normal, down, turned = tilted(2)
    half = [0.05] * 3
    names = [f"box{i}" for i in range(10)]
    bodies = [body(name, 1, box_inertia(1, half), [box(half)], scaled(0.05 + 0.1 * i, normal), turned) for i, name in enumerate(names)]
    return Problem(
        "stack",
        "stays",
        "Stack of ten",
        "Ten cubes of 0.1 m and 1 kg on a slope of 2 degrees, friction 0.6. The number is the fastest cube. Engines that have a modulus have 1e9 Pa.",
        "our set-up",
        scene(
            "stack",
            bodies,
            [0, 30, 40],
            world=[plane(normal=normal)],
            friction=0.6,
            modulus=1e9,
            poisson=0.3,
        ),
        [
            Measure("drift", "greatest_rate", dict(bodies=names, point=[0, 0, 0], normal=normal, start=30, end=40), **CREEP),
            Measure("height of the top", "along_normal", dict(body=names[-1], normal=normal, at=40), "m", 0.95, 0.01, "it still stands", guard=True),
        ],
    )


def ratio() -> Problem:
    normal, down, turned = tilted(2)
    half = [0.05] * 3
    bodies = [
        body("light", 1, box_inertia(1, half), [box(half)], scaled(0.05, normal), turned),
        body("heavy", 1000, box_inertia(1000, half), [box(half)], scaled(0.15, normal), turned),
    ]
    return Problem(
        "ratio",
        "stays",
        "1000 kg on 1 kg",
        "A cube of 1000 kg on a cube of 1 kg on a slope of 2 degrees, friction 0.6. The number is the faster cube. Engines that have a "
        "modulus have that of steel, 2e11 Pa.",
        "our set-up",
        scene(
            "ratio",
            bodies,
            [0, 5, 15],
            world=[plane(normal=normal)],
            friction=0.6,
            modulus=2e11,
            poisson=0.3,
        ),
        [
            Measure("drift", "greatest_rate", dict(bodies=["light", "heavy"], point=[0, 0, 0], normal=normal, start=5, end=15), **CREEP),
            Measure("height of the top", "along_normal", dict(body="heavy", normal=normal, at=15), "m", 0.15, 0.01, "it still stands", guard=True),
        ],
    )


def gripper() -> Problem:
    half, finger = [0.02] * 3, [0.005, 0.02, 0.02]
    bodies = [
        body(
            "hand",
            1,
            box_inertia(1, [0.05, 0.02, 0.02]),
            [],
            [0, 0, 0.1],
            joint=joint("slider", "world", [0, 0, 0.1], [0, 0, 1], 0, servo=servo(2e4, 200, 0, 0.03, 4)),
        ),
        *(
            body(
                name,
                0.1,
                box_inertia(0.1, finger),
                [box(finger)],
                [x, 0, 0],
                joint=joint("slider", "hand", [x, 0, 0], [1, 0, 0], damping=100),
            )
            for name, x in (("left", -0.025), ("right", 0.025))
        ),
        body("cube", 0.2, box_inertia(0.2, half), [box(half)]),
    ]
    return Problem(
        "gripper",
        "stays",
        "Gripper that shakes a cube for a minute",
        "Two fingers hold a cube of 0.2 kg with 10 N each, friction 0.6. The hand's target moves up and down by 30 mm, 4 times a second. "
        "The greatest friction is about half of the limit.",
        "our set-up",
        scene(
            "gripper",
            bodies,
            [0, 2, 60],
            pairs=[("left", "cube"), ("right", "cube")],
            friction=0.6,
            loads=[load("left", [1, 0, 0], [0], [10]), load("right", [-1, 0, 0], [0], [10])],
        ),
        [Measure("slip in the hand", "relative_rate", dict(body="cube", frame="hand", start=2, end=60), **CREEP)],
    )


def bounce(e: float) -> Problem:
    drop = 0.5
    impact = math.sqrt(2 * GRAVITY * drop)
    apex = impact / GRAVITY + e * impact / GRAVITY
    name = f"bounce{10 * e:g}"
    return Problem(
        name,
        "moves",
        f"Bounce, e = {e:g}",
        f"A ball of 1 kg falls by 0.5 m. A restitution of {e:g} is asked. The ratio of speeds is that of the energies half way through the rebound.",
        "closed form",
        scene(
            name,
            [body("ball", 1, ball_inertia(1, 0.1), [sphere(0.1)], [0, 0, 0.1 + drop])],
            [0, apex],
            world=[plane()],
            pairs=[("world", "ball")],
            friction=0.5,
            restitution=e,
        ),
        [
            Measure(
                "restitution",
                "rebound",
                dict(body="ball", at=apex, radius=0.1, impact=impact, gravity=GRAVITY),
                "-",
                e,
                0.01 * e,
                "ratio of the normal speeds",
            )
        ],
        needs=["restitution"],
        costs=e == 0.5,
    )


def effective_modulus(modulus: float, poisson: float) -> float:
    """Returns E* of two equal materials [Pa]."""
    return modulus / (2 * (1 - poisson**2))


def hertz() -> Problem:
    modulus, radius, mass, speed = 1e8, 0.05, 1.0, 1.0
    stiff = effective_modulus(modulus, 0.3)
    depth = (15 * mass * speed**2 / (16 * math.sqrt(radius) * stiff)) ** 0.4
    duration = 2.943275 * depth / speed
    gap = 5e-4
    times = [i * 2e-5 for i in range(round(2 * duration / 2e-5))]
    return Problem(
        "hertz",
        "moves",
        "Hertz: time and depth of an impact",
        "A ball of 50 mm radius and 1 kg meets a plane at 1 m/s, both with 1e8 Pa and without damping or gravity.",
        "Hertz 1882; Johnson 1985, 11.4",
        scene(
            "hertz",
            [body("ball", mass, ball_inertia(mass, radius), [sphere(radius)], [0, 0, radius + gap], velocity=[0, 0, -speed])],
            [*times, 2 * duration],
            world=[plane()],
            pairs=[("world", "ball")],
            restitution=1,
            modulus=modulus,
            poisson=0.3,
            gravity=[0, 0, 0],
        ),
        [
            Measure("contact time", "contact_time", dict(body="ball", radius=radius), "ms", 1e3 * duration, 10 * duration, "2.943 d/v", 1e3),
            Measure("depth", "depth", dict(body="ball", radius=radius), "mm", 1e3 * depth, 10 * depth, "(15 m v^2/(16 E* R^(1/2)))^(2/5)", 1e3),
        ],
        needs=["modulus"],
    )


def roll() -> Problem:
    v, mu, t = 2.0, 0.3, 0.5
    slips = 2 * v / (7 * mu * GRAVITY)
    path = v * slips - mu * GRAVITY * slips**2 / 2 + 5 / 7 * v * (t - slips)
    return Problem(
        "roll",
        "moves",
        "Ball that starts to roll",
        "A ball slides at 2 m/s without spin, friction 0.3. It rolls after 2 v/(7 mu g) = 0.194 s.",
        "closed form",
        scene(
            "roll",
            [body("ball", 1, ball_inertia(1, 0.1), [sphere(0.1)], [0, 0, 0.1], velocity=[v, 0, 0])],
            [0, t],
            world=[plane()],
            pairs=[("world", "ball")],
            friction=mu,
        ),
        [
            Measure("speed", "speed", dict(body="ball", along=[1, 0, 0], at=t), "m/s", 5 / 7 * v, 0.01, "5 v/7"),
            Measure("path", "displacement", dict(body="ball", along=[1, 0, 0], start=0, end=t), "m", path, 0.01 * path, "from both phases"),
        ],
    )


def two() -> Problem:
    return Problem(
        "two",
        "moves",
        "Two balls",
        "A ball of 1 kg meets one of 2 kg at 1 m/s, head on, without gravity. The restitution is 0.5, so the first ball stops.",
        "closed form",
        scene(
            "two",
            [
                body("first", 1, ball_inertia(1, 0.1), [sphere(0.1)], velocity=[1, 0, 0]),
                body("second", 2, ball_inertia(2, 0.1), [sphere(0.1)], [0.3, 0, 0]),
            ],
            [0, 1],
            restitution=0.5,
            gravity=[0, 0, 0],
        ),
        [
            Measure("speed of the second", "speed", dict(body="second", along=[1, 0, 0], at=1), "m/s", 0.5, 0.005, "(1 + e) v/3"),
            Measure("momentum", "momentum", dict(masses=dict(first=1, second=2), along=[1, 0, 0], at=1), "kg m/s", 1, 0.001, "m v"),
        ],
        needs=["restitution"],
    )


def spin() -> Problem:
    radius, mu, modulus = 0.05, 0.5, 1e7
    inertia = 0.4 * radius**2
    contact = (0.75 * GRAVITY * radius / effective_modulus(modulus, 0.3)) ** (1 / 3)
    moment = 3 * math.pi / 16 * mu * GRAVITY * contact
    return Problem(
        "spin",
        "moves",
        "Ball that spins about the normal",
        "A ball of 50 mm radius and 1 kg on a plane spins at 10 rad/s, friction 0.5. Both have 1e7 Pa, so the contact has a radius of "
        f"{1e3 * contact:.2f} mm. An engine with a contact point has no moment.",
        "Johnson 1985, 3.9",
        scene(
            "spin",
            [body("ball", 1, ball_inertia(1, radius), [sphere(radius)], [0, 0, radius], angular_velocity=[0, 0, 10])],
            [0, 0.2, 0.5],
            world=[plane()],
            pairs=[("world", "ball")],
            friction=mu,
            modulus=modulus,
            poisson=0.3,
            torsion=moment / GRAVITY,
        ),
        [
            Measure(
                "moment",
                "moment",
                dict(body="ball", along=[0, 0, 1], inertia=inertia, start=0.2, end=0.5),
                "N mm",
                1e3 * moment,
                50 * moment,
                "3 pi mu N a/16",
                1e3,
            )
        ],
    )


def tumble() -> Problem:
    inertia = [0.01, 0.02, 0.03]
    return Problem(
        "tumble",
        "moves",
        "Body that tumbles in flight",
        "A body with moments of 0.01, 0.02 and 0.03 kg m^2 spins at 5 rad/s about its middle axis, with 0.1 rad/s about the others, for 20 s without gravity.",
        "conservation of energy and angular momentum",
        scene(
            "tumble",
            [body("body", 1, inertia, [sphere(0.1)], [0, 0, 5], angular_velocity=[0.1, 5, 0.1])],
            [0, 20],
            world=[plane()],
            pairs=[("world", "body")],
            gravity=[0, 0, 0],
        ),
        [
            Measure("change of the energy", "energy_change", dict(body="body", inertia=inertia, start=0, end=20), "%", 0, 1, "0", 100),
            Measure("change of the angular momentum", "spin_change", dict(body="body", inertia=inertia, start=0, end=20), "%", 0, 1, "0", 100),
        ],
    )


def microslip() -> Problem:
    radius, mu, modulus, poisson, mass = 0.05, 0.5, 1e7, 0.3, 3.0
    normal = mass * GRAVITY / 3
    contact = (0.75 * normal * radius / effective_modulus(modulus, poisson)) ** (1 / 3)
    stiffness = 8 * contact * (modulus / (2 * (1 + poisson))) / (2 * (2 - poisson))

    def displacement(part: float) -> float:
        return 1.5 * mu * normal / stiffness * (1 - (1 - part) ** (2 / 3))

    feet = [sphere(radius, [0.1 * math.cos(a), 0.1 * math.sin(a), radius]) for a in (0, 2 * math.pi / 3, 4 * math.pi / 3)]
    limit = mu * mass * GRAVITY
    return Problem(
        "microslip",
        "moves",
        "Micro-slip before sliding",
        "A tripod of 3 kg on three balls of 50 mm radius and 1e7 Pa, friction 0.5, is pulled by 0.5 and 0.8 of the limit. An engine with rigid "
        "contacts does not move.",
        "Mindlin and Deresiewicz 1953; Johnson 1985, 7.2",
        scene(
            "microslip",
            [body("tripod", mass, [0.02, 0.02, 0.03], feet)],
            [0, 1, 3, 5],
            world=[plane()],
            pairs=[("world", "tripod")],
            friction=mu,
            modulus=modulus,
            poisson=poisson,
            loads=[load("tripod", [1, 0, 0], [1, 2, 3, 4], [0, 0.5 * limit, 0.5 * limit, 0.8 * limit])],
        ),
        [
            Measure(
                f"displacement at {part:g} of the limit",
                "displacement",
                dict(body="tripod", along=[1, 0, 0], start=1, end=end),
                "um",
                1e6 * displacement(part),
                5e4 * displacement(part),
                "3 mu N/(16 a G*) (1 - (1 - T/(mu N))^(2/3))",
                1e6,
            )
            for part, end in ((0.5, 3), (0.8, 5))
        ],
    )


def heap() -> Problem:
    radius, mass, side = 0.05, 0.5, 0.25
    noise = random.Random(1)
    balls = [
        body(
            f"ball{i}",
            mass,
            ball_inertia(mass, radius),
            [sphere(radius)],
            [
                0.11 * (i % 4 - 1.5) + noise.uniform(-0.004, 0.004),
                0.11 * (i // 4 % 4 - 1.5) + noise.uniform(-0.004, 0.004),
                0.06 + 0.11 * (i // 16),
            ],
        )
        for i in range(64)
    ]
    walls = [plane([-side * n[0], -side * n[1], 0], n) for n in ([1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0])]
    return Problem(
        "heap",
        "costs",
        "Heap of 64 balls",
        "64 balls of 50 mm radius and 0.5 kg fall into a bin of 0.5 x 0.5 m and come to rest, friction 0.4. The number is the greatest overlap at "
        "40 instants, over the radius.",
        "our set-up",
        scene(
            "heap",
            balls,
            [0.05 * i for i in range(41)],
            world=[plane(), *walls],
            friction=0.4,
        ),
        [
            Measure(
                "greatest overlap",
                "greatest_overlap",
                dict(radius=radius, side=side),
                "%",
                0,
                1,
                "0 for rigid balls",
                100,
            ),
            Measure("greatest speed at the end", "greatest_speed", dict(at=2), "mm/s", 0, 10, "0 at rest", 1e3),
            Measure("height of the center of mass", "center_height", dict(at=2), "mm", math.nan, 1, "", 1e3),
        ],
        costs=True,
        trace=dict(kind="center_heights"),
        chaotic=True,
    )


def list_problems() -> list[Problem]:
    """Returns all problems in the order of the page."""
    problems = [
        fall(),
        below(),
        pendulum(),
        hold(),
        slope(),
        pinch(12),
        pinch(60),
        wall(),
        mesh(),
        stop(),
        quadruped(),
        stack(),
        ratio(),
        gripper(),
        bounce(0.2),
        bounce(0.5),
        bounce(0.9),
        hertz(),
        roll(),
        two(),
        spin(),
        tumble(),
        microslip(),
        trot(),
        heap(),
    ]
    for problem in problems:
        problem.scene["needs"] = problem.needs
    return problems


if __name__ == "__main__":
    print(json.dumps([asdict(problem) for problem in list_problems()]))
