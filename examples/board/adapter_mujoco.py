"""The adapter of MuJoCo, https://mujoco.org."""

from __future__ import annotations

import math
from typing import Any

import mujoco
import numpy as np
from adapter import Adapter, Run, Unsupported, can_touch, serve

Dict = dict[str, Any]


def text(values: Any) -> str:
    """Returns numbers for XML."""
    return " ".join(repr(float(v)) for v in values)


def damping_ratio(restitution: float) -> float:
    """Returns the damping ratio z with which a spring and a dashpot that only push return the restitution: e = exp(-z/s (pi - 2 asin z)), with
    s = sqrt(1 - z^2)."""
    low, high = 0.0, 0.999
    for _ in range(60):
        z = (low + high) / 2
        e = math.exp(-z / math.sqrt(1 - z * z) * (math.pi - 2 * math.asin(z)))
        low, high = (z, high) if e > restitution else (low, z)
    return low


class Xml:
    """Writes a scene as MJCF, the XML of MuJoCo. All coordinates are 0 in it."""

    def write(self, scene: Dict, setting: Dict) -> str:
        surface = scene["surface"]
        solver = dict(setting.get("geom", {}))
        asked = surface["restitution"]
        if "restitution" in scene["needs"]:
            if not setting.get("bounce"):
                raise Unsupported("no parameter of restitution; solref returns one with the setting 'best'")
            frequency = setting["bounce"]["frequency"] / setting["step"]
            solver = {"solref": text([-(frequency**2), -2 * damping_ratio(asked) * frequency]), "solimp": "0.9999 0.9999 0.001"}
        if "modulus" in scene["needs"]:
            raise Unsupported("no modulus; solref is a stiffness over an effective mass")
        torsion, condim = (surface["torsion"], 4) if setting.get("twists") else (0.005, 3)
        common = f'condim="{condim}" friction="{surface["friction"]} {torsion} 0.0001" ' + " ".join(f'{key}="{value}"' for key, value in solver.items())
        option = " ".join(f'{key}="{value}"' for key, value in setting.get("option", {}).items())
        names = ["world", *(b["name"] for b in scene["bodies"])]
        excluded = [f'<exclude body1="{a}" body2="{b}"/>' for i, a in enumerate(names) for b in names[i + 1 :] if not can_touch(scene, a, b)]
        children: dict[str, list[Dict]] = {name: [] for name in names}
        for body in scene["bodies"]:
            children[body["joint"]["parent"] if body["joint"] else "world"].append(body)
        self.meshes: list[str] = []
        # MuJoCo multiplies no friction: it takes the larger one of two.
        world = "".join(self.geom(shape) for shape in scene["world"])
        inner = "".join(self.body(body, None, children) for body in children["world"])
        motors = "".join(
            f'<position name="{b["name"]}" joint="{b["name"]}" kp="{b["joint"]["servo"]["kp"]}"/>'
            for b in scene["bodies"]
            if b["joint"] and b["joint"]["servo"]
        )
        return f"""<mujoco><compiler autolimits="false" angle="radian"/>
            <option timestep="{setting["step"]!r}" gravity="{text(scene["gravity"])}" {option}/>
            <default><geom {common}/></default><asset>{"".join(self.meshes)}</asset>
            <worldbody>{world}{inner}</worldbody>
            <contact>{"".join(excluded)}</contact><actuator>{motors}</actuator></mujoco>"""

    def geom(self, shape: Dict) -> str:
        kind = shape["kind"]
        place = f'pos="{text(shape["position"])}" quat="{text(shape.get("rotation", [1, 0, 0, 0]))}"'
        if kind == "plane":
            return f'<geom type="plane" size="0 0 1" pos="{text(shape["position"])}" zaxis="{text(shape["normal"])}"/>'
        if kind == "box":
            return f'<geom type="box" size="{text(shape["half"])}" {place}/>'
        if kind == "sphere":
            return f'<geom type="sphere" size="{shape["radius"]}" {place}/>'
        if kind == "capsule":
            return f'<geom type="capsule" size="{shape["radius"]} {shape["half_length"]}" {place}/>'
        name = f"mesh{len(self.meshes)}"
        vertices, faces = (text(v for row in shape[key] for v in row) for key in ("vertices", "faces"))
        faces = " ".join(str(i) for row in shape["faces"] for i in row)
        self.meshes.append(f'<mesh name="{name}" vertex="{vertices}" face="{faces}"/>')
        return f'<geom type="mesh" mesh="{name}" {place}/>'

    def body(self, body: Dict, parent: Dict | None, children: dict[str, list[Dict]]) -> str:
        """Returns a body with its children. All bodies with joints have axes that are the world's where the joints are 0."""
        name, joint = body["name"], body["joint"]
        at = np.array(body["position"], dtype=float)
        rotation = np.array(body["rotation"], dtype=float)
        if parent is not None:
            at = at - np.array(parent["position"])
            if list(parent["rotation"]) != [1, 0, 0, 0]:
                raise Unsupported("a parent that is rotated where the joints are 0")
        if joint:
            local = np.zeros(3)
            mujoco.mju_rotVecQuat(local, np.array(joint["axis"], dtype=float), rotation * [1, -1, -1, -1])
            anchor = np.zeros(3)
            mujoco.mju_rotVecQuat(anchor, np.array(joint["anchor"], dtype=float) - body["position"], rotation * [1, -1, -1, -1])
            servo = joint["servo"]
            damping = joint["damping"] + (servo["kd"] if servo else 0)  # kd of the actuator is explicit, and unstable at 2 ms
            kind = "hinge" if joint["kind"] == "hinge" else "slide"
            made = f'<joint name="{name}" type="{kind}" axis="{text(local)}" pos="{text(anchor)}" damping="{damping}"/>'
        else:
            made = f'<freejoint name="{name}"/>'
        inner = "".join(self.body(child, body, children) for child in children[name])
        shapes = "".join(self.geom(shape) for shape in body["shapes"])
        return (
            f'<body name="{name}" pos="{text(at)}" quat="{text(rotation)}">{made}'
            f'<inertial pos="0 0 0" mass="{body["mass"]}" diaginertia="{text(body["inertia"])}"/>{shapes}{inner}</body>'
        )


class Scene(Run):
    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        self.step = setting["step"]
        self.model = mujoco.MjModel.from_xml_string(Xml().write(scene, setting))
        self.data = mujoco.MjData(self.model)
        self.numbers = {b["name"]: self.model.body(b["name"]).id for b in scene["bodies"]}
        self.servos = {b["name"]: self.model.actuator(b["name"]).id for b in scene["bodies"] if b["joint"] and b["joint"]["servo"]}
        for body in scene["bodies"]:
            joint = self.model.joint(body["name"])
            if body["joint"]:
                self.data.qpos[joint.qposadr[0]] = body["joint"]["start"]
            else:
                w = np.zeros(3)  # MuJoCo has the body's axes here
                mujoco.mju_rotVecQuat(w, np.array(body["angular_velocity"], dtype=float), np.array(body["rotation"]) * [1, -1, -1, -1])
                at = joint.dofadr[0]
                self.data.qvel[at : at + 6] = [*body["velocity"], *w]
        mujoco.mj_forward(self.model, self.data)

    def step_once(self) -> None:
        mujoco.mj_step(self.model, self.data)

    def read(self, body: str) -> list[float]:
        number = self.numbers[body]
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_comVel(self.model, self.data)
        velocity = np.zeros(6)
        mujoco.mj_objectVelocity(self.model, self.data, mujoco.mjtObj.mjOBJ_BODY, number, velocity, 0)
        return [*self.data.xipos[number], *self.data.xquat[number], *velocity[3:], *velocity[:3]]

    def push(self, body: str, force: list[float]) -> None:
        self.data.xfrc_applied[self.numbers[body], :3] = force

    def aim(self, body: str, target: float) -> None:
        self.data.ctrl[self.servos[body]] = target

    def finish(self) -> None:
        for kind in (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC):
            if self.data.warning[kind].number:
                self.warnings.append("the run became unstable and was reset")
                break


SOURCE = "https://mujoco.readthedocs.io/en/stable/"
BOUNCE = {"frequency": 0.1, "step": 0.0005}  # [rad/step], [s]: the best of a grid of 16 for bounces of 0.2, 0.5 and 0.9
HARD = {"cone": "elliptic", "impratio": 100, "noslip_iterations": 10, "integrator": "implicitfast"}


class MuJoCo(Adapter):
    engine = "MuJoCo"
    link = "https://mujoco.org"
    settings = {
        "defaults": {"step": 0.002, "text": "steps of 2 ms, pyramidal cone, Euler; kd of servos as damping of joints", "source": SOURCE},
        "best": {
            "step": 0.002,
            "option": HARD,
            "geom": {"solref": "0.004 1"},
            "bounce": BOUNCE,
            "text": "elliptic cone, impratio 100, noslip_iterations 10, implicitfast, solref 0.004. Where a restitution is asked: solref of a spring "
            "and a dashpot with it, at 200 rad/s, and steps of 0.5 ms",
            "source": SOURCE + "overview.html#slip",
        },
        "exact": {
            "step": 0.002,
            "option": {**HARD, "tolerance": 0, "noslip_tolerance": 0},
            "geom": {"solref": "0.004 1"},
            "bounce": BOUNCE,
            "text": "the same with both tolerances 0",
            "source": SOURCE + "XMLreference.html#option",
        },
        "RK4": {
            "step": 0.002,
            "problems": ["fall", "tumble"],
            "option": {"integrator": "RK4"},
            "text": "the integrator RK4",
            "source": SOURCE + "computation/index.html#numerical-integration",
        },
        "twisting": {
            "step": 0.002,
            "problems": ["spin"],
            "option": HARD,
            "geom": {"solref": "0.004 1"},
            "twists": True,
            "text": "condim 4 with a torsional friction of this moment, set by hand",
            "source": SOURCE + "modeling.html#contact",
        },
        "impratio": {
            "step": 0.002,
            "option": {"cone": "elliptic", "impratio": 100},
            "text": "elliptic cone, impratio 100",
            "source": SOURCE + "overview.html#slip",
        },
    }
    sweep = [
        *({"setting": "defaults", "step": step} for step in (0.005, 0.002, 0.001, 0.0005)),
        *({"setting": "best", "step": step} for step in (0.002, 0.001, 0.0005)),
        {"setting": "best", "step": 0.00025, "problems": ["stop", "quadruped", "bounce5", "trot"]},
        *({"setting": setting, "step": step, "problems": ["trot"]} for setting in ("defaults", "best") for step in (1e-4, 5e-5)),
    ]

    def version(self) -> str:
        return str(mujoco.__version__)

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        if "restitution" in scene["needs"] and "bounce" in setting and not request.get("step"):
            setting["step"] = setting["bounce"]["step"]
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(MuJoCo)
