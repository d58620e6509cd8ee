"""The adapter of HuntCrossleyForce, the contact force of OpenSim, by OpenSim's wheel, https://opensim.stanford.edu.

HuntCrossleyForce has spheres and half spaces. A box on a plane is eight spheres in its corners. A box on a joint, such as a finger, is a half
space with the face that the other body touches.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import opensim
from adapter import Adapter, Run, Unsupported, can_touch, serve, start_poses
from scene import rotate

Dict = dict[str, Any]
USUAL = {"modulus": 1e7, "poisson": 0.3}  # HuntCrossleyForce has no defaults for materials; these are those of the examples
DISSIPATION = 1.0  # [s/m]
ROUNDING = 0.1  # radius of the spheres in the corners of a box over its smallest half length


def matrix_of(rotation: Any) -> Any:
    """Returns the matrix of a quaternion (w, x, y, z)."""
    return np.array([rotate(rotation, axis) for axis in np.eye(3).tolist()]).T


def frame_with(axis: Any, of: int) -> Any:
    """Returns a matrix of rotation whose column `of` is the axis."""
    first = np.array(axis, dtype=float) / np.linalg.norm(axis)
    second = np.cross(np.eye(3)[int(np.argmin(abs(first)))], first)
    second /= np.linalg.norm(second)
    columns = [first, second, np.cross(first, second)]
    return np.array([columns[(k - of) % 3] for k in range(3)]).T


def angles_of(matrix: Any) -> Any:
    """Returns the angles about x, y and z, each fixed in the body after the one before, as OpenSim's orientations have them."""
    y = math.asin(max(-1.0, min(1.0, matrix[0, 2])))
    if abs(matrix[0, 2]) > 1 - 1e-12:
        return opensim.Vec3(math.atan2(matrix[2, 1], matrix[1, 1]), y, 0)
    return opensim.Vec3(math.atan2(-matrix[1, 2], matrix[2, 2]), y, math.atan2(-matrix[0, 1], matrix[0, 0]))


def vec(values: Any) -> Any:
    """Returns OpenSim's vector of three numbers."""
    return opensim.Vec3(*(float(v) for v in values))


def piecewise(times: list[float], values: list[float]) -> Any:
    """Returns a function that is linear between the times. Of two equal times the second is later by 1e-9 s."""
    function = opensim.PiecewiseLinearFunction()
    function.addPoint(min(times[0], 0) - 1, values[0])
    for i, (time, value) in enumerate(zip(times, values)):
        function.addPoint(time + (1e-9 if i and times[i - 1] == time else 0), value)
    function.addPoint(times[-1] + 1e6, values[-1])
    return function


class Scene(Run):
    builds_in_loads = True

    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        if "restitution" in scene["needs"]:
            raise Unsupported("no restitution: its dissipation c returns 1 - c v, which depends on the speed v")
        self.scene, self.setting, self.count = scene, setting, 0
        self.model = opensim.Model()
        self.model.setName("board")
        self.model.setGravity(vec(scene["gravity"]))
        self.model.setUseVisualizer(False)
        self.start = start_poses(scene)
        self.bodies: dict[str, Any] = {"world": self.model.getGround()}
        self.poses: dict[str, Any] = {"world": (np.eye(3), np.zeros(3))}
        self.joints: dict[str, Any] = {}
        for body in scene["bodies"]:
            self.add(body)
        self.add_contacts()
        self.add_loads()
        self.state = self.model.initSystem()
        for body in scene["bodies"]:
            if not body["joint"]:
                self.set_free(body)
        self.model.realizeVelocity(self.state)
        self.manager = opensim.Manager(self.model)
        self.manager.setWriteToStorage(False)
        self.manager.setPerformAnalyses(False)
        self.manager.setRecordStatesTrajectory(False)
        self.manager.setIntegratorMethod(getattr(opensim.Manager, f"IntegratorMethod_{setting['integrator']}"))
        self.manager.setIntegratorAccuracy(setting["step"])
        self.manager.setIntegratorInternalStepLimit(-1)  # without a limit
        self.manager.initialize(self.state)

    def add(self, body: Dict) -> None:
        name, joint, start = body["name"], body["joint"], self.start[body["name"]]
        made = opensim.Body(name, body["mass"], opensim.Vec3(0), opensim.Inertia(*body["inertia"], 0, 0, 0))
        self.model.addBody(made)
        self.bodies[name] = made
        rotation, position = matrix_of(start["rotation"]), np.array(start["position"])
        self.poses[name] = rotation, position
        if not joint:
            self.joints[name] = opensim.FreeJoint(f"joint_{name}", self.bodies["world"], made)
            self.model.addJoint(self.joints[name])
            return
        slides = joint["kind"] == "slider"
        frame, at = frame_with(start["axis"], 0 if slides else 2), np.array(start["anchor"])  # along x of a slider, about z of a pin
        places = []
        for turn, origin in (self.poses[joint["parent"]], (rotation, position)):
            places += [vec(turn.T @ (at - origin)), angles_of(turn.T @ frame)]
        kind = opensim.SliderJoint if slides else opensim.PinJoint
        parent = self.bodies[joint["parent"]]
        self.joints[name] = kind(f"joint_{name}", parent, *places[:2], made, *places[2:])
        self.model.addJoint(self.joints[name])  # the joint is 0 at the start
        servo = joint["servo"] or {"kp": 0, "kd": 0}
        coordinate = self.joints[name].updCoordinate()
        coordinate.setName(f"q_{name}")
        coordinate.set_clamped(False)
        spring = opensim.SpringGeneralizedForce(f"q_{name}")
        spring.setName(f"spring_{name}")
        spring.setStiffness(servo["kp"])
        spring.setViscosity(joint["damping"] + servo["kd"])
        spring.setRestLength(0)
        if joint["servo"]:
            target = servo["target"]
            spring.setRestLength(target["offset"] - joint["start"])
            if target["amplitude"]:
                self.add_motion(name, servo["kp"], target)
        self.model.addForce(spring)

    def add_motion(self, name: str, stiffness: float, target: Dict) -> None:
        """Adds the force of a target that moves: the spring has the constant part of the target."""
        motor = opensim.CoordinateActuator(f"q_{name}")
        motor.setName(f"motor_{name}")
        motor.setOptimalForce(stiffness)
        motor.setMinControl(-math.inf)
        motor.setMaxControl(math.inf)
        self.model.addForce(motor)
        half = target["amplitude"] / 2
        phase = 2 * math.pi * target.get("phase", 0) - math.pi / 2
        wave = opensim.Sine(half, 2 * math.pi * target["frequency"], phase, half)  # half (1 - cos)
        control = opensim.PrescribedController()
        control.setName(f"control_{name}")
        control.addActuator(motor)
        control.prescribeControlForActuator(f"motor_{name}", wave)
        self.model.addController(control)

    def add_contacts(self) -> None:
        """Adds one HuntCrossleyForce for each pair of bodies that can touch."""
        bodies = {"world": {"name": "world", "shapes": self.scene["world"], "joint": None}, **{b["name"]: b for b in self.scene["bodies"]}}
        names = list(bodies)
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                if can_touch(self.scene, a, b) and bodies[a]["shapes"] and bodies[b]["shapes"]:
                    self.add_pair(bodies[a], bodies[b])

    def add_pair(self, a: Dict, b: Dict) -> None:
        surface, force = self.scene["surface"], opensim.HuntCrossleyForce()
        force.setName(f"contact_{a['name']}_{b['name']}")
        values = {key: surface[key] if surface[key] is not None else usual for key, usual in USUAL.items()}
        sides = []
        for body, other in ((a, b), (b, a)):
            is_pad = bool(body["joint"]) and all(s["kind"] == "box" for s in body["shapes"] + other["shapes"] if s["kind"] != "capsule")
            sides.append(self.pad(body, other) if is_pad else [g for s in body["shapes"] for g in self.geometries(body, s)])
        flat = {"plane", "box"}
        if all(any(s["kind"] in flat for s in body["shapes"]) for body in (a, b)) and not any(isinstance(side[0], opensim.ContactHalfSpace) for side in sides):
            raise Unsupported("HuntCrossleyForce has no boxes")
        for geometry in (g for side in sides for g in side):
            self.model.addContactGeometry(geometry)
            force.addGeometry(geometry.getName())
        # Of two equal surfaces, each with half of the overlap, HuntCrossleyForce has 2^(-3/2) of the stiffness. Hertz has 1/2.
        force.setStiffness(2**0.5 * values["modulus"] / (1 - values["poisson"] ** 2))
        force.setDissipation(0 if surface["restitution"] == 1 else DISSIPATION)
        for set_friction in (force.setStaticFriction, force.setDynamicFriction):
            set_friction(surface["friction"])
        force.setViscousFriction(0)
        force.setTransitionVelocity(self.setting["transition"])
        self.model.addForce(force)

    def sphere(self, body: Dict, radius: float, at: Any) -> Any:
        self.count += 1
        return opensim.ContactSphere(radius, vec(at), self.bodies[body["name"]], f"sphere_{self.count}")

    def half_space(self, body: Dict, point: Any, normal: Any) -> Any:
        """Returns a half space. It is solid on the side of its x axis."""
        self.count += 1
        turn = angles_of(frame_with(-np.array(normal, dtype=float), 0))
        return opensim.ContactHalfSpace(vec(point), turn, self.bodies[body["name"]], f"half_space_{self.count}")

    def geometries(self, body: Dict, shape: Dict) -> list[Any]:
        kind = shape["kind"]
        if kind == "plane":
            return [self.half_space(body, shape["position"], shape["normal"])]
        if kind == "mesh":
            raise Unsupported("HuntCrossleyForce has no meshes")
        turn, at = matrix_of(shape["rotation"]) if "rotation" in shape else np.eye(3), np.array(shape["position"], dtype=float)
        if kind == "sphere":
            return [self.sphere(body, shape["radius"], at)]
        if kind == "capsule":
            places = np.linspace(-1, 1, 5) * shape["half_length"]
            return [self.sphere(body, shape["radius"], at + turn @ (0, 0, z)) for z in places]
        radius = ROUNDING * min(shape["half"])
        inner = np.array(shape["half"]) - radius
        corners = [np.array([(2 * (i >> k & 1) - 1) for k in range(3)]) * inner for i in range(8)]
        return [self.sphere(body, radius, at + turn @ corner) for corner in corners]

    def pad(self, body: Dict, other: Dict) -> list[Any]:
        """Returns the half space of the face of a box that is nearest to the other body at the start."""
        (turn, origin), (_, there) = self.poses[body["name"]], self.poses[other["name"]]
        toward = turn.T @ (there - origin)
        half = np.array(body["shapes"][0]["half"], dtype=float)
        k = int(np.argmax(abs(toward) - half))
        normal = np.eye(3)[k] * np.sign(toward[k])
        return [self.half_space(body, normal * half, normal)]

    def add_loads(self) -> None:
        """Adds all forces as functions of time, so that push() has nothing to do."""
        for k, load in enumerate(self.scene["loads"]):
            force = opensim.PrescribedForce(f"load_{k}", self.bodies[load["body"]])
            force.setForceIsInGlobalFrame(True)
            force.setPointIsInGlobalFrame(False)
            force.setForceFunctions(*(piecewise(load["times"], [d * f for f in load["forces"]]) for d in load["direction"]))
            force.setPointFunctions(*(opensim.Constant(0.0) for _ in range(3)))
            self.model.addForce(force)

    def set_free(self, body: Dict) -> None:
        joint, start = self.joints[body["name"]], self.start[body["name"]]
        angles = angles_of(matrix_of(start["rotation"]))
        values = [angles.get(k) for k in range(3)] + list(start["position"])
        speeds = list(body["angular_velocity"]) + list(body["velocity"])
        for k, (value, speed) in enumerate(zip(values, speeds)):
            coordinate = joint.get_coordinates(k)
            coordinate.setValue(self.state, float(value), False)
            coordinate.setSpeedValue(self.state, float(speed))

    def advance(self, time: float) -> None:
        self.state = self.manager.integrate(time)

    def read(self, body: str) -> list[float]:
        self.model.realizeVelocity(self.state)
        pose = self.bodies[body].getTransformInGround(self.state)
        velocity = self.bodies[body].getVelocityInGround(self.state)
        quaternion = pose.R().convertRotationToQuaternion()
        return [
            *(pose.p().get(k) for k in range(3)),
            *(quaternion.get(k) for k in range(4)),
            *(velocity.get(1).get(k) for k in range(3)),
            *(velocity.get(0).get(k) for k in range(3)),
        ]

    def push(self, body: str, force: list[float]) -> None:
        pass

    def aim(self, body: str, target: float) -> None:
        pass


MATERIAL = "1e7 Pa and dissipation 1 s/m unless the scene has others, boxes as spheres in their corners"
SOURCE = "https://simtk.org/api_docs/opensim/api_docs/classOpenSim_1_1HuntCrossleyForce.html"


class OpenSim(Adapter):
    engine = "OpenSim HuntCrossleyForce"
    link = "https://opensim.stanford.edu"
    settings = {
        "defaults": {
            "step": 1e-3,
            "transition": 0.01,
            "integrator": "RungeKuttaMerson",
            "text": f"transition velocity 0.01 m/s, Runge-Kutta-Merson at accuracy 1e-3, which are the defaults; {MATERIAL}",
            "source": SOURCE,
        },
        "best": {
            "step": 1e-6,
            "transition": 1e-6,
            "integrator": "CPodes",
            "text": f"transition velocity 1e-6 m/s, the implicit integrator CPodes at accuracy 1e-6; {MATERIAL}",
            "source": SOURCE,
        },
    }
    sweep = [
        *({"setting": "defaults", "step": accuracy} for accuracy in (1e-2, 1e-3, 1e-4, 1e-5)),
        *({"setting": "best", "step": accuracy} for accuracy in (1e-5, 1e-6, 1e-7)),
    ]

    def version(self) -> str:
        return str(opensim.GetVersion()).split("-")[0]

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        opensim.Logger.setLevelString("error")
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(OpenSim)
