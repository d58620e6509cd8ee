"""Rollouts: many runs of one simulation in threads of C++."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .poses import Numbers
from .simulation import Simulation, State
from .warning import pass_warnings


def rollout(
    simulation: Simulation,
    states: State | Sequence[State] | npt.ArrayLike,
    targets: npt.ArrayLike | None = None,
    threads: int = 0,
    *,
    every: float = 0.02,
    periods: int | None = None,
    torques: npt.ArrayLike | None = None,
) -> tuple[Numbers, Numbers]:
    """Runs rollouts in several threads, without the lock of the interpreter. The results are the same bits in any number of threads.

    A rollout has periods of the length `every` [s]. `states` is a State or an array of q and u, one for all rollouts or one for each. From
    an array contacts begin without memory, with the time and the commands of the simulation. With grains there are States only, and each
    rollout starts a server of its own. `targets` and `torques` have the shape (rollouts, periods, joints), with the joints of all robots
    in their order. threads = 0 is one per processor.

    Returns q and u at the end of each period, of the shape (rollouts, periods, q and u), and the sum of the contact forces on each body
    [N], of the shape (rollouts, periods, bodies, 3).
    """
    commands = {}
    shape = None
    joints = sum(len(robot.joint_names) for robot in simulation.robots)
    for name, values in (("targets", targets), ("torques", torques)):
        if values is None:
            continue
        array = np.ascontiguousarray(values, dtype=float)
        if array.ndim == 2:
            array = array[np.newaxis]
        if array.ndim != 3 or array.shape[2] != joints:
            raise ValueError(f"{name} has the shape {np.shape(values)}; it must be (rollouts, periods, {joints})")
        if shape is not None and array.shape != shape:
            raise ValueError("targets and torques must have the same shape")
        shape = array.shape
        commands[name] = array
    if shape is None and periods is None:
        raise ValueError("give targets, torques or periods")
    if shape is not None and periods is not None and periods != shape[1]:
        raise ValueError(f"periods = {periods}, and the commands have {shape[1]}")
    snapshots, starts = [], None
    if isinstance(states, State):
        snapshots = [states._core]
    elif isinstance(states, Sequence) and len(states) > 0 and all(isinstance(state, State) for state in states):
        snapshots = [state._core for state in states if isinstance(state, State)]
    else:
        starts = np.ascontiguousarray(states, dtype=float)
        if starts.ndim == 1:
            starts = starts[np.newaxis]
        if starts.ndim != 2:
            raise ValueError(f"states has the shape {starts.shape}; it must be (rollouts, numbers of q and u)")
    given = len(snapshots) if starts is None else len(starts)
    count = max(given, shape[0] if shape is not None else 1)
    if given not in (1, count) or (shape is not None and shape[0] not in (1, count)):
        raise ValueError(f"there are {given} states and commands of {shape[0] if shape else 0} rollouts")
    length = shape[1] if shape is not None else int(periods or 0)
    full = {
        name: np.ascontiguousarray(np.broadcast_to(array, (count, length, joints))) for name, array in commands.items()
    }
    result = simulation._core.rollout(
        snapshots, starts, full.get("targets"), full.get("torques"), count, length, every, threads
    )
    pass_warnings()
    return result
