"""The base of adapters: reads requests, advances a scene by steps, applies loads and targets, and answers samples.

It needs no package, so it runs in the environment of every engine. README.md describes the protocol.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from scene import rotate, target_at

Dict = dict[str, Any]


class Unsupported(Exception):
    """The engine lacks something that the scene needs."""


class Run:
    """A scene in an engine. A subclass sets `step`, or leaves it at 0 if the engine controls its steps."""

    step: float = 0.0  # [s]
    builds_in_loads = False  # True: the engine computes loads and targets itself as functions of time
    keeps_forces = True  # False: the engine forgets forces after a step, so that push() is called before each

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.num_steps = 0

    def step_once(self) -> None:
        """Takes one step of the length `step`."""
        raise NotImplementedError

    def advance(self, time: float) -> None:
        """Advances to this time [s]; of engines that control their steps."""
        raise NotImplementedError

    def read(self, body: str) -> list[float]:
        """Returns position, rotation (w, x, y, z), velocity and angular velocity of a mass center, with the world's axes."""
        raise NotImplementedError

    def push(self, body: str, force: list[float]) -> None:
        """Sets the force at the mass center of a body, with the world's axes [N]."""
        raise NotImplementedError

    def aim(self, body: str, target: float) -> None:
        """Sets the target of the servo of a body's joint [rad, m]."""
        raise NotImplementedError

    def finish(self) -> None:
        """Adds warnings at the end of a run."""


class Adapter:
    engine = ""
    link = ""
    settings: dict[str, Dict] = {}
    sweep: list[Dict] = []

    def version(self) -> str:
        """Returns the version of the installed engine."""
        raise NotImplementedError

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        """Returns the scene in the engine. setting["step"] is the length of steps [s], or the accuracy."""
        raise NotImplementedError


def force_at(load: Dict, t: float) -> float:
    """Returns the force of a load at a time [N]. At a jump it is the one after it."""
    times, forces = load["times"], load["forces"]
    later = next((i for i, at in enumerate(times) if at > t), len(times))
    if later == 0:
        return float(forces[0])
    if later == len(times):
        return float(forces[-1])
    part = (t - times[later - 1]) / (times[later] - times[later - 1])
    return float(forces[later - 1] + part * (forces[later] - forces[later - 1]))


def can_touch(scene: Dict, a: str, b: str) -> bool:
    """Returns true if these two bodies can touch."""
    joints = {body["name"]: body["joint"]["parent"] for body in scene["bodies"] if body["joint"]}
    if a == b or joints.get(a) == b or joints.get(b) == a:
        return False
    return scene["pairs"] == "all" or [a, b] in scene["pairs"] or [b, a] in scene["pairs"]


def compose(a: tuple, b: tuple) -> tuple:
    """Returns the pose b, given in the frame of the pose a, in the frame of a. Poses are (position, quaternion)."""
    (p, q), (r, s) = a, b
    w, x, y, z = q
    return [u + v for u, v in zip(p, rotate(q, r))], [
        w * s[0] - x * s[1] - y * s[2] - z * s[3],
        w * s[1] + x * s[0] + y * s[3] - z * s[2],
        w * s[2] - x * s[3] + y * s[0] + z * s[1],
        w * s[3] + x * s[2] - y * s[1] + z * s[0],
    ]


def start_poses(scene: Dict) -> dict[str, Dict]:
    """Returns where bodies and their joints are at the start: position, rotation, anchor and axis, in the world.

    An engine may make its joints there, with coordinates that are 0 at the start. The targets of its servos are then less by joint["start"].
    """
    moves: dict[str, tuple] = {"world": ([0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0])}  # from where all joints are 0
    poses: dict[str, Dict] = {}
    for body in scene["bodies"]:
        joint, here = body["joint"], {}
        if joint:
            move = moves[joint["parent"]]
            axis = rotate(move[1], joint["axis"])
            anchor = compose(move, (joint["anchor"], [1, 0, 0, 0]))[0]
            start = joint["start"]
            if joint["kind"] == "slider":
                own = ([start * a for a in joint["axis"]], [1.0, 0.0, 0.0, 0.0])
            else:
                turn = [math.cos(start / 2)] + [math.sin(start / 2) * a for a in joint["axis"]]
                own = ([a - b for a, b in zip(joint["anchor"], rotate(turn, joint["anchor"]))], turn)
            moves[body["name"]] = compose(move, own)
            here = {"anchor": anchor, "axis": axis}
        else:
            moves[body["name"]] = moves["world"]
        position, turned = compose(moves[body["name"]], (body["position"], body["rotation"]))
        poses[body["name"]] = {"position": position, "rotation": turned, **here}
    return poses


class Commands:
    """Loads and targets of a scene, and the times at which they change."""

    def __init__(self, scene: Dict, run: Run) -> None:
        self.run = run
        self.loads = scene["loads"]
        self.servos = [(b["name"], b["joint"]["servo"]["target"]) for b in scene["bodies"] if b["joint"] and b["joint"]["servo"]]
        self.moving = [(name, target) for name, target in self.servos if target["amplitude"]]
        self.last: dict[str, list[float]] = {}

    def apply(self, t: float, first: bool) -> None:
        """Sets all forces and targets of this time."""
        forces: dict[str, list[float]] = {}
        for load in self.loads:
            force, sum_ = force_at(load, t), forces.setdefault(load["body"], [0.0, 0.0, 0.0])
            for k in range(3):
                sum_[k] += force * load["direction"][k]
        for body, value in forces.items():
            if not self.run.keeps_forces or self.last.get(body) != value:
                self.run.push(body, value)
                self.last[body] = value
        for name, target in self.servos if first else self.moving:
            self.run.aim(name, target_at(target, t))

    def next_change(self, t: float) -> float:
        """Returns the time until which forces and targets are constant; t itself if they change continuously."""
        if self.run.builds_in_loads:
            return math.inf
        if self.moving:
            return t
        later = math.inf
        for load in self.loads:
            times, forces = load["times"], load["forces"]
            for i, at in enumerate(times):
                if at > t:
                    if i > 0 and forces[i] != forces[i - 1]:
                        return t
                    later = min(later, at)
                    break
        return later


def simulate(scene: Dict, run: Run) -> Dict:
    """Runs a scene and returns the answer."""
    names = [body["name"] for body in scene["bodies"]]
    answer: Dict = {"t": [], "bodies": {name: [] for name in names}}

    def sample(t: float) -> None:
        answer["t"].append(t)
        for name in names:
            answer["bodies"][name].append([float(x) for x in run.read(name)])

    def command_time(t: float) -> float:
        """Returns the time whose loads and targets act in a fixed step: shorter steps than the control's keep them until it acts again."""
        return t if run.step >= scene["control"] else scene["control"] * math.floor(t / scene["control"] + 1e-6)

    commands = Commands(scene, run)
    commands.apply(0.0, True)
    now, taken, cpu = 0.0, 0, 0.0
    for at in scene["samples"]:
        start = time.process_time()
        if run.step:
            last = round(at / run.step)
            while taken < last:
                if taken:
                    commands.apply(command_time(taken * run.step), False)
                until = commands.next_change(taken * run.step) / run.step
                until = taken + 1 if not run.keeps_forces else min(last, max(taken + 1, math.ceil(min(until, last) - 1e-6)))
                while taken < until:
                    run.step_once()
                    taken += 1
            now = taken * run.step
        else:
            while now < at:
                if now:
                    commands.apply(now, False)
                change = commands.next_change(now)
                until = min(at, now + scene["control"] if change == now else change)
                if at - until < 1e-9:
                    until = at
                run.advance(until)
                now = until
        cpu += time.process_time() - start
        if not answer["t"] or now > answer["t"][-1]:
            sample(now)
    run.finish()
    answer.update(step=run.step, steps=taken or run.num_steps, cpu=cpu, warnings=run.warnings)
    return answer


def finite(value: Any) -> Any:
    """Returns the value with null in the place of numbers that JSON has not."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(one) for key, one in value.items()}
    return [finite(one) for one in value] if isinstance(value, (list, tuple)) else value


def respond(adapter: Adapter, request: Dict) -> Dict:
    """Returns the answer to a request."""
    if request.get("do") == "describe":
        return {
            "engine": adapter.engine,
            "version": adapter.version(),
            "link": adapter.link,
            "settings": adapter.settings,
            "sweep": adapter.sweep,
        }
    if request.get("do") != "run":
        return {"error": f"do = {request.get('do')!r}; it must be 'describe' or 'run'"}
    name = request.get("setting", "defaults")
    if name not in adapter.settings:
        return {"error": f"setting = {name!r}; it must be one of {', '.join(adapter.settings)}"}
    setting = dict(adapter.settings[name])
    if request.get("step"):
        setting["step"] = request["step"]
    return simulate(request["scene"], adapter.make(request["scene"], setting, request))


def serve(adapter: Callable[[], Adapter]) -> None:
    """Answers requests until the end of stdin."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print to stdout is no answer
    one = adapter()
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            answer = respond(one, json.loads(line))
        except Unsupported as reason:
            answer = {"unsupported": str(reason)}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}".strip()}
        out.write(json.dumps(finite(answer)) + "\n")
        out.flush()
