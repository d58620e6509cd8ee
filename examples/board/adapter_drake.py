"""The adapter of Drake, https://drake.mit.edu."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import numpy as np
from adapter import Adapter, Run, Unsupported, can_touch, serve, start_poses
from pydrake.common.eigen_geometry import Quaternion
from pydrake.geometry import (
    AddCompliantHydroelasticProperties,
    AddContactMaterial,
    AddRigidHydroelasticProperties,
    Box,
    Capsule,
    CollisionFilterDeclaration,
    Convex,
    GeometrySet,
    HalfSpace,
    ProximityProperties,
    Sphere,
)
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialForce, SpatialVelocity
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, ExternallyAppliedSpatialForce, MultibodyPlantConfig
from pydrake.multibody.tree import FixedOffsetFrame, PdControllerGains, PrismaticJoint, RevoluteJoint, SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

Dict = dict[str, Any]
MODULUS = 1e7  # hydroelastic: pressure at a penetration of the whole depth [Pa]


def pose_of(position: Any, rotation: Any = (1, 0, 0, 0)) -> Any:
    """Returns a pose of a position and a quaternion (w, x, y, z)."""
    wxyz = np.array(rotation, dtype=float)
    return RigidTransform(Quaternion(wxyz / np.linalg.norm(wxyz)), np.array(position, dtype=float))


class Scene(Run):
    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        if "restitution" in scene["needs"]:
            raise Unsupported("no restitution: its dissipation depends on the speed of the impact")
        if "modulus" in scene["needs"]:
            raise Unsupported("no Young's modulus: a stiffness of points, or a modulus of pressure over depth")
        self.scene, self.setting, self.step = scene, setting, setting["step"]
        builder = DiagramBuilder()
        config = MultibodyPlantConfig(time_step=self.step, **setting.get("plant", {}))
        self.plant, self.scene_graph = AddMultibodyPlant(config, builder)
        self.plant.mutable_gravity_field().set_gravity_vector(np.array(scene["gravity"], dtype=float))
        self.start = start_poses(scene)
        self.bodies: dict[str, Any] = {"world": self.plant.world_body()}
        self.poses: dict[str, Any] = {"world": RigidTransform()}
        self.geometries: dict[str, list[Any]] = {"world": [], **{b["name"]: [] for b in scene["bodies"]}}
        self.targets: dict[str, int] = {}
        for shape in scene["world"]:
            self.add_shape("world", shape)
        for body in scene["bodies"]:
            self.add(body)
        self.plant.Finalize()
        self.filter()
        diagram = builder.Build()
        self.simulator = Simulator(diagram)
        self.context = self.plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context())
        self.wanted = np.zeros(2 * len(self.targets))
        for body in scene["bodies"]:
            if not body["joint"]:
                speed = SpatialVelocity(w=np.array(body["angular_velocity"], dtype=float), v=np.array(body["velocity"], dtype=float))
                self.plant.SetFreeBodyPose(self.context, self.bodies[body["name"]], self.poses[body["name"]])
                self.plant.SetFreeBodySpatialVelocity(self.context, self.bodies[body["name"]], speed)
        self.forces: dict[str, list[float]] = {}
        self.set_forces()
        self.simulator.Initialize()

    def add(self, body: Dict) -> None:
        name, joint, start = body["name"], body["joint"], self.start[body["name"]]
        mass, moments = body["mass"], np.array(body["inertia"]) / body["mass"]
        made = self.plant.AddRigidBody(name, SpatialInertia(mass, np.zeros(3), UnitInertia(*moments)))
        self.bodies[name] = made
        self.poses[name] = pose_of(start["position"], start["rotation"])
        for shape in body["shapes"]:
            self.add_shape(name, shape)
        if not joint:
            return
        there = pose_of(start["anchor"])  # the joint is 0 at the start
        frames = []
        for owner, pose in ((joint["parent"], self.poses[joint["parent"]]), (name, self.poses[name])):
            frame = FixedOffsetFrame(f"{owner}_{name}_{len(frames)}", self.bodies[owner].body_frame(), pose.inverse() @ there)
            frames.append(self.plant.AddFrame(frame))
        kind = RevoluteJoint if joint["kind"] == "hinge" else PrismaticJoint
        moved = self.plant.AddJoint(kind(f"joint_{name}", frames[0], frames[1], np.array(start["axis"], dtype=float), damping=joint["damping"]))
        if joint["servo"]:
            motor = self.plant.AddJointActuator(f"motor_{name}", moved)
            motor.set_controller_gains(PdControllerGains(p=joint["servo"]["kp"], d=joint["servo"]["kd"]))
            self.targets[name] = len(self.targets)

    def properties(self, rigid: bool, size: float) -> Any:
        """Returns the properties of a shape."""
        result = ProximityProperties()
        friction = self.scene["surface"]["friction"]
        AddContactMaterial(friction=CoulombFriction(friction, friction), properties=result)
        if self.setting.get("hydroelastic"):
            if rigid:
                AddRigidHydroelasticProperties(properties=result)
            else:
                modulus = self.scene["surface"]["modulus"] or MODULUS
                AddCompliantHydroelasticProperties(resolution_hint=size, hydroelastic_modulus=modulus, properties=result)
        return result

    def add_shape(self, owner: str, shape: Dict) -> None:
        kind = shape["kind"]
        pose = pose_of(shape["position"], shape.get("rotation", [1, 0, 0, 0]))
        if kind == "plane":
            pose = HalfSpace.MakePose(np.array(shape["normal"], dtype=float), np.array(shape["position"], dtype=float))
            shapes, size = [(HalfSpace(), pose)], 1.0
        elif kind == "box":
            half = np.array(shape["half"])
            shapes, size = [(Box(*(2 * half)), pose)], min(half)
            if self.setting.get("corners"):  # points that a box lacks in the model of point contact
                corners = [np.array([2 * (i >> k & 1) - 1 for k in range(3)]) for i in range(8)]
                radius = 0.01 * min(half)
                shapes += [(Sphere(radius), pose @ RigidTransform(c * (half - radius))) for c in corners]
        elif kind == "sphere":
            shapes, size = [(Sphere(shape["radius"]), pose)], shape["radius"] / 5
        elif kind == "capsule":
            shapes, size = [(Capsule(shape["radius"], 2 * shape["half_length"]), pose)], shape["radius"] / 2
        else:
            vertices = np.array(shape["vertices"], dtype=float).T
            if not shape["convex"]:
                raise Unsupported("a mesh that is not convex needs a file")
            shapes, size = [(Convex(vertices, "mesh"), pose)], 0.05
        for k, (made, at) in enumerate(shapes):
            name = f"{owner}_{len(self.geometries[owner])}_{k}"
            props = self.properties(kind == "plane", size)
            self.geometries[owner].append(self.plant.RegisterCollisionGeometry(self.bodies[owner], at, made, name, props))

    def filter(self) -> None:
        """Excludes all pairs that cannot touch."""
        names = list(self.geometries)
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                if not can_touch(self.scene, a, b) and self.geometries[a] and self.geometries[b]:
                    sets = GeometrySet(self.geometries[a]), GeometrySet(self.geometries[b])
                    self.scene_graph.collision_filter_manager().Apply(CollisionFilterDeclaration().ExcludeBetween(*sets))

    def set_forces(self) -> None:
        applied = []
        for name, force in self.forces.items():
            one = ExternallyAppliedSpatialForce()
            one.body_index = self.bodies[name].index()
            one.F_Bq_W = SpatialForce(tau=np.zeros(3), f=np.array(force, dtype=float))
            applied.append(one)
        self.plant.get_applied_spatial_force_input_port().FixValue(self.context, applied)

    def step_once(self) -> None:
        self.num_steps += 1
        self.simulator.AdvanceTo(self.num_steps * self.step)

    def read(self, body: str) -> list[float]:
        pose = self.plant.EvalBodyPoseInWorld(self.context, self.bodies[body])
        speed = self.plant.EvalBodySpatialVelocityInWorld(self.context, self.bodies[body])
        return [*pose.translation(), *pose.rotation().ToQuaternion().wxyz(), *speed.translational(), *speed.rotational()]

    def push(self, body: str, force: list[float]) -> None:
        self.forces[body] = force
        self.set_forces()

    def aim(self, body: str, target: float) -> None:
        start = next(b["joint"]["start"] for b in self.scene["bodies"] if b["name"] == body)
        self.wanted[self.targets[body]] = target - start
        self.plant.get_desired_state_input_port(self.plant.GetBodyByName(body).model_instance()).FixValue(self.context, self.wanted)


class Drake(Adapter):
    engine = "Drake"
    link = "https://drake.mit.edu"
    settings = {
        "defaults": {
            "step": 1e-3,
            "text": "those of MultibodyPlantConfig: steps of 1 ms, point contact, approximation lagged; a box on a plane has one contact",
            "source": "https://drake.mit.edu/doxygen_cxx/structdrake_1_1multibody_1_1_multibody_plant_config.html",
        },
        "best": {
            "step": 1e-3,
            "hydroelastic": True,
            "plant": {"discrete_contact_approximation": "sap"},
            "text": "hydroelastic contact with 1e7 Pa unless the scene has a modulus, SAP, steps of 1 ms",
            "source": "https://drake.mit.edu/doxygen_cxx/group__hydroelastic__user__guide.html",
        },
        "corners": {
            "step": 1e-3,
            "corners": True,
            "plant": {"discrete_contact_approximation": "sap"},
            "text": "point contact with spheres in the corners of boxes, SAP, steps of 1 ms",
            "source": "https://drake.mit.edu/doxygen_cxx/group__hydroelastic__user__guide.html",
        },
    }
    sweep = [
        *({"setting": "corners", "step": step} for step in (0.002, 0.001, 0.0005, 0.00025)),
        *({"setting": "best", "step": step} for step in (0.002, 0.001, 0.0005, 0.00025)),
    ]

    def version(self) -> str:
        return version("drake")

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(Drake)
