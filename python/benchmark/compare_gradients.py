"""Compares gradients of three runs with contact with those of MuJoCo: compare_gradients.py [--svg FILE] [--only NAME] [--no-mjx].

A ball rebounds, a ball hits an equal one, and a block slides until it sticks. The balls have linear springs without damping in all programs, of the
same natural frequency, and friction is Coulomb's, so each derivative has one closed form. MuJoCo's derivatives are products of the matrices of
mjd_transitionFD() over all steps; those of MJX are forward derivatives by JAX with 64 bits. Without MJX its rows are left out. The table has
the largest error of a derivative, and the processor time of the gradient without compilation.

    pip install mujoco mujoco-mjx
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import simbodydem as sd

Numbers = npt.NDArray[np.float64]

STIFFNESS = 1e5  # square of the natural frequency of each contact [1/s^2]
TAU = math.pi / math.sqrt(STIFFNESS)  # contact time of a linear spring without damping [s]
GRAVITY = 9.81  # [m/s^2]
FRICTION = 0.5
RADIUS = 0.1  # [m]
SINK = 0.1 * GRAVITY / 0.9 * (0.9 * 0.02) ** 2  # of a resting ball in MuJoCo, by its default of 0.02 s and an impedance of 0.9 [m]
SHEAR = 2e4  # stiffness of the slider of SimbodyDEM [N/m]
ITERATIONS = 6  # of MJX's solver, all of which are done, so that their derivatives converge
STEPS = (5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4)  # of MuJoCo and MJX [s]
ACCURACIES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)  # of SimbodyDEM


@dataclass
class Task:
    """A run: its parameters are the coordinates and speeds of MuJoCo's model at the start."""

    name: str
    what: str
    duration: float  # [s]
    start: list[float]
    outcome: int  # the coordinate at the end
    right: list[float]  # derivatives of the outcome by the checked parameters
    checked: list[int]
    mjcf: str
    ours: Callable[[Numbers, float, sd.SensitivityRun], float]


def bounce(p: Numbers, accuracy: float, run: sd.SensitivityRun) -> float:
    """Returns the height of a ball after 1 s."""
    elastic = sd.Material(E=1e7, nu=0.3, friction=0, restitution=1)
    world = sd.World(gravity=(0, 0, 0), normal=("linear", {"stiffness": STIFFNESS}), tangential="none")
    world.add_ground(elastic)
    ball = world.add_body(mass=1, shape=sd.Sphere(RADIUS), material=elastic, pose=(0, 0, p[0]), velocity=(0, 0, p[1]))
    sim = sd.Simulation(world, accuracy=accuracy)
    run.follow(sim)
    sim.run(1)
    return float(sim.pose(ball)[2, 3])


def collide(p: Numbers, accuracy: float, run: sd.SensitivityRun) -> float:
    """Returns the place of the second ball after 1 s. The reduced mass is 1/2 kg."""
    elastic = sd.Material(E=1e7, nu=0.3, friction=0, restitution=1)
    world = sd.World(gravity=(0, 0, 0), normal=("linear", {"stiffness": STIFFNESS / 2}), tangential="none")
    balls = [
        world.add_body(mass=1, shape=sd.Sphere(RADIUS), material=elastic, pose=(p[i], 0, 0), velocity=(p[2 + i], 0, 0))
        for i in range(2)
    ]
    sim = sd.Simulation(world, accuracy=accuracy)
    run.follow(sim)
    sim.run(1)
    return float(sim.pose(balls[1])[0, 3])


def slide(p: Numbers, accuracy: float, run: sd.SensitivityRun) -> float:
    """Returns where a block has stopped: the place of the relaxed spring of its friction, which has no dashpot.

    The block is a ball whose moment of inertia is so large that it does not turn.
    """
    rough = sd.Material(E=1e7, nu=0.3, friction=FRICTION, restitution=1)
    slider = ("cundall", {"stiffness": SHEAR, "tangentialDampingRatio": 0.0})
    world = sd.World(gravity=(0, 0, -GRAVITY), normal=("linear", {"stiffness": STIFFNESS}), tangential=slider)
    world.add_ground(rough)
    height = 0.1 - GRAVITY / STIFFNESS
    block = world.add_body(
        mass=1,
        inertia=(1e9, 1e9, 1e9),
        shape=sd.Sphere(RADIUS),
        material=rough,
        pose=(p[0], 0, height),
        velocity=(p[2], 0, 0),
    )
    sim = sd.Simulation(world, accuracy=accuracy)
    run.follow(sim)
    sim.run(0.3)
    force = float(sim.contacts["force"][0, 0])
    return float(sim.pose(block)[0, 3]) + force / SHEAR


def make_mjcf(gravity: float, bodies: str) -> str:
    """Returns a model of MuJoCo whose contacts have the natural frequency and no damping. With gravity they are those of its default, since its
    friction needs damping."""
    soft = "" if gravity else f'solref="{-STIFFNESS} 0"'
    return f"""<mujoco><option gravity="0 0 {-gravity}" cone="{'elliptic' if gravity else 'pyramidal'}" solver="Newton"/>
    <default><geom type="sphere" size="0.1" mass="1" {soft} solimp="0.9 0.9 0.001" condim="{3 if gravity else 1}"
    friction="{FRICTION} 0 0" priority="1"/></default><worldbody>{bodies}</worldbody></mujoco>"""


FLOOR = '<geom type="plane" size="0 0 1" mass="0"/>'


def make_body(axes: str, place: str) -> str:
    """Returns a body that slides along axes of its coordinates 0."""
    joints = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in axes.split(","))
    return f'<body pos="{place}">{joints}<geom/></body>'


TASKS = [
    Task(
        "bounce",
        "a ball rebounds",
        1,
        [1, -2],
        0,
        [-1, -1 + TAU],
        [0, 1],
        make_mjcf(0, FLOOR + make_body("0 0 1", "0 0 0")),
        bounce,
    ),
    Task(
        "balls",
        "a ball hits a ball",
        1,
        [0, 0.52, 1, 0],
        1,
        [1, 0, 1 - TAU / 2, TAU / 2],
        [0, 1, 2, 3],
        make_mjcf(0, make_body("1 0 0", "0 0 0") + make_body("1 0 0", "0 0 0")),
        collide,
    ),
    Task(
        "slide",
        "a block slides and sticks",
        0.3,
        [0, RADIUS - SINK, 1, 0],
        0,
        [1, 1 / (FRICTION * GRAVITY)],
        [0, 2],
        make_mjcf(GRAVITY, FLOOR + make_body("1 0 0,0 0 1", "0 0 0")),
        slide,
    ),
]


def error_of(right: list[float], gradient: npt.ArrayLike) -> float:
    """Returns the largest error of a derivative."""
    return float(np.max(np.abs(np.asarray(gradient) - right)))


def measure_ours(task: Task) -> list[dict[str, Any]]:
    """Returns the error and the cost of SimbodyDEM by its accuracy."""
    rows = []
    for accuracy in ACCURACIES:
        p = np.array(task.start, dtype=float)

        def outcome(q: Numbers, run: sd.SensitivityRun, p: Numbers = p, accuracy: float = accuracy) -> float:
            full = p.copy()
            full[task.checked] = q
            return task.ours(full, accuracy, run)

        before = time.process_time()
        try:
            found = sd.sensitivity(outcome, p[task.checked])
        except RuntimeError as failure:
            print(f"{task.name:7} SimbodyDEM        accuracy {accuracy:.0e}  {failure}")
            continue
        cpu = time.process_time() - before
        step = task.duration / found.num_steps
        rows.append(row("SimbodyDEM", f"accuracy {accuracy:.0e}", step, error_of(task.right, found.jacobian[0]), cpu, bool(found.doubts)))
    return rows


def measure_mujoco(task: Task) -> list[dict[str, Any]]:
    """Returns the error and the cost of MuJoCo by its step. The derivative of the run is the product of those of its steps."""
    import mujoco

    rows = []
    for step in STEPS:
        model = mujoco.MjModel.from_xml_string(task.mjcf)
        model.opt.timestep, model.opt.tolerance = step, 0
        n = model.nv
        before = time.process_time()
        data = mujoco.MjData(model)
        data.qpos[:], data.qvel[:] = task.start[:n], task.start[n:]
        product, matrix = np.eye(2 * n), np.zeros((2 * n, 2 * n))
        for _ in range(round(task.duration / step)):
            mujoco.mjd_transitionFD(model, data, 1e-6, True, matrix, None, None, None)
            product = matrix @ product
            mujoco.mj_step(model, data)
        cpu = time.process_time() - before
        rows.append(row("mjd_transitionFD", f"step {step:g} s", step, error_of(task.right, product[task.outcome, task.checked]), cpu))
    return rows


def measure_mjx(task: Task) -> list[dict[str, Any]]:
    """Returns the error and the cost of MJX by its step: forward derivatives, since its solver's loop has no backward ones."""
    import jax
    import mujoco
    from mujoco import mjx

    jax.config.update("jax_enable_x64", True)
    model = mujoco.MjModel.from_xml_string(task.mjcf)
    model.opt.iterations, model.opt.tolerance = ITERATIONS, 0
    model.opt.cone = mujoco.mjtCone.mjCONE_PYRAMIDAL  # derivatives of the elliptic cone are NaN in this run
    compiled = mjx.put_model(model)
    n = model.nv

    def end(x: Any, step: Any, count: Any) -> Any:
        stepped = compiled.tree_replace({"opt.timestep": step})
        data = mjx.make_data(compiled).replace(qpos=x[:n], qvel=x[n:])
        return jax.lax.fori_loop(0, count, lambda _, d: mjx.step(stepped, d), data).qpos[task.outcome]

    gradient = jax.jit(jax.jacfwd(end))
    x = jax.numpy.array(task.start, dtype=float)
    jax.block_until_ready(gradient(x, 1e-3, 2))  # compiles
    rows = []
    for step in STEPS:
        before = time.process_time()
        found = np.asarray(gradient(x, step, round(task.duration / step)))
        cpu = time.process_time() - before
        rows.append(row("MJX", f"step {step:g} s", step, error_of(task.right, found[task.checked]), cpu))
    return rows


def row(program: str, setting: str, step: float, error: float, cpu: float, doubt: bool = False) -> dict[str, Any]:
    """Returns a row of the table. A doubt is one that the program reports."""
    return {"program": program, "setting": setting, "step": step, "error": error, "cpu": cpu, "doubt": doubt}


COLOURS = {"SimbodyDEM": "#1b7837", "mjd_transitionFD": "#b35806", "MJX": "#542788"}


def draw(tables: dict[str, list[dict[str, Any]]]) -> str:
    """Returns a picture: the error of each gradient over the mean step, a panel for each task."""
    width, height, left, top = 300, 260, 62, 34
    low_x, high_x, low_y, high_y = -5.0, -1.0, -9.0, 6.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(tables) * (width + left) + 20}" height="{height + top + 66}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
    ]
    for number, (name, rows) in enumerate(tables.items()):
        x0 = left + number * (width + left)

        def at(step: float, error: float, x0: int = x0) -> tuple[float, float]:
            x = x0 + (math.log10(step) - low_x) / (high_x - low_x) * width
            y = top + (high_y - math.log10(max(error, 10**low_y))) / (high_y - low_y) * height
            return x, y

        parts.append(f'<rect x="{x0}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888"/>')
        title = next(task.what for task in TASKS if task.name == name)
        parts.append(f'<text x="{x0 + width / 2}" y="{top - 12}" text-anchor="middle" font-size="14">{title}</text>')
        for power in range(int(low_x), int(high_x) + 1):
            x, _ = at(10.0**power, 1)
            parts.append(f'<path d="M{x:.1f} {top}v{height}" stroke="#ddd"/>')
            parts.append(f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle">1e{power}</text>')
        for power in range(int(low_y) + 1, int(high_y) + 1, 2):
            _, y = at(1e-3, 10.0**power)
            parts.append(f'<path d="M{x0} {y:.1f}h{width}" stroke="#ddd"/>')
            parts.append(f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
        parts.append(f'<text x="{x0 + width / 2}" y="{top + height + 34}" text-anchor="middle">mean step [s]</text>')
        for program, colour in COLOURS.items():
            points = sorted((r["step"], r["error"]) for r in rows if r["program"] == program and math.isfinite(r["error"]))
            places = [at(*point) for point in points]
            if places:
                line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
                parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
            doubts = [r["doubt"] for r in sorted(rows, key=lambda r: float(r["step"])) if r["program"] == program and math.isfinite(r["error"])]
            for (x, y), doubt in zip(places, doubts):
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{"white" if doubt else colour}" stroke="{colour}" stroke-width="1.5"/>')
    x = left
    for program, colour in COLOURS.items():
        parts.append(f'<circle cx="{x}" cy="{top + height + 52}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{x + 10}" y="{top + height + 56}">{program}</text>')
        x += 170
    parts.append(f'<text x="{x}" y="{top + height + 56}">error of the gradient over the step; hollow: reported as doubtful</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--svg", type=Path, help="draws the errors into this file")
    parser.add_argument("--only", action="append", choices=[task.name for task in TASKS], help="runs this task alone")
    parser.add_argument("--no-mjx", action="store_true", help="leaves MJX out, whose compilation takes minutes")
    parser.add_argument("--rows", type=Path, help="keeps the numbers in this file, and takes those that are there")
    options = parser.parse_args()
    kept: dict[str, list[dict[str, Any]]] = {}
    if options.rows and options.rows.exists():
        kept = json.loads(options.rows.read_text())
    programs = {"SimbodyDEM": measure_ours, "mjd_transitionFD": measure_mujoco}
    if not options.no_mjx:
        programs["MJX"] = measure_mjx
    tables: dict[str, list[dict[str, Any]]] = {}
    print("task    program           setting          mean step [s]  error     CPU time [s]  reported as doubtful")
    for task in TASKS:
        if options.only and task.name not in options.only:
            continue
        tables[task.name] = []
        for program, measure in programs.items():
            key = f"{task.name} {program}"
            if key not in kept:
                try:
                    kept[key] = measure(task)
                except ImportError as missing:
                    print(f"{task.name:7} {program:17} left out: {missing}")
                    continue
                if options.rows:
                    options.rows.write_text(json.dumps(kept, indent=1))
            tables[task.name] += kept[key]
            for r in kept[key]:
                numbers = f"{r['step']:13.1e}  {r['error']:8.1e}  {r['cpu']:12.3f}"
                print(f"{task.name:7} {program:17} {r['setting']:16} {numbers}  {'yes' if r['doubt'] else 'no'}", flush=True)
    if options.svg:
        options.svg.write_text(draw(tables))


if __name__ == "__main__":
    main()
