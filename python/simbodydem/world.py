"""A World remembers how a model is made. Simulations and rollouts build Systems of it."""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _core
from .descriptions import Description
from .grains import GrainBed, add_bed
from .laws import NamedLaw, NormalLaw, RollingLaw, TangentialLaw, choose
from .poses import Numbers, PoseLike, as_pose, turned, vector
from .surfaces import Surface, as_surface
from .warning import pass_warnings

if TYPE_CHECKING:
    from .simulation import Simulation

Path = str | os.PathLike[str]


class Body:
    """A body of a World. Its number is that of the arrays of contacts; 0 is Ground."""

    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self.number = number

    @property
    def name(self) -> str:
        """The name, "" if it has none."""
        return self._world._core.body_name(self.number)

    def add_surface(self, shape: _core.Shape, material: Surface, pose: PoseLike = None, name: str = "") -> int:
        """Adds a surface to the body and returns its number. The pose is that of the shape on the body."""
        return self._world._core.add_surface(self.number, shape, as_pose(pose), as_surface(material), name)

    def set_joint(
        self,
        *,
        friction: float = 0,
        friction_stiffness: float = 0,
        friction_damping: float = 0,
        damping: float = 0,
        stops: tuple[float, float, float, float] | None = None,
        servo: tuple[float, float] | tuple[float, float, float] | None = None,
        name: str = "",
    ) -> None:
        """Sets the forces of the pin or slider of this body: dry friction, damping, stops (lower, upper, stiffness, damping), and a servo
        (kp, kd, limit)."""
        drive = None if servo is None else (servo[0], servo[1], servo[2] if len(servo) > 2 else np.inf)
        self._world._core.set_joint(
            self.number, friction, friction_stiffness, friction_damping, damping, stops, drive, name
        )

    def __repr__(self) -> str:
        return f"Body({self.number}, {self.name!r})"


class Robot:
    """A robot of a file. Arrays of its joints are in the order of joint_names."""

    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self.number = number
        self.joint_names: list[str] = world._core.joint_names(number)
        self.link_names: list[str] = world._core.link_names(number)

    @property
    def name(self) -> str:
        """The name in the file."""
        return self._world._core.robot_name(self.number)

    @property
    def mass(self) -> float:
        """The sum of the masses [kg]."""
        return self._world._core.robot_mass(self.number)

    @property
    def warnings(self) -> list[str]:
        """What the file has that is not read, or is read with a doubt."""
        return self._world._core.robot_warnings(self.number)

    @property
    def joint_limits(self) -> Numbers:
        """The lower and the upper limit of each joint [rad, m], two columns; infinite where the file has none."""
        return _core.joint_limits(self._world._core, self.number)

    def link(self, name: str) -> Body:
        """Returns the body of a link."""
        return Body(self._world, self._world._core.link_body(self.number, name))

    def set_servos(self, pattern: str, kp: float, kd: float, limit: float | None = None) -> None:
        """Gives servos to all joints whose whole name matches the pattern: kp [N m/rad, N/m], kd [N m s/rad, N s/m]. The limit is the
        file's effort, or a smaller one."""
        self._world._core.set_servos(self.number, pattern, kp, kd, limit)

    def set_start(self, positions: Mapping[str, float] | npt.ArrayLike, targets: bool = True) -> None:
        """Sets the positions of joints at the start of each simulation, by patterns of names or for all joints, and the targets of their
        servos with them."""
        if isinstance(positions, Mapping):
            pairs = [(str(pattern), float(value)) for pattern, value in positions.items()]
        else:
            pairs = list(zip(map(re.escape, self.joint_names), self.array("positions", positions).tolist()))
        self._world._core.set_joints_at_start(self.number, pairs, targets)

    def array(self, name: str, values: Mapping[str, float] | npt.ArrayLike, present: Numbers | None = None) -> Numbers:
        """Returns an array with a number for each joint. Joints that no pattern of a mapping matches have their present number."""
        if isinstance(values, Mapping):
            result = np.zeros(len(self.joint_names)) if present is None else np.array(present)
            for pattern, value in values.items():
                found = [i for i, joint in enumerate(self.joint_names) if re.fullmatch(pattern, joint)]
                if not found:
                    raise ValueError(f"{name}: joint '{pattern}' matches none of {', '.join(self.joint_names)}")
                result[found] = value
            return result
        array = np.ascontiguousarray(values, dtype=float)
        if array.shape != (len(self.joint_names),):
            raise ValueError(f"{name} has the shape {array.shape} instead of ({len(self.joint_names)},)")
        return array

    @property
    def _simulation(self) -> Simulation:
        simulation = self._world._latest()
        if simulation is None:
            raise RuntimeError("the world has no simulation yet; make one with Simulation(world)")
        return simulation

    @property
    def q(self) -> Numbers:
        """Positions of the joints [rad, m] in the latest simulation of the world, a read-only view that follows the run."""
        return self._simulation.robot_q(self)

    @q.setter
    def q(self, values: Mapping[str, float] | npt.ArrayLike) -> None:
        self._simulation.set_robot_q(self, values)

    @property
    def u(self) -> Numbers:
        """Velocities of the joints [rad/s, m/s] in the latest simulation of the world, a read-only view that follows the run."""
        return self._simulation.robot_u(self)

    @u.setter
    def u(self, values: Mapping[str, float] | npt.ArrayLike) -> None:
        self._simulation.set_robot_u(self, values)

    def __str__(self) -> str:
        return self._world._core.robot_text(self.number)

    def __repr__(self) -> str:
        return f"Robot({self.name!r}, {len(self.joint_names)} joints)"


class World:
    """Bodies, surfaces, robots and laws.

    The laws are a pair by name, or single laws: World(law="hertz-mindlin"), World(normal=("linear", {"stiffness": 1e5}),
    tangential="cundall"). Rolling resistance is none unless it is given. list_laws() has all names. With track_energy the dissipated
    energy is recorded by cause.
    """

    def __init__(
        self,
        gravity: npt.ArrayLike = (0, 0, -9.81),
        *,
        law: str = "hertz-mindlin",
        normal: NamedLaw | NormalLaw | None = None,
        tangential: NamedLaw | TangentialLaw | None = None,
        rolling: NamedLaw | RollingLaw = "none",
        track_energy: bool = False,
    ) -> None:
        pairs = _core.list_named_laws()
        if law not in pairs:
            raise ValueError(f"law = '{law}' is unknown; choose from {', '.join(pairs)}")
        names = pairs[law]
        self.gravity = vector("gravity", gravity)
        self.gravity.flags.writeable = False
        self._laws = (
            choose(names[0] if normal is None else normal, NormalLaw),
            choose(names[1] if tangential is None else tangential, TangentialLaw),
            choose(rolling, RollingLaw),
        )
        self._core = _core.WorldCore(self.gravity, *self._laws, track_energy)
        self.robots: list[Robot] = []
        self._latest: Callable[[], Simulation | None] = lambda: None

    @property
    def ground(self) -> Body:
        """Ground, the body of number 0."""
        return Body(self, 0)

    @property
    def surface_names(self) -> list[str]:
        """The names of all surfaces, by their numbers in the arrays of contacts."""
        return self._core.surface_names

    @property
    def has_grains(self) -> bool:
        """True if add_grains() was called."""
        return self._core.has_grains

    @property
    def num_bodies(self) -> int:
        """The number of bodies with Ground."""
        return self._core.num_bodies

    def describe_laws(self) -> list[str]:
        """Returns all settings of the contact force, as lines of text."""
        return self._core.describe_laws()

    def add_ground(
        self, material: Surface, shape: _core.Shape | None = None, pose: PoseLike = None, name: str = "ground"
    ) -> int:
        """Adds a surface to Ground and returns its number. Without a shape it is a plane that faces against gravity, through the position
        of the pose."""
        if shape is not None:
            return self.ground.add_surface(shape, material, pose, name)
        up = -self.gravity if np.any(self.gravity) else np.array([0.0, 0.0, 1.0])
        return self._core.add_floor(as_surface(material), up, np.ascontiguousarray(as_pose(pose)[:3, 3]), name)

    def add_body(
        self,
        *,
        mass: float,
        inertia: npt.ArrayLike | None = None,
        com: npt.ArrayLike = (0, 0, 0),
        joint: str = "free",
        parent: Body | None = None,
        axis: npt.ArrayLike | None = None,
        pose: PoseLike = None,
        on_body: PoseLike = None,
        velocity: npt.ArrayLike = (0, 0, 0),
        angular_velocity: npt.ArrayLike = (0, 0, 0),
        shape: _core.Shape | None = None,
        material: Surface | None = None,
        name: str = "",
    ) -> Body:
        """Adds a body.

        The inertia about the mass center is three principal moments or a matrix [kg m^2]; without it, it is that of a solid ball, brick,
        ellipsoid, cylinder or capsule of the shape. The joint is free, ball, pin, slider or weld, between a frame on the parent and one on
        the body.
        The axis of a pin or slider is in the joint's frame, z for a pin and x for a slider unless it is given. The pose of a free body is
        where it starts, in Ground, with its velocity [m/s] and angular velocity [rad/s]. The pose of another joint is that of its frame
        on the parent. A shape adds a surface of the same name.
        """
        if inertia is None:
            if shape is None:
                raise ValueError("a body needs its inertia [kg m^2], or a shape that has one")
            inertia = _inertia_of(shape, mass)
        moments = np.asarray(inertia, dtype=float)
        if moments.shape == (3,):
            moments = np.diag(moments)
        if moments.shape != (3, 3):
            raise ValueError(f"inertia has the shape {moments.shape}; it must be three moments (3,) or a matrix (3, 3)")
        start = as_pose(pose)
        turn = np.eye(4)
        if axis is not None:
            if joint not in ("pin", "slider"):
                raise ValueError(f"axis is of a pin or slider, and the joint is '{joint}'")
            turn[:3, :3] = turned(np.array([0.0, 0, 1] if joint == "pin" else [1.0, 0, 0]), vector("axis", axis))
        on_parent = np.eye(4) if joint == "free" else start
        number_of_parent = 0 if parent is None else parent.number
        if material is None and shape is not None:
            raise ValueError("a shape needs a material")
        self._core.add_body(
            joint,
            number_of_parent,
            np.ascontiguousarray(on_parent @ turn),
            np.ascontiguousarray(as_pose(on_body) @ turn),
            mass,
            vector("com", com),
            np.ascontiguousarray(moments),
            name,
        )
        number = self._core.num_bodies - 1
        if joint == "free":
            self._core.set_start(
                number, start, vector("angular_velocity", angular_velocity), vector("velocity", velocity)
            )
        body = Body(self, number)
        if shape is not None and material is not None:
            body.add_surface(shape, material, None, name)
        return body

    def add_robot(
        self,
        file: Path,
        *,
        base: str | Body | None = None,
        pose: PoseLike = None,
        material: Surface | None = None,
        on_floor: bool = False,
        gap: float = 0,
        packages: Sequence[Path] = (),
        meshes_as_they_are: bool = False,
        keep_fixed_joints: bool = False,
        lenient: bool = False,
        prefix: str = "",
    ) -> Robot:
        """Adds the robot of a URDF, MJCF or SDF file, or of load_description().

        The base is "fixed", "floating", or a body that it is welded to; by default it is that of the file. With on_floor a floating base is
        set so that the robot touches Ground's surfaces, or stays over them by the gap [m]. The material is that of all its collisions.
        """
        if not (base is None or isinstance(base, Body) or base in ("fixed", "floating")):
            raise ValueError(f"base = {base!r}; it must be 'fixed', 'floating' or a Body")
        number = self._core.add_robot(
            os.fspath(file),
            [os.fspath(folder) for folder in (*packages, *(file.packages if isinstance(file, Description) else ()))],
            None if base is None or isinstance(base, Body) else base == "floating",
            base.number if isinstance(base, Body) else None,
            None if pose is None else as_pose(pose),
            None if material is None else as_surface(material),
            meshes_as_they_are,
            keep_fixed_joints,
            on_floor,
            gap,
            lenient,
            prefix,
        )
        pass_warnings()
        self.robots.append(Robot(self, number))
        return self.robots[-1]

    def add_grains(
        self,
        low: npt.ArrayLike,
        high: npt.ArrayLike,
        material: _core.SurfaceMaterial,
        *,
        periodic: tuple[bool, bool, bool] = (False, False, False),
        walls: bool = True,
        may_leave: bool = False,
        density: float = 2500,
        gravity: npt.ArrayLike | None = None,
        normal: NamedLaw = "hertz",
        tangential: NamedLaw = "mindlin-rescaled",
        rolling: NamedLaw = "none",
        interval: int = 1,
        interval_tolerance: float | None = None,
        time_step: float | None = None,
        ranks: int = 1,
        server: Path | None = None,
        launcher: Sequence[str] = (),
    ) -> GrainBed:
        """Adds a bed of grains in a box, and returns it for its fill() and add_surface(). A world has one.

        The program simbodydem-grains computes it, for each simulation one. It is looked for in the environment variable
        SIMBODYDEM_GRAINS_SERVER and in PATH, unless the server is a path. Low and high are opposite corners [m]. The laws are among those
        of LAMMPS. The gravity is that of the world, unless it is given [m/s^2]. The interval is the most steps of the bed between two
        exchanges with the mechanism.
        With interval_tolerance, a velocity [m/s], it is shorter where that keeps the error below it. time_step is the longest step of the
        bed [s]. ranks is the number of processes, and the launcher the command that starts them.
        """
        return add_bed(
            self,
            low,
            high,
            material,
            (choose(normal, NormalLaw), choose(tangential, TangentialLaw), choose(rolling, RollingLaw)),
            (periodic, walls, may_leave, density, gravity, interval, interval_tolerance, time_step, ranks, server),
            launcher,
        )

    def exclude(self, a: Body, b: Body) -> None:
        """Excludes two bodies from contact with each other."""
        self._core.exclude_bodies(a.number, b.number)

    def set_pair_material(self, a: int, b: int, material: _core.SurfaceMaterial) -> None:
        """Sets the material of the contacts of two surfaces, by their numbers."""
        self._core.set_pair_material(a, b, material)

    def _made(self, simulation: Simulation) -> None:
        self._latest = weakref.ref(simulation)


def _inertia_of(shape: _core.Shape, mass: float) -> Numbers:
    moments = _core.principal_moments(shape, mass)
    if moments is None:
        raise ValueError(f"give the inertia [kg m^2] of a body with a {type(shape).__name__}")
    return np.array(moments)


__all__ = ["Body", "Robot", "World"]
