"""Beds of grains, which LAMMPS computes in a program of its own, simbodydem-grains."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _core
from .docs import documented
from .poses import Numbers, PoseLike, as_pose, vector

if TYPE_CHECKING:
    from .simulation import Simulation
    from .world import Body, Path, World

_vector = ("f8", (3,))
_contact = [("point", *_vector), ("normal", *_vector), ("force", *_vector), ("overlap", "f8")]
GRAIN = np.dtype([("position", *_vector), ("velocity", *_vector), ("angular_velocity", *_vector), ("radius", "f8")])
CONTACT = np.dtype([("grain", "i4"), *_contact], align=True)
PAIR = np.dtype([("grains", "i4", (2,)), *_contact], align=True)
WRENCH = np.dtype(
    [
        ("body", "i4"),
        ("contacts", "i4"),
        *(
            (name, *_vector)
            for name in ("moment", "force", "moment_at_end", "force_at_end", "pending_angular_impulse", "pending_impulse")
        ),
    ],
    align=True,
)
LAYER = np.dtype(
    [
        ("low", "f8"),
        ("high", "f8"),
        ("grains", "i4"),
        ("solid_fraction", "f8"),
        ("velocity", *_vector),
        ("stress", "f8", (3, 3)),
    ],
    align=True,
)
_MEASURES = np.dtype(
    [
        ("grains", "i4"),
        *(
            (name, "f8")
            for name in (
                "mass",
                "kinetic_energy",
                "potential_energy",
                "stored_energy",
                "wall_energy",
                "surface_energy",
                "height",
                "highest",
                "coordination_number",
                "largest_speed",
                "deepest_overlap",
            )
        ),
        *((name, *_vector) for name in ("momentum", "angular_momentum", "wall_force")),
    ],
    align=True,
)
if _core.HAS_GRAINS:
    _types = (GRAIN, CONTACT, PAIR, WRENCH, LAYER, _MEASURES)
    assert [one.itemsize for one in _types] == _core.grain_row_sizes()


@documented(
    "GrainBedMeasures",
    mass="GrainBedMeasures::mass",
    kinetic_energy="GrainBedMeasures::kineticEnergy",
    potential_energy="GrainBedMeasures::potentialEnergy",
    stored_energy="GrainBedMeasures::storedEnergy",
    wall_energy="GrainBedMeasures::wallEnergy",
    surface_energy="GrainBedMeasures::surfaceEnergy",
    height="GrainBedMeasures::height",
    highest="GrainBedMeasures::highest",
    coordination_number="GrainBedMeasures::coordinationNumber",
    largest_speed="GrainBedMeasures::largestSpeed",
    deepest_overlap="GrainBedMeasures::deepestOverlap",
    angular_momentum="GrainBedMeasures::angularMomentum",
    wall_force="GrainBedMeasures::wallForce",
)
@dataclass(frozen=True)
class GrainBedMeasures:
    """Vectors are in Ground."""

    grains: int
    mass: float
    kinetic_energy: float
    potential_energy: float
    stored_energy: float
    wall_energy: float
    surface_energy: float
    height: float
    highest: float
    coordination_number: float
    largest_speed: float
    deepest_overlap: float
    momentum: Numbers
    angular_momentum: Numbers
    wall_force: Numbers


def _rows(
    positions: npt.ArrayLike,
    radii: npt.ArrayLike,
    velocities: npt.ArrayLike | None,
    angular_velocities: npt.ArrayLike | None,
) -> Numbers:
    places = np.atleast_2d(np.asarray(positions, dtype=float))
    if places.ndim != 2 or places.shape[1] != 3:
        raise ValueError(f"positions has the shape {places.shape}; it must be (grains, 3)")
    rows = np.zeros((len(places), 10))
    rows[:, :3] = places
    rows[:, 3] = radii
    if velocities is not None:
        rows[:, 4:7] = velocities
    if angular_velocities is not None:
        rows[:, 7:] = angular_velocities
    return rows


class GrainBed:
    """A bed of grains of a World, which World.add_grains() makes.

    Each simulation fills a bed of its own, in the order of these calls. Surfaces of Ground that were added before take part. Equal seeds make
    equal beds.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    @documented("GrainBed::fill", seed="Pouring::Pouring", up_to="Pouring::upTo", count="Pouring::setCount")
    def fill(
        self,
        radius: float | tuple[float, float],
        *,
        up_to: float | None = None,
        count: int | None = None,
        seed: int = 1,
    ) -> None:
        """The radius is one for all grains [m], or the least and the greatest one. Give either up_to or count."""
        if (up_to is None) == (count is None):
            raise ValueError("give either up_to, a height [m], or count, a number of grains")
        least, greatest = radius if isinstance(radius, tuple) else (radius, radius)
        _core.pour_grains(self._world._core, least, greatest, seed, up_to, count)

    @documented("GrainBed::add")
    def add(
        self,
        positions: npt.ArrayLike,
        radii: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        angular_velocities: npt.ArrayLike | None = None,
    ) -> None:
        """Rows are grains. The radii are one number for each, or one for all."""
        _core.put_grains(self._world._core, _rows(positions, radii, velocities, angular_velocities))

    @documented("GrainBed::addFile")
    def add_file(self, file: Path) -> None:
        _core.put_grain_file(self._world._core, os.fspath(file))

    @documented("GrainBed::settle")
    def settle(self, at_most: float) -> None:
        _core.settle_grains(self._world._core, at_most)

    def add_surface(
        self, body: Body, shape: _core.Shape, material: _core.SurfaceMaterial, pose: PoseLike = None, name: str = ""
    ) -> int:
        """Adds a surface that touches grains, on a body or on Ground, and returns its number in the bed.

        It touches nothing else. The pose is that of the shape on the body.
        """
        return _core.add_grain_surface(self._world._core, body.number, shape, as_pose(pose), material, name)

    def add_surfaces(self, of: Body | int | Iterable[Body | int]) -> list[int]:
        """Lets surfaces of the World touch grains too, and returns their numbers in the bed.

        They are those of a body, such as robot.link("foot_fl"), a surface by its number, or a list of them. Their material must be a
        Material.
        """
        bodies = self._world._core.surface_bodies
        numbers = []
        for one in [of] if isinstance(of, int) or not isinstance(of, Iterable) else of:
            found = [one] if isinstance(one, int) else [i for i, body in enumerate(bodies) if body == one.number]
            if not found:
                raise ValueError(f"{one!r} has no surfaces; give a shape to add_surface()")
            numbers += [_core.add_contact_surface_to_grains(self._world._core, surface) for surface in found]
        return numbers


@documented("GrainSeries")
class GrainSeries:
    """Grains.series() begins one."""

    def __init__(self, simulation: Simulation, file: Path) -> None:
        self._simulation = simulation
        self._core = _core.GrainSeriesCore(os.fspath(file))

    @documented("GrainSeries::write")
    def write(self) -> None:
        self._core.write(self._simulation._core)

    @property
    @documented("GrainSeries::getNumTimes")
    def num_times(self) -> int:
        return self._core.num_times


class Grains:
    """The grains of a simulation: Simulation.grains. Arrays are new and read-only, and all vectors are in Ground."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    @property
    def rows(self) -> npt.NDArray[np.void]:
        """All grains in the order in which they were added, a structured array: position [m], velocity [m/s], angular_velocity [rad/s],
        radius [m]."""
        return _core.grain_rows(self._simulation._core).view(GRAIN)

    @property
    def pairs(self) -> npt.NDArray[np.void]:
        """All contacts among grains, a structured array: grains, point [m], normal from the first to the second, force on the second [N],
        overlap [m]."""
        return _core.grain_pairs(self._simulation._core).view(PAIR)

    def contacts(self, surface: int) -> npt.NDArray[np.void]:
        """Returns the contacts of a surface with grains at the end of the last interval, a structured array: grain, point [m], normal from
        the surface to the grain, force on the surface [N], overlap [m]."""
        return _core.grain_contacts(self._simulation._core, surface).view(CONTACT)

    @property
    def wrenches(self) -> npt.NDArray[np.void]:
        """Returns the wrench of grains on each surface, a structured array.

        moment and force are what the mechanism receives in the present interval in the mean, about the origin of the body [N m], [N].
        moment_at_end and force_at_end are at the end of the last interval, about Ground's origin. The pending impulses are what the
        mechanism has still to get [N m s], [N s]. body and contacts are numbers.
        """
        return _core.grain_wrenches(self._simulation._core).view(WRENCH)

    @documented("GrainBed::measure")
    def measure(self) -> GrainBedMeasures:
        (row,) = _core.grain_measures(self._simulation._core).view(_MEASURES)
        return GrainBedMeasures(*(row[name].copy() if row[name].shape else row[name].item() for name in _MEASURES.fields or ()))

    @documented("GrainBed::measureLayers")
    def layers(self, count: int) -> npt.NDArray[np.void]:
        """It is a structured array: low and high [m], grains, solid_fraction, velocity [m/s], stress [Pa]."""
        return _core.grain_layers(self._simulation._core, count).view(LAYER)

    def add(
        self,
        positions: npt.ArrayLike,
        radii: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        angular_velocities: npt.ArrayLike | None = None,
    ) -> None:
        """Adds grains between two steps, as GrainBed.add() does. A replay begins anew."""
        _core.change_grains(self._simulation._core, _rows(positions, radii, velocities, angular_velocities), None)

    def remove(self, which: npt.ArrayLike) -> int:
        """Removes the grains for which this is true, between two steps, and returns how many they were.

        There is a truth for each of the rows. What is left keeps its order. A replay begins anew.
        """
        removed = np.ascontiguousarray(which, dtype=bool)
        _core.change_grains(self._simulation._core, None, removed)
        return int(removed.sum())

    def series(self, file: Path) -> GrainSeries:
        """Begins a series of grains for ParaView, a .pvd file."""
        return GrainSeries(self._simulation, file)

    @property
    @documented("GrainBed::describeLaw")
    def law(self) -> str:
        return _core.grain_law(self._simulation._core)

    @property
    @documented("GrainBed::getTimeStep")
    def time_step(self) -> float:
        return _core.grain_time_step(self._simulation._core)

    @property
    @documented("GrainBed::getIntervalError")
    def interval_error(self) -> float:
        return _core.grain_interval_error(self._simulation._core)

    @property
    @documented("GrainBed::getNumIntervals")
    def num_intervals(self) -> int:
        return _core.grain_counts(self._simulation._core)[1]

    @property
    @documented("GrainBed::getNumShortened")
    def num_shortened(self) -> int:
        return _core.grain_counts(self._simulation._core)[2]

    @property
    @documented("GrainBed::getNumLost")
    def num_lost(self) -> int:
        return _core.grain_counts(self._simulation._core)[3]

    @property
    @documented("GrainStepper::getNumSteps")
    def num_steps(self) -> int:
        return _core.grain_counts(self._simulation._core)[4]

    def __len__(self) -> int:
        return _core.grain_counts(self._simulation._core)[0]

    def __repr__(self) -> str:
        return f"Grains({len(self)})"


def add_bed(
    world: World,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    material: _core.SurfaceMaterial,
    laws: tuple[object, object, object],
    options: tuple[
        tuple[bool, bool, bool], bool, bool, float, npt.ArrayLike | None, int, float | None, float | None, int, Path | None
    ],
    launcher: Sequence[str],
) -> GrainBed:
    """Makes the bed of World.add_grains()."""
    if not _core.HAS_GRAINS:
        raise RuntimeError("this package was built with SIMBODYDEM_PYTHON_GRAINS=OFF, so it has no beds of grains")
    periodic, walls, may_leave, density, gravity, interval, tolerance, step, ranks, server = options
    _core.add_grains(
        world._core,
        vector("low", low),
        vector("high", high),
        material,
        periodic,
        walls,
        may_leave,
        density,
        None if gravity is None else vector("gravity", gravity),
        *laws,
        interval,
        tolerance,
        step,
        ranks,
        "" if server is None else os.fspath(server),
        list(launcher),
    )
    return GrainBed(world)


__all__ = ["GrainBed", "GrainBedMeasures", "GrainSeries", "Grains"]
