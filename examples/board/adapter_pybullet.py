"""The adapter of PyBullet, https://pybullet.org."""

from __future__ import annotations

import math
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pybullet as p
from adapter import Adapter, Run, Unsupported, can_touch, serve, start_poses
from scene import rotate

Dict = dict[str, Any]


def xyzw(q: Any) -> list[float]:
    """Returns a quaternion (w, x, y, z) as PyBullet has it."""
    return [q[1], q[2], q[3], q[0]]


def inverse(q: Any) -> list[float]:
    return [q[0], -q[1], -q[2], -q[3]]


class Scene(Run):
    keeps_forces = False

    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        if "modulus" in scene["needs"]:
            raise Unsupported("no modulus; contactStiffness is one of a spring")
        p.resetSimulation()
        p.setGravity(*scene["gravity"])
        p.setTimeStep(setting["step"])
        p.setPhysicsEngineParameter(**setting.get("engine", {}))
        self.step = setting["step"]
        self.torques: list[tuple[int, int, Dict, float]] = []
        self.forces: dict[str, list[float]] = {}
        self.targets: dict[str, float] = {}
        self.at: dict[str, tuple[int, int]] = {}  # body and link; -1 is the base
        self.margin = setting.get("margin")
        self.start = start_poses(scene)
        self.planes = [p.createMultiBody(0, self.plane(shape), basePosition=shape["position"]) for shape in scene["world"]]
        trees = self.trees(scene)
        for tree in trees:
            self.add(tree)
        self.set_surfaces(scene, setting)
        self.filter(scene)

    def plane(self, shape: Dict) -> int:
        return int(p.createCollisionShape(p.GEOM_PLANE, planeNormal=shape["normal"]))

    def shape_of(self, body: Dict) -> int:
        """Returns the collision shape of a body, -1 if it has none."""
        arrays: dict[str, list[Any]] = {"shapeTypes": [], "radii": [], "halfExtents": [], "lengths": [], "fileNames": []}
        arrays.update({"collisionFramePositions": [], "collisionFrameOrientations": [], "meshScales": []})
        for shape in body["shapes"]:
            kind = {"box": p.GEOM_BOX, "sphere": p.GEOM_SPHERE, "capsule": p.GEOM_CAPSULE, "mesh": p.GEOM_MESH}[shape["kind"]]
            arrays["shapeTypes"].append(kind)
            arrays["radii"].append(shape.get("radius", 0))
            arrays["lengths"].append(2 * shape.get("half_length", 0))
            arrays["halfExtents"].append(shape.get("half", [0, 0, 0]))
            arrays["fileNames"].append(self.write(shape) if shape["kind"] == "mesh" else "")
            arrays["meshScales"].append([1, 1, 1])
            arrays["collisionFramePositions"].append(shape["position"])
            arrays["collisionFrameOrientations"].append(xyzw(shape.get("rotation", [1, 0, 0, 0])))
        return int(p.createCollisionShapeArray(**arrays)) if body["shapes"] else -1

    def write(self, shape: Dict) -> str:
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name) / "mesh.obj"
        lines = ["v " + " ".join(map(repr, vertex)) for vertex in shape["vertices"]]
        lines += ["f " + " ".join(str(i + 1) for i in face) for face in shape["faces"]]
        file.write_text("\n".join(lines) + "\n")
        return str(file)

    def trees(self, scene: Dict) -> list[list[Dict]]:
        """Returns lists of bodies that joints connect. A parent stands before its children."""
        root: dict[str, list[Dict]] = {}
        trees = []
        for body in scene["bodies"]:
            joint = body["joint"]
            if joint and joint["parent"] != "world":
                root[body["name"]] = root[joint["parent"]]
            else:
                root[body["name"]] = []
                trees.append(root[body["name"]])
            root[body["name"]].append(body)
        return trees

    def add(self, tree: list[Dict]) -> None:
        """Makes one multibody. Its joints are 0 at the start. A tree on the world has a fixed base without mass."""
        first, links = tree[0], tree[1:]
        options: Dict = {}
        base = self.start[first["name"]]
        if first["joint"]:
            base = {"position": [0, 0, 0], "rotation": [1, 0, 0, 0]}
            links = tree
        else:
            options = {"baseMass": first["mass"], "baseCollisionShapeIndex": self.shape_of(first)}
        numbers = {first["name"] if not first["joint"] else "world": 0}
        arrays: dict[str, list[Any]] = {}
        for name in ("Masses", "CollisionShapeIndices", "VisualShapeIndices", "Positions", "Orientations", "InertialFramePositions"):
            arrays["link" + name] = []
        for name in ("InertialFrameOrientations", "ParentIndices", "JointTypes", "JointAxis"):
            arrays["link" + name] = []
        frames = dict.fromkeys(numbers, base)  # of links: at the anchors of their joints, with the axes of the body
        for k, body in enumerate(links):
            joint, start = body["joint"], self.start[body["name"]]
            frames[body["name"]] = {"position": start["anchor"], "rotation": start["rotation"]}
            parent = frames[joint["parent"]]
            numbers[body["name"]] = k + 1
            arrays["linkMasses"].append(body["mass"])
            arrays["linkCollisionShapeIndices"].append(self.shape_of_link(body, start))
            arrays["linkVisualShapeIndices"].append(-1)
            arrays["linkPositions"].append(rotate(inverse(parent["rotation"]), [a - b for a, b in zip(start["anchor"], parent["position"])]))
            arrays["linkOrientations"].append(xyzw(product(inverse(parent["rotation"]), start["rotation"])))
            offset = rotate(inverse(start["rotation"]), [a - b for a, b in zip(start["position"], start["anchor"])])
            arrays["linkInertialFramePositions"].append(offset)
            arrays["linkInertialFrameOrientations"].append([0, 0, 0, 1])
            arrays["linkParentIndices"].append(numbers[joint["parent"]])
            arrays["linkJointTypes"].append(p.JOINT_REVOLUTE if joint["kind"] == "hinge" else p.JOINT_PRISMATIC)
            arrays["linkJointAxis"].append(rotate(inverse(start["rotation"]), start["axis"]))
        body_number = p.createMultiBody(basePosition=base["position"], baseOrientation=xyzw(base["rotation"]), **options, **arrays)
        if not first["joint"]:
            self.at[first["name"]] = (body_number, -1)
            p.resetBaseVelocity(body_number, first["velocity"], first["angular_velocity"])
        for k, body in enumerate(links):
            self.at[body["name"]] = (body_number, k)
            p.setJointMotorControl2(body_number, k, p.VELOCITY_CONTROL, force=0)
            self.torques.append((body_number, k, body["joint"], 0.0))
        for body in tree:
            p.changeDynamics(*self.at[body["name"]], localInertiaDiagonal=body["inertia"])

    def shape_of_link(self, body: Dict, start: Dict) -> int:
        """Returns the shape of a link, whose frame is at the anchor of its joint."""
        offset = rotate(inverse(start["rotation"]), [a - b for a, b in zip(start["position"], start["anchor"])])
        moved = [{**shape, "position": [a + b for a, b in zip(shape["position"], offset)]} for shape in body["shapes"]]
        return self.shape_of({"shapes": moved})

    def set_surfaces(self, scene: Dict, setting: Dict) -> None:
        """Sets friction and restitution, which are products of two, and no damping."""
        surface = scene["surface"]
        options: Dict = {"lateralFriction": math.sqrt(surface["friction"]), "linearDamping": 0, "angularDamping": 0, "jointDamping": 0}
        if setting.get("twists"):  # of a pair: the spinning friction of each body times the friction of the other one, added
            options["spinningFriction"] = surface["torsion"] / (2 * options["lateralFriction"])
        if surface["restitution"] is not None:
            options["restitution"] = math.sqrt(surface["restitution"])
        if self.margin is not None:
            options["collisionMargin"] = self.margin
        for plane in self.planes:
            p.changeDynamics(plane, -1, lateralFriction=options["lateralFriction"], restitution=options.get("restitution", 0))
            if setting.get("twists"):
                p.changeDynamics(plane, -1, spinningFriction=options["spinningFriction"])
        for number, link in self.at.values():
            p.changeDynamics(number, link, **options, activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING)

    def filter(self, scene: Dict) -> None:
        names = list(self.at)
        for i, a in enumerate(names):
            for plane in self.planes:
                p.setCollisionFilterPair(self.at[a][0], plane, self.at[a][1], -1, can_touch(scene, a, "world"))
            for b in names[i + 1 :]:
                if not can_touch(scene, a, b):
                    p.setCollisionFilterPair(self.at[a][0], self.at[b][0], self.at[a][1], self.at[b][1], 0)

    def step_once(self) -> None:
        names = {at: name for name, at in self.at.items()} if self.torques and not hasattr(self, "names") else None
        if names is not None:
            self.names = names
        for number, link, joint, _ in self.torques:
            servo = joint["servo"]
            if not servo and not joint["damping"]:
                continue
            q, u = p.getJointState(number, link)[:2]
            torque = -joint["damping"] * u
            if servo:
                torque += servo["kp"] * (self.targets[self.names[number, link]] - joint["start"] - q) - servo["kd"] * u
            p.setJointMotorControl2(number, link, p.TORQUE_CONTROL, force=torque)
        p.stepSimulation()

    def read(self, body: str) -> list[float]:
        number, link = self.at[body]
        if link < 0:
            position, rotation = p.getBasePositionAndOrientation(number)
            velocity, spin = p.getBaseVelocity(number)
        else:
            state = p.getLinkState(number, link, computeLinkVelocity=1, computeForwardKinematics=1)
            position, rotation, velocity, spin = state[0], state[1], state[6], state[7]
        return [*position, rotation[3], *rotation[:3], *velocity, *spin]

    def push(self, body: str, force: list[float]) -> None:
        number, link = self.at[body]
        p.applyExternalForce(number, link, force, self.read(body)[:3], p.WORLD_FRAME)

    def aim(self, body: str, target: float) -> None:
        self.targets[body] = target


def product(a: Any, b: Any) -> list[float]:
    """Returns the quaternion of the rotation b in the frame of the rotation a."""
    w, x, y, z = a
    return [
        w * b[0] - x * b[1] - y * b[2] - z * b[3],
        w * b[1] + x * b[0] + y * b[3] - z * b[2],
        w * b[2] - x * b[3] + y * b[0] + z * b[1],
        w * b[3] + x * b[2] - y * b[1] + z * b[0],
    ]


SOURCE = "https://github.com/bulletphysics/bullet3/blob/master/docs/pybullet_quickstartguide.pdf"


class PyBullet(Adapter):
    engine = "PyBullet"
    link = "https://pybullet.org"
    settings = {
        "defaults": {
            "step": 1 / 240,
            "text": "steps of 1/240 s, 50 iterations; damping of bodies 0, which is 0.04; no sleeping; servos as torques from Python",
            "source": SOURCE,
        },
        "best": {
            "step": 0.002,
            "engine": {"numSolverIterations": 500, "solverResidualThreshold": 0, "useSplitImpulse": 1},
            "margin": 0.0,
            "text": "steps of 2 ms, 500 iterations, solverResidualThreshold 0, split impulse, collisionMargin 0",
            "source": SOURCE,
        },
        "twisting": {
            "step": 0.002,
            "problems": ["spin"],
            "engine": {"numSolverIterations": 500, "solverResidualThreshold": 0},
            "twists": True,
            "text": "a spinning friction of this moment, set by hand",
            "source": SOURCE,
        },
        "residual": {
            "step": 0.002,
            "engine": {"solverResidualThreshold": 0},
            "text": "steps of 2 ms, 50 iterations, solverResidualThreshold 0",
            "source": SOURCE,
        },
    }
    sweep = [
        *({"setting": "defaults", "step": step} for step in (1 / 120, 1 / 240, 1 / 480, 1 / 1000)),
        *({"setting": "residual", "step": step} for step in (0.002, 0.001, 0.0005)),
    ]

    def __init__(self) -> None:
        p.connect(p.DIRECT)

    def version(self) -> str:
        return version("pybullet")

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(PyBullet)
