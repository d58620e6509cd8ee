"""The adapter of SimbodyDEM, by its Python package."""

from __future__ import annotations

from typing import Any

import numpy as np
from adapter import Adapter, Run, can_touch, serve, start_poses
from scene import rotate

import simbodydem as sd

Dict = dict[str, Any]
USUAL = {"modulus": 1e7, "poisson": 0.3, "restitution": 0.2}  # a material has no defaults; these are those of the pages

QUICK = ["stop", "quadruped", "bounce5", "trot"]  # all but the heap
ROUNDING = 0.1  # radius of the edges of a box over its smallest half length


def pose_of(position: Any, rotation: Any) -> Any:
    """Returns a pose as a matrix."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.array([rotate(rotation, axis) for axis in np.eye(3).tolist()]).T
    matrix[:3, 3] = position
    return matrix


def quaternion_of(rotation: Any) -> list[float]:
    """Returns the quaternion (w, x, y, z) of a matrix of rotation, from its largest part."""
    m = rotation
    squares = np.array(
        [
            1 + m[0, 0] + m[1, 1] + m[2, 2],
            1 + m[0, 0] - m[1, 1] - m[2, 2],
            1 - m[0, 0] + m[1, 1] - m[2, 2],
            1 - m[0, 0] - m[1, 1] + m[2, 2],
        ]
    )
    k = int(np.argmax(squares))
    w = [squares[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
    x = [m[2, 1] - m[1, 2], squares[1], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]]
    y = [m[0, 2] - m[2, 0], m[0, 1] + m[1, 0], squares[2], m[1, 2] + m[2, 1]]
    z = [m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], squares[3]]
    q = np.array((w, x, y, z)[k])
    return [float(v) for v in q / np.linalg.norm(q)]


def shape_of(shape: Dict) -> Any:
    kind = shape["kind"]
    if kind == "box":
        return sd.Brick(shape["half"], ROUNDING * min(shape["half"]))
    if kind == "sphere":
        return sd.Sphere(shape["radius"])
    if kind == "capsule":
        return sd.Capsule(shape["radius"], shape["half_length"])
    if shape["convex"]:
        size = min(max(column) - min(column) for column in zip(*shape["vertices"]))
        return sd.ConvexHull(shape["vertices"], ROUNDING * size / 2)
    return sd.Mesh(shape["vertices"], shape["faces"])


class Scene(Run):
    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        surface = scene["surface"]
        values = {key: surface[key] if surface[key] is not None else usual for key, usual in {**USUAL, **setting.get("usual", {})}.items()}
        more: Dict = {}
        if setting.get("twists"):  # the limit is mu_tw R* N, and R* is the radius on a plane
            more = {"twisting_friction": surface["torsion"] / scene["bodies"][0]["shapes"][0]["radius"], "rolling_friction": 0}
        material = sd.Material(values["modulus"], values["poisson"], surface["friction"], values["restitution"], **more)
        self.world = sd.World(scene["gravity"], **setting.get("world", {}))
        self.bodies: dict[str, sd.Body] = {"world": self.world.ground}
        self.start = start_poses(scene)
        self.poses: dict[str, Any] = {"world": np.eye(4)}
        self.zero: dict[str, float] = {}
        for k, shape in enumerate(scene["world"]):
            axis = np.array(shape["normal"], dtype=float)
            self.world.add_ground(material, sd.HalfSpace(), floor_pose(shape["position"], axis), f"plane{k}")
        for body in scene["bodies"]:
            self.add(body, material)
        names = list(self.bodies)
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                if not can_touch(scene, a, b):
                    self.world.exclude(self.bodies[a], self.bodies[b])
        fixed = setting.get("fixed")
        self.step = setting["step"] if fixed else 0.0
        options = {"step": setting["step"]} if fixed else {"accuracy": setting["step"]}
        self.sim = sd.Simulation(self.world, **options, **setting.get("simulation", {}))
        self.sim.frame_interval = np.inf  # no frames for a replay

    def add(self, body: Dict, material: Any) -> None:
        joint = body["joint"]
        start = self.start[body["name"]]
        options: Dict = dict(mass=body["mass"], inertia=body["inertia"], name=body["name"])
        pose = pose_of(start["position"], start["rotation"])
        if joint:
            frame, parent = pose_of(start["anchor"], [1, 0, 0, 0]), self.poses[joint["parent"]]  # the joint is 0 at the start
            options.update(joint="pin" if joint["kind"] == "hinge" else "slider", parent=self.bodies[joint["parent"]], axis=start["axis"])
            options.update(pose=np.linalg.inv(parent) @ frame, on_body=np.linalg.inv(pose) @ frame)
            self.zero[body["name"]] = joint["start"]
        else:
            options.update(pose=pose, velocity=body["velocity"], angular_velocity=body["angular_velocity"])
        made = self.world.add_body(**options)
        self.poses[body["name"]] = pose
        self.bodies[body["name"]] = made
        for k, shape in enumerate(body["shapes"]):
            made.add_surface(shape_of(shape), material, pose_of(shape["position"], shape.get("rotation", [1, 0, 0, 0])), f"{body['name']}_{k}")
        if joint and (joint["damping"] or joint["servo"]):
            servo = joint["servo"]
            made.set_joint(damping=joint["damping"], servo=(servo["kp"], servo["kd"]) if servo else None, name=f"joint of {body['name']}")

    def step_once(self) -> None:
        self.num_steps += 1
        self.sim.step_to(self.num_steps * self.step, progress=False)

    def advance(self, time: float) -> None:
        self.sim.step_to(time, progress=False)

    def read(self, body: str) -> list[float]:
        pose, velocity = self.sim.pose(self.bodies[body]), self.sim.velocity(self.bodies[body])
        return [*pose[:3, 3], *quaternion_of(pose), *velocity[1], *velocity[0]]

    def push(self, body: str, force: list[float]) -> None:
        self.sim.set_force(self.bodies[body], force)

    def aim(self, body: str, target: float) -> None:
        self.sim.set_target(self.bodies[body], target - self.zero[body])

    def finish(self) -> None:
        self.num_steps = self.sim.num_steps


def floor_pose(position: Any, normal: Any) -> Any:
    """Returns the pose of a half space whose solid lies against the normal. HalfSpace() is the side x > 0."""
    x = -normal / np.linalg.norm(normal)
    y = np.cross([0.0, 1, 0] if abs(x[1]) < 0.9 else [0.0, 0, 1], x)
    y /= np.linalg.norm(y)
    matrix = np.eye(4)
    matrix[:3, :3] = np.array([x, y, np.cross(x, y)]).T
    matrix[:3, 3] = position
    return matrix


class SimbodyDEM(Adapter):
    engine = "SimbodyDEM"
    link = "https://github.com/simbody/simbody"
    settings = {
        "defaults": {
            "step": 1e-3,
            "text": "Hertz-Mindlin, 1e7 Pa and restitution 0.2 unless the scene has others (they have no defaults); ContactIntegrator at its accuracy of 1e-3",
            "source": "docs/choosing.md",
        },
        "best": {"step": 1e-6, "text": "the same at accuracy 1e-6", "source": "docs/contact-integrator.md"},
        "micro-slip": {
            "step": 1e-6,
            "problems": ["microslip"],
            "world": {"tangential": "langston-tuzun-heyes"},
            "text": "the tangential law of Langston, Tuzun and Heyes, which is this closed form",
            "source": "docs/laws.md",
        },
        "twisting": {
            "step": 1e-6,
            "problems": ["spin"],
            "twists": True,
            "world": {"rolling": "constant"},
            "text": "a twisting friction of this moment, set by hand",
            "source": "docs/laws.md",
        },
        "stiff": {
            "step": 1e-4,
            "problems": ["heap", "bounce2", "bounce5", "bounce9"],
            "usual": {"modulus": 1e9},
            "text": "the defaults with 1e9 Pa and accuracy 1e-4, nearer to rigid balls",
            "source": "docs/choosing.md",
        },
        "fixed": {"step": 2e-3, "fixed": True, "model": "defaults", "text": "the same with fixed steps of 2 ms", "source": "docs/contact-integrator.md"},
    }
    sweep = [
        *({"setting": "defaults", "step": accuracy} for accuracy in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)),
        {"setting": "defaults", "step": 1e-7, "problems": QUICK},
        *({"setting": "stiff", "step": accuracy} for accuracy in (1e-2, 1e-3, 1e-4, 1e-5)),
        *({"setting": "fixed", "step": step} for step in (0.004, 0.002, 0.001)),
        *({"setting": "fixed", "step": step, "problems": QUICK} for step in (0.0005, 0.00025)),
    ]

    def version(self) -> str:
        return str(sd.__version__)

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(SimbodyDEM)
