"""Linearizations of a step and of contacts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from . import _core
from .docs import documented
from .poses import Numbers
from .simulation import Simulation
from .warning import pass_warnings
from .world import Robot

Joints = str | Mapping[Robot, str]
Outputs = Sequence[str] | Mapping[Robot, Sequence[str]]


@documented("StepLinearization")
class StepLinearization:
    """state_names, input_names and output_names have the names of rows and columns."""

    A: Numbers
    B: Numbers
    C: Numbers
    D: Numbers
    state_names: list[str]
    input_names: list[str]
    output_names: list[str]

    def __init__(self, core: _core.LinearizationCore, output_names: list[str]) -> None:
        self._core = core
        self.A, self.B, self.C, self.D = core.A, core.B, core.C, core.D
        self.num_speeds = len(core.speed_names)
        self.num_auxiliary = core.num_auxiliary
        self.num_slips = len(core.slip_names)
        self.state_names = [
            *core.speed_names,
            *(f"rate of {name}" for name in core.speed_names),
            *(f"auxiliary {i}" for i in range(core.num_auxiliary)),
            *core.slip_names,
        ]
        self.input_names = core.input_names
        self.output_names = output_names

    @property
    @documented("StepLinearization::getPeriod")
    def period(self) -> float:
        return self._core.period

    @property
    @documented("StepLinearization::getOutputs")
    def outputs(self) -> Numbers:
        return self._core.outputs

    @property
    @documented("StepLinearization::getKinks")
    def kinks(self) -> list[str]:
        return self._core.kinks

    @documented("StepLinearization::calcDeviation")
    def deviation(self, simulation: Simulation) -> Numbers:
        return self._core.deviation(simulation._core)

    @documented("StepLinearization::calcDeviationFromEnd")
    def deviation_from_end(self, simulation: Simulation) -> Numbers:
        return self._core.deviation_from_end(simulation._core)


@documented("ContactLinearization", stiffness="ContactLinearization::calcStiffness", damping="ContactLinearization::calcDamping")
class ContactLinearization(NamedTuple):
    stiffness: Numbers
    damping: Numbers


_OF_ROBOTS = {"positions": "position", "velocities": "velocity", "accelerations": "acceleration"}
_OF_LINKS = {"position": ("x", "y", "z"), "force": ("x", "y", "z"), "imu": ()}
_IMU = [f"{what} {axis}" for what in ("specific force", "angular rate") for axis in "xyz"]


@documented("linearize")
def linearize(
    simulation: Simulation,
    *,
    targets: Joints | None = None,
    velocity_targets: Joints | None = None,
    torques: Joints | None = None,
    outputs: Outputs = (),
    num_steps: int = 1,
    displacement: float | None = None,
    speed: float | None = None,
    perturbation: float | None = None,
) -> StepLinearization:
    """Inputs are chosen by patterns of joint names, for all robots or for each: targets=".*", or torques={robot: "hip_.*"}.

    Outputs are "q", "u", "udot"; "positions", "velocities" and "accelerations" of a robot's joints; and "position LINK", "force LINK" (of
    contacts) and "imu LINK". They are a list, for all robots, or a mapping of robots to lists.

    num_steps is the number of steps of a control period. The perturbations of displacements, of speeds and of inputs have good values by
    default.
    """
    inputs = []
    for what, joints in (("target", targets), ("velocity target", velocity_targets), ("torque", torques)):
        if joints is None:
            continue
        for robot, pattern in joints.items() if isinstance(joints, Mapping) else [(r, joints) for r in simulation.robots]:
            found = [i for i, joint in enumerate(robot.joint_names) if re.fullmatch(pattern, joint)]
            if not found:
                raise ValueError(f"linearize(): joint '{pattern}' matches none of {', '.join(robot.joint_names)}")
            inputs += [(what, robot.number, i) for i in found]
    chosen: list[tuple[str, int, str]] = []
    names: list[str] = []
    speeds = len(simulation.u)
    lists: list[tuple[Robot | None, Sequence[str]]] = (
        list(outputs.items()) if isinstance(outputs, Mapping) else [(None, [outputs] if isinstance(outputs, str) else outputs)]
    )
    for owner, texts in lists:
        for text in texts:
            what, _, link = text.partition(" ")
            if what in ("q", "u", "udot") and not link:
                chosen.append((what, 0, ""))
                names += [f"{what}[{i}]" for i in range(len(simulation.q) if what == "q" else speeds)]
                continue
            if not ((what in _OF_ROBOTS and not link) or (what in _OF_LINKS and link)):
                raise ValueError(
                    f"linearize(): output '{text}' is unknown; choose from q, u, udot, {', '.join(_OF_ROBOTS)}, "
                    + ", ".join(f"{name} LINK" for name in _OF_LINKS)
                )
            for robot in simulation.robots if owner is None else [owner]:
                if not link:
                    chosen.append((what, robot.number, ""))
                    names += [f"{_OF_ROBOTS[what]} of {joint}" for joint in robot.joint_names]
                elif link in robot.link_names:
                    chosen.append((what, robot.number, link))
                    parts = _IMU if what == "imu" else [f"{what} {axis}" for axis in _OF_LINKS[what]]
                    names += [f"{part} of {link}" for part in parts]
                else:
                    raise ValueError(f"linearize(): link '{link}' is none of {', '.join(robot.link_names)}")
    core = _core.linearize(simulation._core, inputs, chosen, num_steps, displacement, speed, perturbation)
    pass_warnings()
    return StepLinearization(core, names)


def linearize_contacts(simulation: Simulation) -> ContactLinearization:
    """Returns the stiffness and the damping of all contacts at this instant, as matrices of the generalized speeds u."""
    return ContactLinearization(*_core.linearize_contacts(simulation._core))
