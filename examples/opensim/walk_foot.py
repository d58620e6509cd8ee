"""Fits the spheres of a foot to the ground reactions of a trial.

The spheres are on two bodies, the foot and its toes, with a hinge between them. The floor is the plane y = 0 and rigid. A sphere of radius R
that is pressed in by d carries 4/3 E* sqrt(R) d^1.5, Hertz's force.

A measured pose of a foot is known to some millimetres, which is as much as the spheres are pressed in. So the fit gives each instant a small
shift of the pose. It looks for the foot that carries the measured force at the measured centre of pressure with the smallest shifts.
"""

import dataclasses

import numpy as np
import numpy.typing as npt

from walk_data import Array

# Standard deviations of what the fit weighs against each other.
FORCE_ERROR = 20.0  # [N], of the vertical force
MOMENT_ERROR = 2.0  # [N m], of the vertical force about its measured centre of pressure
HINGE_ERROR = 2.0  # [N m], of the balance at the hinge of the toes
SHIFT = np.array([0.003, np.radians(1.5), np.radians(1.5), 1.0])  # up [m], about z and x of the foot [rad], and the angle of the toes [rad]
POSITION, HEIGHT, COMMON_HEIGHT = 0.004, 0.006, 0.03  # [m], of a sphere from its published place along x and y, and of all along y
MODULUS, HINGE_STIFFNESS = 1.0, 0.3  # of the logarithm
SMOOTHING = 2e-4  # [m]; a sphere begins to carry over this length


@dataclasses.dataclass(frozen=True)
class Hinge:
    """Holds the frames of the hinge of the toes: rotation and origin in the foot and in the toes. It turns about z."""

    in_foot: tuple[Array, Array]
    in_toes: tuple[Array, Array]


@dataclasses.dataclass(frozen=True)
class Foot:
    """Holds the spheres of a foot: places in their bodies [m], and which of them are on the toes."""

    names: tuple[str, ...]
    places: Array
    on_toes: npt.NDArray[np.bool_]
    radius: float  #: [m]
    modulus: float  #: E* [Pa]
    hinge_stiffness: float  #: of the toes [N m/rad]

    def mirrored(self) -> "Foot":
        """Returns the foot of the other side."""
        return dataclasses.replace(self, places=self.places * [1, 1, -1])


@dataclasses.dataclass(frozen=True)
class Stance:
    """Holds poses of a foot in Ground and what it carried there, a row for each instant."""

    times: Array
    origin: Array  #: (n, 3) [m]
    rotation: Array  #: (n, 3, 3)
    vertical: Array  #: (n) [N]
    centre: Array  #: (n, 2), x and z of the centre of pressure [m]
    shear: Array  #: (n, 2), forces along x and z over the vertical one


def _turn(axis: str, angle: Array) -> Array:
    c, s, zero, one = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    rows = [[c, -s, zero], [s, c, zero], [zero, zero, one]] if axis == "z" else [[one, zero, zero], [zero, c, -s], [zero, s, c]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


@dataclasses.dataclass(frozen=True)
class Carried:
    """Holds what the spheres carry: force of each [N], and sums over them. Moments are those of the vertical forces."""

    forces: Array  #: (n, spheres)
    total: Array  #: (n) [N]
    centre: Array  #: (n, 2) x and z [m]
    hinge: Array  #: (n), what is missing in the balance of the toes [N m]
    moments: Array  #: (n, 2), sums of force times x and z [N m]


def carry(foot: Foot, hinge: Hinge, stance: Stance, shifts: Array) -> Carried:
    """Computes what a foot carries in poses that are shifted: up, about z and about x of the foot, and the angle of the toes; (n, 4)."""
    rotation = stance.rotation @ _turn("z", shifts[:, 1]) @ _turn("x", shifts[:, 2])
    origin = stance.origin + shifts[:, :1] * [0, 1, 0]
    (turn_foot, at_foot), (turn_toes, at_toes) = hinge.in_foot, hinge.in_toes
    in_hinge = (foot.places - at_toes) @ turn_toes
    on_toes = np.einsum("ij,tjk,nk->tni", turn_foot, _turn("z", shifts[:, 3]), in_hinge) + at_foot
    places = np.where(foot.on_toes[None, :, None], on_toes, foot.places[None])
    centres = np.einsum("tij,tnj->tni", rotation, places) + origin[:, None]
    depth = foot.radius - centres[:, :, 1]
    depth = 0.5 * (depth + np.sqrt(depth**2 + SMOOTHING**2))
    forces = 4 / 3 * foot.modulus * np.sqrt(foot.radius) * depth**1.5
    vectors = forces[:, :, None] * np.stack([stance.shear[:, 0], np.ones(len(origin)), stance.shear[:, 1]], 1)[:, None]
    arms = centres * [1, 0, 1] - (np.einsum("tij,j->ti", rotation, at_foot) + origin)[:, None]
    axis = np.einsum("tij,j->ti", rotation, turn_foot[:, 2])
    about_hinge = (np.einsum("tni,ti->tn", np.cross(arms, vectors), axis) * foot.on_toes).sum(1)
    total = forces.sum(1)
    moments = np.stack([(forces * centres[:, :, k]).sum(1) for k in (0, 2)], 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = moments / total[:, None]
    return Carried(forces, total, centre, about_hinge - foot.hinge_stiffness * shifts[:, 3], moments)


def _residuals(foot: Foot, hinge: Hinge, stance: Stance, shifts: Array) -> Array:
    carried = carry(foot, hinge, stance, shifts)
    about = carried.moments - carried.total[:, None] * stance.centre
    wrong = [(carried.total - stance.vertical) / FORCE_ERROR, about[:, 0] / MOMENT_ERROR, about[:, 1] / MOMENT_ERROR, carried.hinge / HINGE_ERROR]
    return np.concatenate([np.stack(wrong, 1), shifts / SHIFT], 1)


def find_shifts(foot: Foot, hinge: Hinge, stance: Stance, start: Array | None = None, iterations: int = 30) -> tuple[Array, Array]:
    """Finds the shift of each pose with the least sum of squares, by Levenberg and Marquardt. Returns shifts and residuals."""
    shifts = np.zeros((len(stance.times), 4)) if start is None else start.copy()
    damping = np.full(len(shifts), 1e-2)
    residuals = _residuals(foot, hinge, stance, shifts)
    cost = (residuals**2).sum(1)
    for _ in range(iterations):
        slopes = np.empty((*residuals.shape, 4))
        for k, step in enumerate((1e-7, 1e-6, 1e-6, 1e-5)):
            moved = shifts.copy()
            moved[:, k] += step
            slopes[:, :, k] = (_residuals(foot, hinge, stance, moved) - residuals) / step
        normal = np.einsum("tik,til->tkl", slopes, slopes)
        normal += damping[:, None, None] * np.einsum("tkk,kl->tkl", normal, np.eye(4))
        change = np.linalg.solve(normal, np.einsum("tik,ti->tk", slopes, residuals)[:, :, None])[:, :, 0]
        tried = _residuals(foot, hinge, stance, shifts - change)
        tried_cost = (tried**2).sum(1)
        better = tried_cost < cost
        gain = np.where(better, cost - tried_cost, 0)
        shifts[better] -= change[better]
        residuals[better] = tried[better]
        cost = np.where(better, tried_cost, cost)
        damping = np.where(better, damping / 5, damping * 5).clip(1e-9, 1e9)
        if np.all(gain < 1e-7 * cost) and np.all(damping < 1e6):
            break
    return shifts, residuals


@dataclasses.dataclass(frozen=True)
class Fit:
    """Holds a fitted foot, and how well it explains a stance."""

    foot: Foot
    cost: float
    iterations: int


@dataclasses.dataclass(frozen=True)
class Misfit:
    """Holds root mean squares over a stance: what is wrong in the forces, and the shifts that the foot needs."""

    vertical: float  #: [N]
    centre: tuple[float, float]  #: x and z [m]
    up: float  #: [m]
    turn: tuple[float, float]  #: about z and x of the foot [rad]


def misfit(foot: Foot, hinge: Hinge, stance: Stance) -> Misfit:
    """Measures how well a foot explains a stance."""
    shifts, _ = find_shifts(foot, hinge, stance)
    carried = carry(foot, hinge, stance, shifts)

    def rms(values: Array) -> float:
        return float(np.sqrt(np.mean(values**2)))

    off = carried.centre - stance.centre
    return Misfit(
        rms(carried.total - stance.vertical),
        (rms(off[:, 0]), rms(off[:, 1])),
        rms(shifts[:, 0]),
        (rms(shifts[:, 1]), rms(shifts[:, 2])),
    )


def start_height(published: Foot, stance: Stance) -> float:
    """Returns how much higher the spheres must be so that the lowest one of a loaded foot is pressed in by a quarter of its radius [m]."""
    loaded = stance.vertical > 0.5 * stance.vertical.max()
    on_foot = published.places[~published.on_toes]
    heights = np.einsum("tj,nj->tn", stance.rotation[loaded, 1], on_foot) + stance.origin[loaded, 1:2]
    return float(0.75 * published.radius - np.median(heights.min(1)))


def fit_foot(published: Foot, hinge: Hinge, stance: Stance, iterations: int = 15) -> Fit:
    """Fits a foot: heights and places along x of the spheres, modulus, and stiffness of the toes.

    The spheres keep their places along z and their radius. Values that differ from the published ones count as errors too, by the standard
    deviations above, so the fit also ends where the stance does not determine a value.
    """
    spheres = len(published.names)
    # The parameters: a common height, then heights and places along x by sphere, and logarithms of both stiffnesses.
    widths = np.array([COMMON_HEIGHT] + [HEIGHT] * spheres + [POSITION] * spheres + [MODULUS, HINGE_STIFFNESS])

    def make(values: Array) -> Foot:
        places = published.places.copy()
        places[:, 1] += values[0] + values[1 : 1 + spheres]
        places[:, 0] += values[1 + spheres : 1 + 2 * spheres]
        stiffness = np.exp(values[-2:])
        return dataclasses.replace(
            published,
            places=places,
            modulus=float(published.modulus * stiffness[0]),
            hinge_stiffness=float(published.hinge_stiffness * stiffness[1]),
        )

    def evaluate(values: Array, shifts: Array | None) -> tuple[Array, Array]:
        shifts, residuals = find_shifts(make(values), hinge, stance, shifts)
        return shifts, np.concatenate([residuals.ravel(), (values - start) / widths])

    start = np.zeros(len(widths))
    start[0] = start_height(published, stance)
    values, damping = start.copy(), 1e-2
    shifts, residuals = evaluate(values, None)
    done = 0
    for done in range(1, iterations + 1):
        slopes = np.empty((len(residuals), len(values)))
        for k, width in enumerate(widths):
            moved = values.copy()
            moved[k] += 1e-3 * width
            slopes[:, k] = (evaluate(moved, shifts)[1] - residuals) / (1e-3 * width)
        normal, slope = slopes.T @ slopes, slopes.T @ residuals
        before = float(residuals @ residuals)
        for _ in range(8):
            tried = values - np.linalg.solve(normal + damping * np.diag(np.diag(normal)), slope)
            tried_shifts, tried_residuals = evaluate(tried, shifts)
            if tried_residuals @ tried_residuals < before:
                values, shifts, residuals, damping = tried, tried_shifts, tried_residuals, damping / 5
                break
            damping *= 6
        if before - float(residuals @ residuals) < 1e-3 * before:
            break
    return Fit(make(values), float(residuals @ residuals), done)
