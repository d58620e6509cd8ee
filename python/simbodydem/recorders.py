"""Recorders: files of a run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from . import _core
from .docs import documented
from .poses import vector
from .simulation import Simulation
from .warning import pass_warnings
from .world import Body, Path

Surfaces = Body | int | Iterable[Body | int]


@documented("GroundReactionRecorder")
class GroundReactionRecorder:
    """The groups map names to bodies, to numbers of surfaces, or to lists of them. A row is written at each multiple of `every` [s].

    With the library's integrator a step ends at each row; integrators of Simbody interpolate rows. The plane is a point [m] and a
    normal; without it it is through 0, across gravity. The simulation keeps the recorder until close(), or until a `with` block ends.
    """

    def __init__(
        self,
        simulation: Simulation,
        groups: Mapping[str, Surfaces],
        every: float = float("inf"),
        *,
        plane: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
        ground: Surfaces | None = None,
        minimum_normal_force: float = 0,
    ) -> None:
        self._simulation = simulation
        self._core = _core.ReactionRecorder(
            simulation._core, [(name, self._surfaces(group)) for name, group in groups.items()], every
        )
        if plane is None:
            g = simulation.world.gravity
            plane = ((0, 0, 0), -g if np.any(g) else (0, 1, 0))
        self._core.set_plane(vector("point of the plane", plane[0]), vector("normal of the plane", plane[1]))
        if ground is not None:
            self._core.set_ground(self._surfaces(ground))
        if minimum_normal_force:
            self._core.set_minimum_normal_force(minimum_normal_force)

    def _surfaces(self, group: Surfaces) -> set[int]:
        bodies = self._simulation.world._core.surface_bodies
        found = set()
        for one in [group] if isinstance(group, (Body, int)) else group:
            found.update([one] if isinstance(one, int) else [i for i, body in enumerate(bodies) if body == one.number])
        return found

    @documented("GroundReactionRecorder::write")
    def write(self, file: Path) -> None:
        self._core.write(os.fspath(file))

    @documented("GroundReactionRecorder::writeExternalLoads")
    def write_external_loads(self, file: Path, data: Path, bodies: Mapping[str, str]) -> None:
        self._core.write_external_loads(os.fspath(file), os.fspath(data), dict(bodies))

    @documented("GroundReactionRecorder::writeContacts")
    def write_contacts(self, file: Path) -> None:
        self._core.write_contacts(os.fspath(file))

    @documented("GroundReactionRecorder::writeAreas")
    def write_areas(self, file: Path) -> None:
        self._core.write_areas(os.fspath(file))

    @documented("GroundReactionRecorder::writeElements")
    def write_elements(self, file: Path, surface: int) -> None:
        self._core.write_elements(os.fspath(file), surface)

    @documented("GroundReactionRecorder::writeElementSeries")
    def write_element_series(self, file: Path, surface: int) -> None:
        self._core.write_element_series(os.fspath(file), surface)

    def record(self) -> None:
        """Adds the rows of the present time to all files. A file that has this time already gets no row."""
        self._core.record()
        pass_warnings()

    def close(self) -> None:
        """Ends the files and takes the recorder from its simulation."""
        self._core.close()
        pass_warnings()

    def __enter__(self) -> GroundReactionRecorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
