"""The adapter of DART, https://dartsim.github.io."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import dartpy
import numpy as np
from adapter import Adapter, Run, Unsupported, can_touch, serve, start_poses
from scene import rotate

Dict = dict[str, Any]
GROUND = 20.0  # size of the box that is the ground [m]


def matrix_of(position: Any, rotation: Any = (1, 0, 0, 0)) -> Any:
    """Returns a pose as a matrix of 4 by 4 numbers."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.array([rotate(rotation, axis) for axis in np.eye(3).tolist()]).T
    matrix[:3, 3] = position
    return matrix


def pose_of(matrix: Any) -> Any:
    return dartpy.math.Isometry3(matrix)


def mesh_shape(shape: Dict) -> Any:
    """Returns a mesh. dartpy makes one only from a URDF file."""
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"v {' '.join(map(repr, v))}" for v in shape["vertices"]] + [f"f {' '.join(str(i + 1) for i in f)}" for f in shape["faces"]]
        (Path(folder) / "mesh.obj").write_text("\n".join(lines) + "\n")
        urdf = Path(folder) / "mesh.urdf"
        urdf.write_text(
            '<robot name="mesh"><link name="mesh"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
            f'<collision><geometry><mesh filename="{folder}/mesh.obj"/></geometry></collision></link></robot>'
        )
        loader = getattr(dartpy.utils, "DartLoader", None) or getattr(dartpy.utils, "UrdfParser", None)
        if loader is None:
            raise Unsupported("this dartpy reads no URDF, and makes no mesh without it")
        return loader().parseSkeleton(str(urdf)).getBodyNode(0).getShapeNode(0).getShape()


def quaternion_of(matrix: Any) -> list[float]:
    """Returns the quaternion (w, x, y, z) of a matrix of rotation."""
    q = dartpy.math.Quaternion(matrix)
    return [q.w(), q.x(), q.y(), q.z()]


class Scene(Run):
    keeps_forces = False

    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        if "modulus" in scene["needs"]:
            raise Unsupported("no modulus: its contacts are rigid")
        self.scene, self.setting, self.step = scene, setting, setting["step"]
        self.world = dartpy.simulation.World()
        self.world.setTimeStep(self.step)
        self.world.setGravity(np.array(scene["gravity"], dtype=float))
        if setting.get("detector"):
            self.world.setCollisionDetector(getattr(dartpy.simulation.CollisionDetectorType, setting["detector"]))
        if not setting.get("sleeps"):
            options = self.world.getDeactivationOptions()
            options.mEnabled = False
            self.world.setDeactivationOptions(options)
        self.start = start_poses(scene)
        self.zero = {b["name"]: b["joint"]["start"] for b in scene["bodies"] if b["joint"]}
        self.nodes: dict[str, Any] = {}
        self.joints: dict[str, Any] = {}
        self.poses = {name: matrix_of(at["position"], at["rotation"]) for name, at in self.start.items()}
        self.poses["world"] = np.eye(4)
        skeletons = [self.ground()] if scene["world"] else []
        for body in scene["bodies"]:
            skeletons += self.add(body)
        for skeleton in skeletons:  # when they are complete
            self.world.addSkeleton(skeleton)

    def ground(self) -> Any:
        skeleton = dartpy.dynamics.Skeleton("world")
        _, node = skeleton.createWeldJointAndBodyNodePair()
        for shape in self.scene["world"]:
            normal = np.array(shape["normal"], dtype=float)
            if self.setting.get("ground") == "box":
                across = np.cross(np.eye(3)[int(np.argmin(abs(normal)))], normal)
                across /= np.linalg.norm(across)
                matrix = np.eye(4)
                matrix[:3, :3] = np.array([across, np.cross(normal, across), normal]).T
                matrix[:3, 3] = np.array(shape["position"]) - normal * GROUND / 4
                self.add_shape(node, dartpy.dynamics.BoxShape([GROUND, GROUND, GROUND / 2]), matrix)
            else:
                offset = float(normal @ np.array(shape["position"]))
                self.add_shape(node, dartpy.dynamics.PlaneShape(normal, offset), np.eye(4))
        return skeleton

    def add_shape(self, node: Any, shape: Any, matrix: Any) -> None:
        made = node.createShapeNode(shape)
        made.setRelativeTransform(pose_of(matrix))
        made.createCollisionAspect()
        aspect = made.createDynamicsAspect()
        aspect.setFrictionCoeff(self.scene["surface"]["friction"])
        aspect.setRestitutionCoeff((self.scene["surface"]["restitution"] or 0.0) ** 0.5)  # DART multiplies those of both

    def add(self, body: Dict) -> list[Any]:
        """Adds a body to the skeleton of its parent, or returns a new skeleton."""
        name, joint, new = body["name"], body["joint"], []
        if joint and joint["parent"] != "world":
            parent = self.nodes[joint["parent"]]
            owner = parent.getSkeleton()
        else:
            parent, owner = None, dartpy.dynamics.Skeleton(name)
            new.append(owner)
        kind = {"hinge": "Revolute", "slider": "Prismatic"}[joint["kind"]] if joint else "Free"
        made, node = getattr(owner, f"create{kind}JointAndBodyNodePair")(parent)
        node.setName(name)
        node.setMass(body["mass"])
        node.setMomentOfInertia(*body["inertia"])
        self.nodes[name], self.joints[name] = node, made
        if joint:
            there = matrix_of(self.start[name]["anchor"])  # the joint is 0 at the start
            made.setTransformFromParentBodyNode(pose_of(np.linalg.inv(self.poses[joint["parent"]]) @ there))
            made.setTransformFromChildBodyNode(pose_of(np.linalg.inv(self.poses[name]) @ there))
            made.setAxis(np.array(self.start[name]["axis"], dtype=float))
            servo = joint["servo"] or {"kp": 0, "kd": 0}
            made.setSpringStiffness(0, servo["kp"])
            made.setDampingCoefficient(0, servo["kd"] + joint["damping"])
        else:
            made.setTransform(pose_of(self.poses[name]))
            made.setLinearVelocity(np.array(body["velocity"], dtype=float))
            made.setAngularVelocity(np.array(body["angular_velocity"], dtype=float))
        names = ["world", *(b["name"] for b in self.scene["bodies"])]
        if any(can_touch(self.scene, name, other) for other in names):  # bodies of one skeleton do not touch each other
            for shape in body["shapes"]:
                self.add_shape(node, self.shape_of(shape), matrix_of(shape["position"], shape.get("rotation", [1, 0, 0, 0])))
        return new

    def shape_of(self, shape: Dict) -> Any:
        kind = shape["kind"]
        if kind == "box":
            return dartpy.dynamics.BoxShape(2 * np.array(shape["half"]))
        if kind == "sphere":
            return dartpy.dynamics.SphereShape(shape["radius"])
        if kind == "capsule":
            if self.setting.get("detector") is None:
                self.warnings.append("FCL has no capsules here: DART takes a sphere instead")
            return dartpy.dynamics.CapsuleShape(shape["radius"], 2 * shape["half_length"])
        return mesh_shape(shape)

    def step_once(self) -> None:
        self.world.step()

    def read(self, body: str) -> list[float]:
        node = self.nodes[body]
        pose = node.getWorldTransform()
        return [*pose.translation(), *quaternion_of(pose.rotation()), *node.getLinearVelocity(), *node.getAngularVelocity()]

    def push(self, body: str, force: list[float]) -> None:
        self.nodes[body].addExtForce(np.array(force, dtype=float), np.zeros(3), False, True)

    def aim(self, body: str, target: float) -> None:
        self.joints[body].setRestPosition(0, target - self.zero[body])


SOURCE = "https://dartsim.github.io"


class DART(Adapter):
    engine = "DART"
    link = "https://dartsim.github.io"
    settings = {
        "defaults": {"step": 1e-3, "sleeps": True, "text": "steps of 1 ms, FCL, planes; bodies sleep", "source": SOURCE},
        "awake": {"step": 1e-3, "text": "the defaults without sleep", "source": SOURCE},
        "best": {
            "step": 1e-3,
            "detector": "ODE",
            "ground": "box",
            "text": "steps of 1 ms, ODE's collision detector, boxes as ground, no sleep",
            "source": SOURCE,
        },
    }
    sweep = [
        *({"setting": "best", "step": step} for step in (0.004, 0.002, 0.001, 0.0005, 0.00025)),
        *({"setting": "best", "step": step, "problems": ["trot"]} for step in (1e-4, 5e-5)),
    ]

    def version(self) -> str:
        return str(dartpy.__version__)

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(DART)
