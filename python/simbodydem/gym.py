"""Environments for Gymnasium: a robot of a World learns to move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .poses import Numbers
from .simulation import Simulation
from .warning import pass_warnings
from .world import Robot, World

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, SyncVectorEnv
except ImportError:
    raise ImportError("simbodydem.gym needs Gymnasium: pip install simbodydem[gym] installs it") from None

Action = npt.NDArray[np.float32]


class Env(gymnasium.Env[Numbers, Action]):
    """A robot whose servos get targets. An action is in [-1, 1] for each joint that has a servo.

    Args:
        world: The model. Its start is that of each episode.
        robot: The robot that acts, the first one of the world if it is not given.
        every: The time between two actions [s].
        step: The length of fixed steps of the integrator [s], 0.002 unless an accuracy is given.
        accuracy: The accuracy of the integrator, in the place of fixed steps.
        action_range: The targets are start + action_range * action [rad, m], where start has the targets at the start; limits of the file
            bound them. It is a number, or one for each joint or pattern of names. Without it, -1 is the lower limit of a joint and 1 the
            upper one; a joint without limits then needs the range.
        observation: Returns the numbers that the policy sees. By default: the coordinates of base and joints without the base's position,
            their speeds, and the targets.
        reward: Returns the reward of a period. By default it is the mean velocity of the base along x [m/s].
        termination: Returns true if the episode has ended. By default it ends where the base is tilted by more than 60 degrees.
        pose_noise: Each episode begins with joints that are moved by up to this number [rad, m]. A floating base then stands as high over
            Ground as it did.
        max_episode_steps: An episode is truncated after as many actions; None is no limit.

    The three functions get the environment: env.sim, env.robot, env.action, env.targets, env.every.

    Attributes:
        sim: The simulation.
        action: The last action.
        targets: The targets of all joints [rad, m].
    """

    def __init__(
        self,
        world: World,
        robot: Robot | None = None,
        *,
        every: float = 0.02,
        step: float | None = None,
        accuracy: float | None = None,
        action_range: float | Mapping[str, float] | npt.ArrayLike | None = None,
        observation: Callable[[Env], npt.ArrayLike] | None = None,
        reward: Callable[[Env], float] | None = None,
        termination: Callable[[Env], bool] | None = None,
        pose_noise: float = 0,
        max_episode_steps: int | None = 1000,
    ) -> None:
        if not (every > 0 and np.isfinite(every)):
            raise ValueError(f"every = {every} s; it must be finite and > 0")
        if not (pose_noise >= 0 and np.isfinite(pose_noise)):
            raise ValueError(f"pose_noise = {pose_noise}; it must be finite and >= 0")
        if max_episode_steps is not None and not max_episode_steps > 0:
            raise ValueError(f"max_episode_steps = {max_episode_steps}; it must be > 0, or None")
        if robot is None:
            if not world.robots:
                raise ValueError("the world has no robot; World.add_robot() adds one")
            robot = world.robots[0]
        if robot not in world.robots:
            raise ValueError(f"the robot '{robot.name}' is of another world")
        self.robot = robot
        self.every = every
        self.sim = Simulation(world, step=0.002 if step is None and accuracy is None else step, accuracy=accuracy)
        self.sim.frame_interval = np.inf  # no frames for a replay
        self._start = self.sim.state
        self._q, self._nq, self._u, self._nu = _core.base_coordinates(self.sim._core, robot.number)
        if reward is None and not self.is_floating:
            raise ValueError(f"the base of '{robot.name}' is fixed: give a reward")
        gravity = float(np.linalg.norm(world.gravity))
        self._up = -world.gravity / gravity if gravity > 0 else np.zeros(3)
        self._up_of_base = self._base_turn.T @ self._up
        self.pose_noise = pose_noise
        self._gap = self._find_gap() if pose_noise > 0 and self.is_floating else None
        self.max_episode_steps = max_episode_steps
        # A class that is derived from this one may have methods of its own.
        self._get_observation = type(self).observe if observation is None else observation
        self._get_reward = type(self).get_forward_speed if reward is None else reward
        self._get_termination = type(self).is_tilted if termination is None else termination

        self._start_targets = self.sim.joint_forces(robot)["target"].copy()
        self._low, self._high = robot.joint_limits.T.copy()
        self._acting = np.flatnonzero(_core.servo_stiffness(self.sim._core, robot.number))  # numbers of joints
        if not len(self._acting):
            raise ValueError(f"'{robot.name}' has no servo: call Robot.set_servos() before")
        if action_range is None:
            with np.errstate(invalid="ignore"):  # of joints without limits
                self._center, self._half = (self._low + self._high) / 2, (self._high - self._low) / 2
            for i in self._acting:
                if not np.isfinite(self._half[i]):
                    raise ValueError(f"joint '{robot.joint_names[i]}' has no limits: give action_range [rad, m]")
        else:
            if isinstance(action_range, Mapping) or np.ndim(action_range) > 0:
                self._half = robot.array("action_range", action_range)
            else:
                self._half = np.full(len(robot.joint_names), float(action_range))  # type: ignore[arg-type]
            if not np.all((self._half >= 0) & np.isfinite(self._half)):
                raise ValueError(f"action_range = {action_range}; it must be finite and >= 0")
            self._center = self._start_targets
        self.action: Action = np.zeros(len(self._acting), dtype=np.float32)
        self.targets: Numbers = self._start_targets
        self._base_before = self._base_position
        self._num_actions = 0
        self._has_advanced = False
        self.metadata = {"render_modes": [], "render_fps": round(1 / every)}
        self.action_space = gymnasium.spaces.Box(-1, 1, self.action.shape, np.float32)
        shape = np.shape(self._get_observation(self))
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float64)

    @property
    def is_floating(self) -> bool:
        """True if the robot has a floating base."""
        return self._nu == 6

    @property
    def _base_position(self) -> Numbers:
        return self.sim.q[self._q + self._nq - 3 : self._q + self._nq].copy() if self.is_floating else np.zeros(3)

    def observe(self) -> Numbers:
        """Returns the observation that is the default: orientation of the base as a quaternion, joints, speeds of both, targets."""
        sim = self.sim
        turn = sim.q[self._q : self._q + max(self._nq - 3, 0)]
        speeds = sim.u[self._u : self._u + self._nu]
        return np.concatenate([turn, sim.robot_q(self.robot), speeds, sim.robot_u(self.robot), self.targets])

    def get_forward_speed(self) -> float:
        """Returns the reward that is the default: the mean velocity of the base along x since the last action [m/s]."""
        return float(self._base_position[0] - self._base_before[0]) / self.every

    def is_tilted(self) -> bool:
        """Returns the termination that is the default: the base is tilted by more than 60 degrees. A fixed base never is."""
        if not self.is_floating or not np.any(self._up):
            return False
        return bool(self._up @ self._base_turn @ self._up_of_base < 0.5)

    @property
    def _base_turn(self) -> Numbers:
        return self.sim.link_pose(self.robot, self.robot.link_names[0])[:3, :3]

    def _find_gap(self) -> float | None:
        """Returns how high the robot is over Ground at the start [m], or None if nothing is below it."""
        try:
            height = self._base_position[2]
            self.sim.set_on_floor(self.robot)
            return float(height - self._base_position[2])
        except ValueError:
            return None
        finally:
            self.sim.restore(self._start)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Numbers, dict[str, Any]]:
        """Begins an episode. Its start depends on the seed alone. It costs a copy of the State, and two more with
        pose_noise."""
        super().reset(seed=seed)
        sim = self.sim
        sim.restore(self._start)
        if self.pose_noise > 0:
            q = sim.robot_q(self.robot)
            moved = q + self.np_random.uniform(-self.pose_noise, self.pose_noise, len(q))
            _core.set_start(sim._core, self.robot.number, np.clip(moved, self._low, self._high), self._gap)
            pass_warnings()
        self.action = np.zeros_like(self.action)
        self.targets = self._start_targets
        self._num_actions = 0
        self._has_advanced = False
        self._base_before = self._base_position
        return self._observation(), {}

    def _observation(self) -> Numbers:
        return np.asarray(self._get_observation(self), dtype=float)

    def _begin(self, action: npt.ArrayLike) -> float:
        """Sets the targets of an action, and returns the time at which its period ends."""
        array = np.asarray(action, dtype=np.float32)
        if array.shape != self.action.shape:
            raise ValueError(f"action has the shape {array.shape}; it must be {self.action.shape}")
        self.action = array.copy()
        acting = self._acting
        moved = self._center[acting] + self._half[acting] * np.clip(array, -1, 1)
        self.targets = self._start_targets.copy()
        self.targets[acting] = np.clip(moved, self._low[acting], self._high[acting])
        self.sim.set_targets(self.robot, self.targets)
        self._base_before = self._base_position
        return self._start.time + (self._num_actions + 1) * self.every

    def step(self, action: npt.ArrayLike) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Sets the targets, advances by the period, and returns observation, reward, termination, truncation and an empty dictionary."""
        if self._has_advanced:  # by a VectorEnv
            self._has_advanced = False
        else:
            self.sim.step_to(self._begin(action), progress=False)
        self._num_actions += 1
        is_last = self.max_episode_steps is not None and self._num_actions >= self.max_episode_steps
        reward, has_ended = float(self._get_reward(self)), bool(self._get_termination(self))
        return self._observation(), reward, has_ended, is_last, {}


def _identity(env: Env) -> Env:
    return env


class VectorEnv(SyncVectorEnv):
    """Several environments of one World. One call of C++ advances them all, in threads.

    Args:
        world: The model.
        robot: The robot that acts, the first one of the world if it is not given.
        num_envs: The number of environments. Each has a simulation of its own, and gives the same numbers as an Env.
        threads: The number of threads, 0 for one per processor. The results are the same bits in any number of them.
        autoreset_mode: When an environment that has ended begins again: Gymnasium's NEXT_STEP, SAME_STEP or DISABLED.
        options: Those of Env.
    """

    def __init__(
        self,
        world: World,
        robot: Robot | None = None,
        *,
        num_envs: int = 8,
        threads: int = 0,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        if not num_envs > 0:
            raise ValueError(f"num_envs = {num_envs}; it must be > 0")
        if not threads >= 0:
            raise ValueError(f"threads = {threads}; it must be >= 0, and 0 is one per processor")
        self.threads = threads
        self._has_ended = np.zeros(num_envs, dtype=bool)
        self._made = [Env(world, robot, **options) for _ in range(num_envs)]
        self.every = self._made[0].every
        super().__init__([partial(_identity, env) for env in self._made], autoreset_mode=autoreset_mode)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins an episode of each environment, or of those that options["reset_mask"] has. The seed of environment i is seed + i."""
        mask = None if options is None else options.get("reset_mask")
        result = super().reset(seed=seed, options=options)
        self._has_ended[slice(None) if mask is None else mask] = False
        return result

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Advances all environments by a period, except those that begin again."""
        begins = self._has_ended if self.autoreset_mode == AutoresetMode.NEXT_STEP else np.zeros_like(self._has_ended)
        moving = [(env, action) for env, action, again in zip(self._made, actions, begins) if not again]
        times = [env._begin(action) for env, action in moving]
        _core.advance_all([env.sim._core for env, _ in moving], times, self.threads)
        pass_warnings()
        for env, _ in moving:
            env._has_advanced = True
        result = super().step(actions)
        self._has_ended = np.logical_or(result[2], result[3])
        return result


__all__ = ["Env", "VectorEnv"]
