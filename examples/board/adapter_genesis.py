"""The adapter of Genesis, https://genesis-embodied-ai.github.io, on the processor. It reads the MJCF that the adapter of MuJoCo writes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import genesis as gs
import numpy as np
from adapter import Adapter, Run, Unsupported, serve
from adapter_mujoco import Xml
from scene import rotate

Dict = dict[str, Any]


def start(precision: str) -> None:
    """Starts Genesis, again if it has another precision."""
    if gs._initialized and start.precision == precision:  # type: ignore[attr-defined]
        return
    if gs._initialized:
        gs.destroy()
    gs.init(backend=gs.cpu, precision=precision, logging_level="error", performance_mode=False)
    start.precision = precision  # type: ignore[attr-defined]


def numbers_of(tensor: Any) -> Any:
    """Returns a tensor as an array of NumPy."""
    return np.array(tensor.cpu() if hasattr(tensor, "cpu") else tensor, dtype=float)


class Scene(Run):
    keeps_forces = False

    def __init__(self, scene: Dict, setting: Dict) -> None:
        super().__init__()
        if "restitution" in scene["needs"]:
            raise Unsupported("no restitution")
        self.step = setting["step"]
        start(setting["precision"])
        options = {key: getattr(getattr(gs, key), value) if isinstance(value, str) else value for key, value in setting.get("rigid", {}).items()}
        self.scene = gs.Scene(
            sim_options=gs.options.SimOptions(dt=self.step, gravity=tuple(scene["gravity"])),
            rigid_options=gs.options.RigidOptions(**options),
            show_viewer=False,
        )
        root = ET.fromstring(Xml().write(scene, {"step": self.step}))
        self.entity = self.scene.add_entity(gs.morphs.MJCF(file=root, default_armature=0.0))
        self.scene.build()
        self.links = {b["name"]: self.entity.get_link(b["name"]).idx_local for b in scene["bodies"]}
        self.dofs: dict[str, int] = {}
        qpos, speeds = numbers_of(self.entity.get_qpos()), numbers_of(self.entity.get_dofs_velocity())
        for body in scene["bodies"]:
            joint = self.entity.get_joint(body["name"])
            dof, q = joint.dofs_idx_local[0], joint.qs_idx_local[0]
            self.dofs[body["name"]] = dof
            if body["joint"]:
                qpos[q] = body["joint"]["start"]
            else:
                qpos[q : q + 7] = [*body["position"], *body["rotation"]]
                w, x, y, z = body["rotation"]
                speeds[dof : dof + 6] = [*body["velocity"], *rotate([w, -x, -y, -z], body["angular_velocity"])]  # with the body's axes
        self.entity.set_qpos(qpos)
        self.entity.set_dofs_velocity(speeds)
        self.rows: Any = None

    def step_once(self) -> None:
        self.scene.step()
        self.rows = None

    def read(self, body: str) -> list[float]:
        if self.rows is None:
            e = self.entity
            self.rows = [numbers_of(part) for part in (e.get_links_pos(), e.get_links_quat(), e.get_links_vel(), e.get_links_ang())]
        return [float(x) for part in self.rows for x in part[self.links[body]]]

    def push(self, body: str, force: list[float]) -> None:
        if any(force):
            self.scene.rigid_solver.apply_links_external_wrench(force=np.array([force]), links_idx=[self.entity.get_link(body).idx])

    def aim(self, body: str, target: float) -> None:
        self.entity.control_dofs_position(np.array([target]), [self.dofs[body]])


SOURCE = "https://genesis-world.readthedocs.io"


class Genesis(Adapter):
    engine = "Genesis"
    link = "https://github.com/Genesis-Embodied-AI/Genesis"
    settings = {
        "defaults": {"step": 0.01, "precision": "32", "text": "steps of 10 ms, float32, pyramidal cone", "source": SOURCE},
        "best": {
            "step": 0.002,
            "precision": "64",
            "rigid": {"friction_cone": "elliptic", "impratio": 1e4},
            "text": "steps of 2 ms, float64, elliptic cone, impratio 1e4",
            "source": SOURCE,
        },
    }
    sweep = [{"setting": "best", "step": step} for step in (0.004, 0.002, 0.001, 0.0005)]

    def version(self) -> str:
        return str(gs.__version__)

    def make(self, scene: Dict, setting: Dict, request: Dict) -> Run:
        Scene(scene, setting).step_once()  # compiles what is not compiled yet, which takes minutes the first time
        return Scene(scene, setting)


if __name__ == "__main__":
    serve(Genesis)
