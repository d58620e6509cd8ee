"""Simulations: runs of a System that is built from a World."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .grains import Grains
from .poses import Numbers, PoseLike, as_pose, vector
from .progress import Progress
from .view import View
from .warning import pass_warnings
from .world import Body, Path, Robot, World

_vector = ("f8", (3,))
CONTACT = np.dtype(
    [
        ("bodies", "i4", (2,)),
        ("surfaces", "i4", (2,)),
        ("point", *_vector),
        ("normal", *_vector),
        ("force", *_vector),
        ("normal_force", *_vector),
        ("torque", *_vector),
        ("slip_velocity", *_vector),
        ("overlap", "f8"),
        ("overlap_rate", "f8"),
        ("stored_energy", "f8"),
        ("dissipated_power", "f8"),
        ("area", "f8"),
        ("sticks", "?"),
    ],
    align=True,
)
JOINT = np.dtype(
    [
        *((name, "f8") for name in ("friction", "damping", "stop", "servo", "torque", "target", "elastic_displacement")),
        ("slides", "?"),
        ("at_limit", "?"),
    ],
    align=True,
)
assert CONTACT.itemsize == _core.CONTACT_ROW_SIZE and JOINT.itemsize == _core.JOINT_ROW_SIZE


class State:
    """All that changes in a simulation at one time, with what contacts and joints remember. States are equal if all their numbers are."""

    def __init__(self, core: _core.Snapshot) -> None:
        self._core = core

    @property
    def time(self) -> float:
        """The time [s]."""
        return self._core.time

    @property
    def q(self) -> Numbers:
        """Coordinates, read-only."""
        return self._core.q

    @property
    def u(self) -> Numbers:
        """Speeds, read-only."""
        return self._core.u

    def to_bytes(self) -> bytes:
        """Returns the State as text, which State.from_bytes() and Simulation.load() read. What the integrator remembers is not in it."""
        return self._core.data

    @staticmethod
    def from_bytes(data: bytes) -> State:
        """Makes a State of what to_bytes() returned."""
        lines = data.split(b"\n", 4)
        if len(lines) < 5 or not lines[0].startswith(b"SimbodyDEM state"):
            raise ValueError("this is no saved state")
        time, q, u = (np.array(line.split()[2:], dtype=float) for line in lines[1:4])
        return State(_core.Snapshot.from_bytes(data, float(time[0]), q, u))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __reduce__(self) -> Any:
        return State.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"State(time={self.time})"


class Simulation:
    """A run of a World. Later changes of the World have no effect on it.

    Give an accuracy, 1e-3 by default, or the length of fixed steps [s]. The integrator is "contact", the implicit one of the library, or
    one of Simbody: "runge-kutta-merson", "runge-kutta-3", "runge-kutta-feldberg", "cpodes", "semi-explicit-euler-2".
    """

    def __init__(
        self,
        world: World,
        *,
        accuracy: float | None = None,
        step: float | None = None,
        iterations: int = 3,
        integrator: str = "contact",
        maximum_step: float | None = None,
        initial_step: float | None = None,
        _core_of_clone: _core.SimulationCore | None = None,
    ) -> None:
        if accuracy is not None and step is not None:
            raise ValueError("give either accuracy or step")
        self.world = world
        self._core = _core_of_clone or _core.SimulationCore(
            world._core, integrator, accuracy, step, maximum_step, initial_step, iterations
        )
        self.robots = list(world.robots)
        self._view: View | None = None
        if _core_of_clone is None:
            world._made(self)
        pass_warnings()

    @property
    def time(self) -> float:
        """The present time [s]."""
        return self._core.time

    @property
    def q(self) -> Numbers:
        """Coordinates of all joints, with four of a quaternion for each free body: a read-only view that follows the run. Copy it to keep
        its numbers."""
        return self._core.q

    @property
    def u(self) -> Numbers:
        """Speeds of all joints [rad/s, m/s], a read-only view that follows the run."""
        return self._core.u

    @property
    def udot(self) -> Numbers:
        """Accelerations of all joints [rad/s^2, m/s^2], a new array."""
        return self._core.udot()

    def robot_q(self, robot: Robot) -> Numbers:
        """Returns the positions of a robot's joints, a read-only view that follows the run."""
        return self._core.robot_q(robot.number)

    def robot_u(self, robot: Robot) -> Numbers:
        """Returns the velocities of a robot's joints, a read-only view that follows the run."""
        return self._core.robot_u(robot.number)

    def step_to(self, time: float, *, progress: bool | None = None) -> None:
        """Advances to exactly this time [s]. Ctrl-C ends it, and the simulation stays at the end of the last step.

        With progress=True tqdm shows a bar. By default there is one in a terminal, if tqdm is installed and the run takes longer than two
        seconds.
        """
        bar = Progress(self.time, time, progress)
        try:
            self._advance(time, bar)
        finally:
            bar.close()
        pass_warnings()

    def run(self, duration: float, *, progress: bool | None = None) -> None:
        """Advances by this duration [s], as step_to() does."""
        self.step_to(self.time + duration, progress=progress)

    def steps(self, duration: float, every: float, *, progress: bool | None = None) -> Iterator[float]:
        """Yields the time at each multiple of `every` from now on, and advances by `every` after the loop's body. The progress is that of
        step_to()."""
        if not (every > 0 and np.isfinite(every)):
            raise ValueError(f"every = {every} s; it must be finite and > 0")
        if not (duration >= 0 and np.isfinite(duration)):
            raise ValueError(f"duration = {duration} s; it must be finite and >= 0")
        start = self.time
        count = int(np.ceil(duration / every - 1e-9))
        bar = Progress(start, start + duration, progress)
        try:
            for i in range(count):
                yield self.time
                self._advance(start + min((i + 1) * every, duration), bar)
                pass_warnings()
        finally:
            bar.close()

    def _advance(self, time: float, bar: Progress) -> None:
        live = self._view._live if self._view is not None and self._view.is_open else None
        if live is None and not bar.can_show:
            self._core.advance(time)
            return
        _core.advance_watched(self._core, time, live, bar.update if bar.can_show else None)
        bar.update(self.time)

    def set_q(self, q: npt.ArrayLike, keep_contacts: bool = False) -> None:
        """Sets all coordinates. The integrator starts anew, and contacts forget their springs unless they are kept."""
        self._core.set_q(np.ascontiguousarray(q, dtype=float), keep_contacts)
        pass_warnings()

    def set_u(self, u: npt.ArrayLike) -> None:
        """Sets all speeds. The integrator starts anew."""
        self._core.set_u(np.ascontiguousarray(u, dtype=float))

    def set_robot_q(self, robot: Robot, q: Mapping[str, float] | npt.ArrayLike, keep_contacts: bool = False) -> None:
        """Sets the positions of a robot's joints, as set_q() does."""
        self._core.set_robot_q(robot.number, robot.array("q", q, self.robot_q(robot)), keep_contacts)
        pass_warnings()

    def set_robot_u(self, robot: Robot, u: Mapping[str, float] | npt.ArrayLike) -> None:
        """Sets the velocities of a robot's joints, as set_u() does."""
        self._core.set_robot_u(robot.number, robot.array("u", u, self.robot_u(robot)))

    def set_pose(self, body: Body, pose: PoseLike, keep_contacts: bool = False) -> None:
        """Sets the pose of a body in Ground, as near as its joint allows."""
        self._core.set_pose(body.number, as_pose(pose), keep_contacts)
        pass_warnings()

    def set_velocity(self, body: Body, velocity: npt.ArrayLike, angular_velocity: npt.ArrayLike = (0, 0, 0)) -> None:
        """Sets the velocity [m/s] and the angular velocity [rad/s] of a body relative to its parent, with the axes of Ground."""
        self._core.set_velocity(body.number, vector("angular_velocity", angular_velocity), vector("velocity", velocity))

    def set_on_floor(self, robot: Robot, gap: float = 0) -> None:
        """Moves a floating base along z until the robot touches the surfaces of Ground, or stays over them by the gap [m]."""
        self._core.set_on_floor(robot.number, gap)

    def set_targets(self, robot: Robot, targets: Mapping[str, float] | npt.ArrayLike) -> None:
        """Sets the targets of a robot's servos [rad, m]: for all joints, or by patterns of names."""
        present = self.joint_forces(robot)["target"] if isinstance(targets, Mapping) else None
        self._core.set_targets(robot.number, robot.array("targets", targets, present))

    def set_velocity_targets(self, robot: Robot, targets: npt.ArrayLike) -> None:
        """Sets the velocity targets of a robot's servos [rad/s, m/s]."""
        self._core.set_velocity_targets(robot.number, robot.array("targets", targets))

    def set_torques(self, robot: Robot, torques: npt.ArrayLike) -> None:
        """Sets the torques that add to a robot's servos [N m, N]. They stay until the next call."""
        self._core.set_torques(robot.number, robot.array("torques", torques))

    def set_force(self, body: Body, force: npt.ArrayLike, torque: npt.ArrayLike = (0, 0, 0)) -> None:
        """Sets a force [N] at the origin of a body and a torque [N m], with the axes of Ground. They stay until the next call."""
        self._core.set_force(body.number, vector("torque", torque), vector("force", force))

    def set_target(self, body: Body, target: float) -> None:
        """Sets the target of the servo of a body's pin or slider [rad, m], which Body.set_joint() made."""
        self._core.set_target(body.number, target)

    def set_friction_factor(self, surface: int, factor: float) -> None:
        """Multiplies the friction of a surface by a factor from now on."""
        self._core.set_friction_factor(surface, factor)

    def reset(self) -> None:
        """Begins again at the start of the World. A bed of grains is filled again; restore() of a State takes less."""
        self._leave_bed()
        self._core.reset()
        pass_warnings()

    @property
    def contacts(self) -> npt.NDArray[np.void]:
        """The contacts at this instant, a read-only structured array: bodies, surfaces, point, normal, force on the second body, overlap,
        sticks and more, in Ground."""
        return self._core.contacts().view(CONTACT)

    def joint_forces(self, robot: Robot) -> npt.NDArray[np.void]:
        """Returns the forces of a robot's joints in parts [N m, N], a read-only structured array."""
        return self._core.joint_forces(robot.number).view(JOINT)

    def link_forces(self, robot: Robot) -> Numbers:
        """Returns the sum of the contact forces on each link [N], by link_names, in Ground."""
        return self._core.link_forces(robot.number)

    def pose(self, body: Body) -> Numbers:
        """Returns the pose of a body in Ground, a matrix of 4 by 4 numbers."""
        return self._core.pose(body.number)

    def velocity(self, body: Body) -> Numbers:
        """Returns the angular velocity [rad/s] and the velocity [m/s] of a body in Ground, two rows."""
        return self._core.velocity(body.number)

    def link_pose(self, robot: Robot, link: str) -> Numbers:
        """Returns the pose of a link in Ground, a matrix of 4 by 4 numbers."""
        return self._core.link_pose(robot.number, link)

    def imu(self, robot: Robot, link: str) -> Numbers:
        """Returns what an inertial measurement unit on a link reads: specific force [m/s^2] and angular rate [rad/s], two rows."""
        return self._core.imu(robot.number, link)

    @property
    def grains(self) -> Grains:
        """The grains of World.add_grains()."""
        return Grains(self)

    @property
    def energy(self) -> _core.Energy:
        """The energies of bodies and their contacts at this instant [J]. Those of grains are in grains.measure()."""
        return self._core.energy

    @property
    def num_steps(self) -> int:
        """The number of steps that the integrator has taken since it started."""
        return self._core.num_steps

    @property
    def num_evaluations(self) -> int:
        """The number of force evaluations since the integrator started."""
        return self._core.num_evaluations

    @property
    def frame_interval(self) -> float:
        """The time between the frames that replay() writes [s]; it doubles when there are 2000. Set it to infinity to keep none."""
        return self._core.frame_interval

    @frame_interval.setter
    def frame_interval(self, interval: float) -> None:
        self._core.frame_interval = interval

    def replay(self, file: Path, follow: Body | None = None) -> None:
        """Writes the run so far as a page for a browser."""
        self._core.write_replay(os.fspath(file), None if follow is None else follow.number)

    def view(self, every: float = 1 / 30, follow: Body | None = None) -> View:
        """Shows the run in a browser of this machine, while it runs. The page gets a row after each interval `every` [s] of the run.

        print(sim.view().url) prints its address, on 127.0.0.1. In a notebook the returned view is the page. It ends with its close(), at
        the end of a with block, and with the simulation. A second view takes the place of the first.
        """
        if self._view is not None:
            self._view.close()
        self._view = View(self._core, every, None if follow is None else follow.number)
        return self._view

    @property
    def state(self) -> State:
        """The present State, a copy. A State of this process continues as this simulation does, bit for bit; with grains, to rounding."""
        return State(self._core.save())

    def restore(self, state: State) -> None:
        """Continues from a State of this World. With grains it starts another server for them, and closes the view."""
        self._leave_bed()
        self._core.restore(state._core)

    def _leave_bed(self) -> None:
        if self._view is not None and self.world.has_grains:
            self._view.close()
            self._view = None

    def save(self, file: Path) -> None:
        """Saves the present State to a file. A run that is loaded continues within the accuracy, since its integrator starts anew."""
        with open(file, "wb") as out:
            out.write(self.state.to_bytes())

    def load(self, file: Path) -> None:
        """Continues from a State that save() wrote."""
        with open(file, "rb") as source:
            self.restore(State.from_bytes(source.read()))

    def clone(self) -> Simulation:
        """Returns a simulation of the same State with a System of its own. It continues as this one does, bit for bit; with grains, which get a
        server of their own, to rounding."""
        return Simulation(self.world, _core_of_clone=self._core.clone())

    def __repr__(self) -> str:
        return f"Simulation(time={self.time}, {len(self.q)} coordinates)"
