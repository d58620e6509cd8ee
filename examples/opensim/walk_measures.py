"""Measures the ground reactions of a run of walk.py, compares them with the measured ones, and draws them."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import opensim
import simbodydem_opensim as dem

from walk_data import Array, GroundReaction, Motion
from walk_foot import Foot

LOADED = 0.05  # of the body weight; less has no centre of pressure
CARRIES = 0.01  # of the body weight; a sphere that carries less does not count as sliding


@dataclasses.dataclass(frozen=True)
class Loads:
    """Holds what a foot carried in a run, a row for each State."""

    reaction: GroundReaction
    normal: Array  #: force of each sphere (n, spheres) [N]
    speed: Array  #: of each sphere over the floor at its contact (n, spheres) [m/s]
    slides: npt.NDArray[np.bool_]  #: whether it slides; a force without memory slides whenever it moves


def make_reaction(times: Array, force: Array, moment: Array, least: float) -> GroundReaction:
    """Makes a ground reaction from a force and its moment about the origin, with a centre of pressure on the plane y = 0."""
    loaded = force[:, 1] > least
    vertical = np.where(loaded, force[:, 1], np.nan)
    centre = np.stack([moment[:, 2] / vertical, 0 * vertical, -moment[:, 0] / vertical], 1)
    free = moment[:, 1] - (centre[:, 2] * force[:, 0] - centre[:, 0] * force[:, 2])
    return GroundReaction(times, force, centre, np.where(loaded, free, 0.0))


def _vec(vector: opensim.Vec3) -> Array:
    return np.array([vector.get(i) for i in range(3)])


def floor_speed(sphere: opensim.ContactSphere, state: opensim.State) -> float:
    """Returns how fast a sphere moves over the plane y = 0 at the middle of its overlap [m/s]."""
    body = sphere.getFrame()
    centre = _vec(body.findStationLocationInGround(state, sphere.get_location()))
    middle = centre * [1, 0.5, 1] - [0, 0.5 * sphere.getRadius(), 0]
    motion = body.getVelocityInGround(state)
    velocity = _vec(motion.get(1)) + np.cross(_vec(motion.get(0)), middle - _vec(body.getPositionInGround(state)))
    return float(np.hypot(velocity[0], velocity[2]))


def measure(model: opensim.Model, states: Sequence[opensim.State], feet: Mapping[str, Foot], kind: str, weight: float) -> dict[str, Loads]:
    """Measures what both feet carried in the States of a run."""
    times = np.array([state.getTime() for state in states])
    count = len(times)
    force = {side: np.zeros((count, 3)) for side in feet}
    moment = {side: np.zeros((count, 3)) for side in feet}
    normal = {side: np.zeros((count, len(foot.names))) for side, foot in feet.items()}
    speed = {side: np.zeros_like(normal[side]) for side in feet}
    slides = {side: np.zeros(normal[side].shape, np.bool_) for side in feet}
    index = {f"{name}_{side}": (side, k) for side, foot in feet.items() for k, name in enumerate(foot.names)}
    for row, state in enumerate(states):
        if kind == "DEMContactForce":
            for contact in dem.contact_records(model, state):
                name, sign = (contact["geometry_a"], -1) if contact["geometry_b"] == "floor" else (contact["geometry_b"], 1)
                side, k = index[name]
                on_foot = sign * (contact["normal_force"] + contact["tangential_force"])
                force[side][row] += on_foot
                moment[side][row] += np.cross(contact["point"], on_foot) + sign * contact["torque"]
                normal[side][row, k] = np.linalg.norm(contact["normal_force"])
                speed[side][row, k] = np.linalg.norm(contact["slip_velocity"])
                slides[side][row, k] = contact["is_sliding"]
            continue
        model.realizeDynamics(state)
        for name, (side, k) in index.items():
            # The record ends with force and torque on Ground, about its origin.
            record = model.getForceSet().get(f"contact_{name}").getRecordValues(state)
            on_ground = np.array([record.get(i) for i in range(record.getSize() - 6, record.getSize())])
            force[side][row] -= on_ground[:3]
            moment[side][row] -= on_ground[3:]
            normal[side][row, k] = -on_ground[1]
            if normal[side][row, k] > 0:
                sphere = opensim.ContactSphere.safeDownCast(model.getContactGeometrySet().get(name))
                speed[side][row, k] = floor_speed(sphere, state)
                slides[side][row, k] = True
    return {
        side: Loads(make_reaction(times, force[side], moment[side], LOADED * weight), normal[side], speed[side], slides[side]) for side in feet
    }


def rms(values: Array) -> float:
    """Returns the root mean square of the values that are no NaN."""
    return float(np.sqrt(np.nanmean(np.asarray(values) ** 2)))


def integral(times: Array, values: Array) -> Array:
    """Returns the integral over time of each column, by the rule of trapezoids."""
    return np.asarray(0.5 * ((values[1:] + values[:-1]) * np.diff(times)[:, None]).sum(0))


def longest_slide(loads: Loads, weight: float, *, sliding: bool) -> float:
    """Returns how far the sphere that moves most goes over the floor in a step, while it carries more than CARRIES [m].

    With sliding, only contacts that slide count; else the elastic displacement of those that stick counts too. A foot makes one step in a run,
    or the end of one and the beginning of another, which count as one.
    """
    counts = loads.normal > CARRIES * weight
    if sliding:
        counts = counts & loads.slides
    return float(integral(loads.reaction.times, np.where(counts, loads.speed, 0.0)).max())


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Holds what is wrong in the ground reaction of a foot."""

    vertical: float  #: RMS error over the body weight
    fore_aft: float
    lateral: float
    braking: float  #: peak over the measured one
    propulsion: float
    centre: tuple[float, float]  #: RMS error along x and z [m]
    free_moment: float  #: RMS error [N m]
    sliding: float  #: of the worst sphere in a step [m]
    path: float  #: the same with elastic displacement [m]


def compare(loads: Loads, measured: GroundReaction, weight: float) -> Comparison:
    """Compares what a foot carried with what was measured."""
    run = loads.reaction
    real = measured.at(run.times)
    both = (run.force[:, 1] > LOADED * weight) & (real.force[:, 1] > LOADED * weight)
    error = (run.force - real.force) / weight
    off = (run.centre - real.centre)[both]
    return Comparison(
        vertical=rms(error[:, 1]),
        fore_aft=rms(error[:, 0]),
        lateral=rms(error[:, 2]),
        braking=float(run.force[:, 0].min() / real.force[:, 0].min()),
        propulsion=float(run.force[:, 0].max() / real.force[:, 0].max()),
        centre=(rms(off[:, 0]), rms(off[:, 2])),
        free_moment=rms((run.free_moment - real.free_moment)[both]),
        sliding=longest_slide(loads, weight, sliding=True),
        path=longest_slide(loads, weight, sliding=False),
    )


@dataclasses.dataclass(frozen=True)
class Following:
    """Holds the residual forces of a run, and how well it follows the motion."""

    residual_force: float  #: RMS of its length over the body weight
    peak_residual_force: float
    residual_moment: float  #: RMS of its length [N m]
    peak_torque: tuple[str, float]  #: the strongest servo [N m]
    angle: float  #: RMS error of all angles with servos [rad]
    place: float  #: RMS error of the pelvis' place [m]


def follow(model: opensim.Model, states: Sequence[opensim.State], motion: Motion, forces: Mapping[str, Array], weight: float) -> Following:
    """Measures residuals and tracking errors. forces are those of the servos."""
    times = np.array([state.getTime() for state in states])
    force = np.sqrt(sum(forces[f"pelvis_t{axis}"] ** 2 for axis in "xyz"))
    moment = np.sqrt(sum(forces[f"pelvis_{name}"] ** 2 for name in ("tilt", "list", "rotation")))
    torques = {name: float(np.abs(values).max()) for name, values in forces.items() if not name.startswith("pelvis")}
    strongest = max(torques, key=lambda name: torques[name])
    wrong = {}
    for name in forces:
        coordinate = model.getCoordinateSet().get(name)
        wrong[name] = np.array([coordinate.getValue(state) for state in states]) - motion.at(name, times)
    places = [f"pelvis_t{axis}" for axis in "xyz"]
    return Following(
        rms(force) / weight,
        float(force.max()) / weight,
        rms(moment),
        (strongest, torques[strongest]),
        rms(np.stack([wrong[name] for name in forces if name not in places])),
        rms(np.sqrt(sum(wrong[name] ** 2 for name in places))),
    )


# The table: what a row is called, its goal or None, and its number.
GOALS = {"vertical": 0.05, "peak": 0.25, "sliding": 0.002, "residual": 0.05}


def make_rows(step: Comparison, other: Comparison, following: Following) -> list[tuple[str, str, bool]]:
    """Makes the rows of the table for one force: name with unit, text, and whether the goal is reached. step is of the foot that shows."""

    def off(peak: float) -> float:
        return abs(peak - 1)

    g = GOALS
    return [
        ("vertical force, RMS error, goal 5 [% BW]", f"{100 * step.vertical:.1f}", step.vertical <= g["vertical"]),
        ("the same, right foot, goal 5 [% BW]", f"{100 * other.vertical:.1f}", other.vertical <= g["vertical"]),
        ("braking peak, goal within 25 [%]", f"{100 * (step.braking - 1):+.0f}", off(step.braking) <= g["peak"]),
        ("propulsion peak, goal within 25 [%]", f"{100 * (step.propulsion - 1):+.0f}", off(step.propulsion) <= g["peak"]),
        ("braking peak, right foot, goal within 25 [%]", f"{100 * (other.braking - 1):+.0f}", off(other.braking) <= g["peak"]),
        ("propulsion peak, right foot, goal within 25 [%]", f"{100 * (other.propulsion - 1):+.0f}", off(other.propulsion) <= g["peak"]),
        ("fore-aft force, RMS error [% BW]", f"{100 * step.fore_aft:.1f}", True),
        ("lateral force, RMS error [% BW]", f"{100 * step.lateral:.1f}", True),
        ("centre of pressure, fore-aft, RMS error [mm]", f"{1e3 * step.centre[0]:.0f}", True),
        ("centre of pressure, lateral, RMS error [mm]", f"{1e3 * step.centre[1]:.0f}", True),
        ("free moment, RMS error [N m]", f"{step.free_moment:.1f}", True),
        ("sliding in a step, goal 2 [mm]", f"{1e3 * step.sliding:.2f}", step.sliding <= g["sliding"]),
        ("sliding in a step, right foot, goal 2 [mm]", f"{1e3 * other.sliding:.2f}", other.sliding <= g["sliding"]),
        ("path over the floor with elastic part [mm]", f"{1e3 * step.path:.1f}", True),
        ("residual force, RMS, goal 5 [% BW]", f"{100 * following.residual_force:.1f}", following.residual_force <= g["residual"]),
        ("residual force, peak [% BW]", f"{100 * following.peak_residual_force:.1f}", True),
        ("residual moment, RMS [N m]", f"{following.residual_moment:.1f}", True),
        ("angles, RMS error [degree]", f"{np.degrees(following.angle):.1f}", True),
        ("place of the pelvis, RMS error [mm]", f"{1e3 * following.place:.0f}", True),
    ]


COLOURS = {"DEMContactForce": "#1a7f37", "HuntCrossleyForce": "#d4691e", "SmoothSphereHalfSpaceForce": "#3b6fd4"}
STYLES = {"DEMContactForce": "-", "HuntCrossleyForce": "--", "SmoothSphereHalfSpaceForce": ":"}

_LIMBS = [("pelvis", f"femur_{s}", f"tibia_{s}", f"calcn_{s}", f"toes_{s}") for s in "lr"] + [
    ("torso", f"humerus_{s}", f"ulna_{s}", f"hand_{s}") for s in "lr"
]


def figure_points(model: opensim.Model, state: opensim.State) -> list[Array]:
    """Returns the lines of a stick figure: places of joints in Ground (n, 3) [m]."""
    model.realizePosition(state)
    bodies = model.getBodySet()

    def place(name: str, station: tuple[float, float, float] = (0, 0, 0)) -> Array:
        return _vec(bodies.get(name).findStationLocationInGround(state, opensim.Vec3(*station)))

    lines = [np.array([place(name) for name in limb]) for limb in _LIMBS]
    for k, side in enumerate("lr"):
        lines[k] = np.concatenate([lines[k], [place(f"toes_{side}", (0.06, 0, 0))]])
        lines[2 + k][0] = place("torso", (0, 0.37, 0))
    lines.append(np.array([place("pelvis"), place("torso"), place("torso", (0, 0.37, 0)), place("torso", (0, 0.58, 0))]))
    return lines


def draw(
    file: Path,
    runs: Mapping[str, Mapping[str, Loads]],
    measured: Mapping[str, GroundReaction],
    weight: float,
    model: opensim.Model,
    states: Sequence[opensim.State],
    title: str,
) -> None:
    """Draws the walk, and forces, centre of pressure and free moment of each force beside the measured ones."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "walk", "svg.fonttype": "none", "font.family": "sans-serif"})
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(12, 11), layout="constrained")
    grid = figure.add_gridspec(5, 3, height_ratios=[2.5, 1, 1, 1, 1])
    strip = figure.add_subplot(grid[0, :])
    _draw_strip(strip, runs["DEMContactForce"], weight, model, states)
    strip.set_title(title, fontsize=11)
    names = ("vertical [% BW]", "fore-aft [% BW]", "lateral [% BW]", "centre of pressure, x [m]", "centre of pressure, z [m]", "free moment [N m]")

    def curves_of(reaction: GroundReaction) -> Sequence[Array]:
        loaded = reaction.force[:, 1] > LOADED * weight
        force, centre = 100 * reaction.force / weight, np.where(loaded[:, None], reaction.centre, np.nan)
        return force[:, 1], force[:, 0], force[:, 2], centre[:, 0], centre[:, 2], np.where(loaded, reaction.free_moment, np.nan)

    for row, (side, foot) in enumerate((("l", "left foot, shown"), ("r", "right foot, fitted"))):
        axes = [figure.add_subplot(grid[1 + 2 * row + k // 3, k % 3]) for k in range(6)]
        times = runs["DEMContactForce"][side].reaction.times
        for axis, values in zip(axes, curves_of(measured[side].at(times)), strict=True):
            axis.plot(times[::3], values[::3], color="black", linewidth=2.4, alpha=0.5, label="measured")
        for kind, of_feet in runs.items():
            reaction = of_feet[side].reaction
            for axis, values in zip(axes, curves_of(reaction), strict=True):
                axis.plot(reaction.times[::3], values[::3], STYLES[kind], color=COLOURS[kind], linewidth=1.3, label=kind)
        for axis, name in zip(axes, names, strict=True):
            axis.set_title(f"{foot}: {name}", fontsize=8.5)
            axis.grid(alpha=0.3)
            axis.tick_params(labelsize=7)
            axis.set_xlim(times[0], times[-1])
    figure.axes[-1].set_xlabel("time [s]", fontsize=8)
    handles, labels = figure.axes[1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize=9, frameon=False)
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)


def _draw_strip(axis: Any, loads: Mapping[str, Loads], weight: float, model: opensim.Model, states: Sequence[opensim.State]) -> None:
    times = np.array([state.getTime() for state in states])
    instants = np.arange(times[0] + 0.04, times[-1], 0.14)
    start = 0.0
    for k, instant in enumerate(instants):
        row = int(np.argmin(np.abs(times - instant)))
        lines = figure_points(model, states[row])
        if k == 0:
            start = lines[-1][0, 0]
        shift = 0.42 * k - start  # apart, so that they do not cover each other
        for number, line in enumerate(lines):
            far = number in (0, 2)  # the left side
            axis.plot(line[:, 0] + shift, line[:, 1], color="#9aa4ad" if far else "#30363d", linewidth=2.6, solid_capstyle="round", zorder=1 if far else 2)
        head = lines[-1][-1]
        axis.add_patch(_circle((head[0] + shift, head[1] + 0.06), 0.1))
        for of_foot in loads.values():
            force, centre = of_foot.reaction.force[row], of_foot.reaction.centre[row]
            if force[1] > LOADED * weight:
                tip = force[:2] / weight * 0.7
                axis.annotate(
                    "",
                    xy=(centre[0] + shift + tip[0], tip[1]),
                    xytext=(centre[0] + shift, 0),
                    arrowprops={"arrowstyle": "-|>", "color": COLOURS["DEMContactForce"], "linewidth": 2},
                    zorder=3,
                )
        axis.text(lines[-1][0, 0] + shift, -0.13, f"{times[row]:.2f} s", ha="center", fontsize=8)
    axis.axhline(0, color="#8c959f", linewidth=1)
    axis.set_aspect("equal")
    axis.set_ylim(-0.2, 1.95)
    axis.axis("off")


def _circle(place: tuple[float, float], radius: float) -> Any:
    from matplotlib.patches import Circle

    return Circle(place, radius, color="#30363d", zorder=2)
