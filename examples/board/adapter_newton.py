"""The adapter of Newton, https://github.com/newton-physics/newton, on the processor, in single precision."""

from __future__ import annotations

from typing import Any

import newton
import numpy as np
import warp as wp
from adapter import Adapter, Run, Unsupported, can_touch, serve, start_poses
from scene import rotate

Dict = dict[str, Any]


def transform(position: Any, rotation: Any = (1, 0, 0, 0)) -> Any:
    """Returns Newton's pose of a position and a quaternion (w, x, y, z)."""
    w, x, y, z = (float(v) for v in rotation)
    return wp.transform(wp.vec3(*(float(v) for v in position)), wp.quat(x, y, z, w))


def relative(pose: Dict, anchor: Any) -> Any:
    """Returns the pose, on a body, of a frame at the anchor that has the axes of the world."""
    w, x, y, z = pose["rotation"]
    back = [w, -x, -y, -z]
    return transform(rotate(back, [a - p for a, p in zip(anchor, pose["position"])]), back)


class Scene(Run):
    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        if "modulus" in scene["needs"]:
            raise Unsupported("no modulus: its contact stiffness is a force over a depth")
        self.scene, self.step = scene, setting["step"]
        surface, solver = scene["surface"], getattr(newton.solvers, setting["solver"])
        builder = newton.ModelBuilder(gravity=wp.vec3(*(float(g) for g in scene["gravity"])))
        if hasattr(solver, "register_custom_attributes"):
            solver.register_custom_attributes(builder)
        options = {"mu": surface["friction"], "restitution": surface["restitution"] or 0.0, "density": 0.0, **setting.get("shapes", {})}
        self.config = newton.ModelBuilder.ShapeConfig(**options)
        self.start = {"world": {"position": [0, 0, 0], "rotation": [1, 0, 0, 0]}, **start_poses(scene)}
        self.numbers: dict[str, int] = {"world": -1}
        self.shapes: dict[str, list[int]] = {"world": [], **{b["name"]: [] for b in scene["bodies"]}}
        self.joints: dict[str, int] = {}
        for shape in scene["world"]:
            normal = np.array(shape["normal"], dtype=float)
            plane = (*normal, -float(normal @ np.array(shape["position"])))
            self.shapes["world"].append(builder.add_shape_plane(plane, width=0.0, length=0.0, cfg=self.config))
        trees: dict[str, list[int]] = {}
        roots: dict[str, str] = {}
        for body in scene["bodies"]:
            self.add(builder, body, trees, roots)
        for joints in trees.values():
            builder.add_articulation(joints)
        names = list(self.shapes)
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                if not can_touch(scene, a, b):
                    for one in self.shapes[a]:
                        for other in self.shapes[b]:
                            builder.add_shape_collision_filter_pair(one, other)
        self.model = builder.finalize(device="cpu")
        steel = getattr(self.model, "steel", None)
        if steel is not None:
            steel.rigid_body_angular_damping.zero_()  # 0.05 /s by default, of a medium that no scene has
        self.states = [self.model.state(), self.model.state()]
        newton.eval_fk(self.model, self.model.joint_q, self.model.joint_qd, self.states[0])
        self.control = self.model.control()
        self.pipeline = newton.CollisionPipeline(self.model)
        self.contacts = self.pipeline.contacts()
        self.solver = solver(self.model, **setting.get("options", {}))
        self.forces = np.zeros((len(scene["bodies"]), 6), dtype=np.float32)
        self.targets = self.target_array().numpy().copy()
        self.starts_of = self.model.joint_qd_start.numpy()
        self.rows: tuple[Any, Any] | None = None

    def target_array(self) -> Any:
        return self.control.joint_target_q if hasattr(self.control, "joint_target_q") else self.control.joint_target_pos

    def add(self, builder: Any, body: Dict, trees: dict[str, list[int]], roots: dict[str, str]) -> None:
        name, joint, start = body["name"], body["joint"], self.start[body["name"]]
        common = dict(mass=body["mass"], inertia=wp.mat33(np.diag(body["inertia"])), com=wp.vec3(0.0), label=name, lock_inertia=True)
        number = builder.add_link(xform=transform(start["position"], start["rotation"]), **common)
        self.numbers[name] = number
        if joint:
            parent, servo = joint["parent"], joint["servo"] or {"kp": 0.0, "kd": 0.0}
            options: Dict = dict(axis=wp.vec3(*(float(a) for a in start["axis"])), armature=0.0, damping=float(joint["damping"]))
            options.update(target_ke=float(servo["kp"]), target_kd=float(servo["kd"]), target_q=0.0)
            options.update(limit_lower=-1e6, limit_upper=1e6)
            if joint["servo"]:
                options["actuator_mode"] = newton.JointTargetMode.POSITION
            frames = dict(parent_xform=relative(self.start[parent], start["anchor"]), child_xform=relative(start, start["anchor"]))
            add_joint = builder.add_joint_revolute if joint["kind"] == "hinge" else builder.add_joint_prismatic
            made = add_joint(self.numbers[parent], number, **frames, **options)  # 0 at the start
            self.joints[name] = made
            roots[name] = roots.get(parent, name)
        else:
            made = builder.add_joint_free(number)
            q, qd = builder.joint_q, builder.joint_qd
            w, x, y, z = start["rotation"]
            q[-7:] = [*start["position"], x, y, z, w]
            qd[-6:] = [*body["velocity"], *body["angular_velocity"]]
            roots[name] = name
        trees.setdefault(roots[name], []).append(made)
        for shape in body["shapes"]:
            self.shapes[name].append(self.add_shape(builder, number, shape))

    def add_shape(self, builder: Any, number: int, shape: Dict) -> int:
        kind = shape["kind"]
        common = dict(xform=transform(shape["position"], shape.get("rotation", [1, 0, 0, 0])), cfg=self.config)
        if kind == "box":
            x, y, z = shape["half"]
            return int(builder.add_shape_box(number, hx=x, hy=y, hz=z, **common))
        if kind == "sphere":
            return int(builder.add_shape_sphere(number, radius=shape["radius"], **common))
        if kind == "capsule":
            return int(builder.add_shape_capsule(number, radius=shape["radius"], half_height=shape["half_length"], **common))
        mesh = newton.Mesh(np.array(shape["vertices"], dtype=np.float32), np.array(shape["faces"], dtype=np.int32).ravel(), compute_inertia=False)
        add = builder.add_shape_convex_hull if shape["convex"] else builder.add_shape_mesh
        return int(add(number, mesh=mesh, **common))

    def step_once(self) -> None:
        now, later = self.states
        now.clear_forces()
        if self.forces.any():
            now.body_f.assign(self.forces)
        self.pipeline.collide(now, self.contacts)
        self.solver.step(now, later, self.control, self.contacts, self.step)
        self.states = [later, now]
        self.rows = None

    def read(self, body: str) -> list[float]:
        if self.rows is None:
            self.rows = self.states[0].body_q.numpy().copy(), self.states[0].body_qd.numpy().copy()
        pose, speed = (rows[self.numbers[body]] for rows in self.rows)
        return [*pose[:3], pose[6], *pose[3:6], *speed]

    def push(self, body: str, force: list[float]) -> None:
        self.forces[self.numbers[body], :3] = force

    def aim(self, body: str, target: float) -> None:
        start = next(b["joint"]["start"] for b in self.scene["bodies"] if b["name"] == body)
        at = self.starts_of[self.joints[body]]
        if len(self.targets) == self.model.joint_coord_count:
            at = self.model.joint_q_start.numpy()[self.joints[body]]
        self.targets[at] = target - start
        self.target_array().assign(self.targets)


SOURCE = "https://newton-physics.github.io/newton/"


class Newton(Adapter):
    engine = "Newton"
    link = "https://github.com/newton-physics/newton"
    settings = {
        "defaults": {
            "step": 0.002,
            "solver": "SolverSteel",
            "text": "SolverSteel with its defaults, steps of 2 ms, float32; Newton has several solvers and no default one",
            "source": SOURCE,
        },
        "best": {"step": 0.002, "solver": "SolverSteel", "text": "the same; it needs no settings to hold", "source": SOURCE},
    }
    sweep = [{"setting": "defaults", "step": step} for step in (0.004, 0.002, 0.001, 0.0005)]

    def version(self) -> str:
        return str(newton.__version__)

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        wp.config.quiet = True
        Scene(scene, setting).step_once()  # compiles what is not compiled yet, which takes minutes the first time
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(Newton)
