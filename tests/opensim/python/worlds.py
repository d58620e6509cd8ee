"""Small models of the tests: a foot of two spheres, a ball or a cube, in a plane, over ground at the height 0."""

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import opensim
import pytest

import simbodydem_opensim  # noqa: F401  loads the component

MASS, RADIUS, G = 2.0, 0.05, 9.81
WEIGHT = MASS * G
FACE = (2 * RADIUS) ** 2  # of the cube, whose half side is the radius of the spheres

Vector = npt.NDArray[np.float64]


# --- elements


def elements(**values: object) -> str:
    """Return an element for each value: elements(density=800) is <density>800</density>."""
    return "".join(f"<{name}>{value}</{name}>" for name, value in values.items())


def surface(name: str, geometry: str, more: str = "") -> str:
    """Return a DEMSurface with the values of a material. geometry has names of contact geometry."""
    paths = " ".join(f"/contactgeometryset/{of}" for of in geometry.split())
    material = elements(youngs_modulus=1e7, poissons_ratio=0.3, restitution=0.6, static_friction=0.8)
    return f"<DEMSurface name='{name}'><socket_geometry>{paths}</socket_geometry>{material}{more}</DEMSurface>"


def bare_surface(name: str, geometry: str, more: str = "") -> str:
    """Return a DEMSurface without a material."""
    return f"<DEMSurface name='{name}'><socket_geometry>/contactgeometryset/{geometry}</socket_geometry>{more}</DEMSurface>"


def contact(surfaces: str, settings: str = "") -> str:
    """Return a DEMContactForce."""
    return f"<DEMContactForce name='feet'>{settings}<surfaces>{surfaces}</surfaces></DEMContactForce>"


def feet(settings: str = "", more: str = "") -> str:
    """Return the contact of the foot with the floor."""
    return contact(surface("foot_r", "heel_r toe_r", more) + surface("floor", "floor", more), settings)


def layered(values: str, of_surface: str = "", geometry: str = "ball") -> str:
    """Return the contact of a body that has an elastic layer with a rigid floor."""
    layer = f"<elastic_layer><DEMElasticLayer>{values}</DEMElasticLayer></elastic_layer>"
    return contact(bare_surface("pad", geometry, layer + of_surface) + bare_surface("floor", "floor"))


def over_ground(of_ground: str, geometry: str = "floor", body: str = "cube") -> str:
    """Return the contact of a rigid body, a cube with sharp edges by default, with sand or soil."""
    return contact(bare_surface("body", body, "<rounding>0</rounding>" if body == "cube" else "") + bare_surface("field", geometry, of_ground))


def sandy(values: str) -> str:
    return f"<sand><DEMSand>{values}</DEMSand></sand>"


def soiled(values: str) -> str:
    return f"<soil><DEMSoil>{values}</DEMSoil></soil>"


# --- models


def write_box(file: str, half: Sequence[float], squares: int = 4) -> None:
    """Write a closed box with these half lengths, each side of squares x squares, as an OBJ file."""
    numbers: dict[tuple[int, ...], int] = {}  # of vertices, by their place on a grid
    faces = []
    for axis in range(3):
        for side in (0, squares):
            for i in range(squares):
                for k in range(squares):
                    corners = [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)]
                    face = []
                    for a, b in corners if side else reversed(corners):  # counter-clockwise from outside
                        at = [0, 0, 0]
                        at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3] = side, a, b
                        face.append(numbers.setdefault(tuple(at), len(numbers) + 1))
                    faces.append(face)
    lines = ["v " + " ".join(repr((2 * at / squares - 1) * of) for at, of in zip(place, half, strict=True)) for place in numbers]
    Path(file).write_text("\n".join(lines + ["f " + " ".join(map(str, face)) for face in faces]) + "\n")


def _shape(kind: str, name: str, body: str, values: str) -> str:
    return f"<{kind} name='{name}'><socket_frame>{body}</socket_frame>{values}</{kind}>"


_GEOMETRY = {
    "floor": _shape("ContactHalfSpace", "floor", "/ground", elements(orientation="0 0 -1.5707963267948966")),
    "heel_r": _shape("ContactSphere", "heel_r", "/bodyset/calcn_r", elements(location="-0.1 0 0", radius=RADIUS)),
    "toe_r": _shape("ContactSphere", "toe_r", "/bodyset/calcn_r", elements(location="0.1 0 0", radius=RADIUS)),
    "ball": _shape("ContactSphere", "ball", "/bodyset/calcn_r", elements(radius=RADIUS)),
    "cube": _shape("ContactMesh", "cube", "/bodyset/calcn_r", elements(filename="cube.obj")),
    "tip": _shape("ContactSphere", "tip", "/bodyset/toes_r", elements(radius=RADIUS)),
}


def _body_and_joint(name: str, prefix: str) -> tuple[str, str]:
    """Return a body and its joint, whose coordinates are PREFIXangle, PREFIXx and PREFIXy."""
    inertia = " ".join(repr(MASS * (b * b + c * c) / 3) for b, c in ((0.05, 0.05), (0.1, 0.05), (0.1, 0.05)))  # of a brick
    body = f"<Body name='{name}'>{elements(mass=MASS, mass_center='0 0 0', inertia=f'{inertia} 0 0 0')}</Body>"
    defaults = {"angle": 0.0, "x": 0.0, "y": RADIUS}
    coordinates = "".join(f"<Coordinate name='{prefix}{of}'>{elements(default_value=value)}</Coordinate>" for of, value in defaults.items())
    sockets = elements(socket_parent_frame="/ground", socket_child_frame=f"/bodyset/{name}")
    return body, f"<PlanarJoint name='{name}'>{sockets}<coordinates>{coordinates}</coordinates></PlanarJoint>"


class World:
    """Holds a model of one body that moves in the plane z = 0, and its State, in which the ball touches the floor.

    If the force has the geometry tip, there is a second body of the same mass, with this sphere.
    """

    def __init__(
        self,
        force: str,
        *,
        gravity: Sequence[float] = (0, -G, 0),
        geometry: str = "",
        half: Sequence[float] = (RADIUS, RADIUS, RADIUS),
        squares: int = 4,
    ) -> None:
        shapes = "".join(text for name, text in _GEOMETRY.items() if f"/{name}" in force) + geometry
        if "cube.obj" in shapes:
            write_box("cube.obj", half, squares)
        parts = [_body_and_joint("calcn_r", "")] + ([_body_and_joint("toes_r", "toes_")] if "/tip" in force else [])
        bodies, joints = ("".join(part) for part in zip(*parts, strict=True))
        Path("world.osim").write_text(
            f"""<OpenSimDocument Version="40600"><Model name="world"><gravity>{" ".join(map(str, gravity))}</gravity>
            <BodySet name="bodyset"><objects>{bodies}</objects></BodySet>
            <JointSet name="jointset"><objects>{joints}</objects></JointSet>
            <ContactGeometrySet name="contactgeometryset"><objects>{shapes}</objects></ContactGeometrySet>
            <ForceSet name="forceset"><objects>{force}</objects></ForceSet></Model></OpenSimDocument>"""
        )
        self.model = opensim.Model("world.osim")
        self.state = self.model.initSystem()
        self.force = self.model.getForceSet().get("feet")

    def put(self, x: float, y: float, velocity: Sequence[float] = (0, 0)) -> opensim.State:
        """Return a State without a history, with the body's centre at this place [m] with this velocity [m/s]."""
        state = opensim.State(self.state)
        self._set(state, (x, y), velocity)
        self.model.realizeDynamics(state)
        return state

    def _set(self, state: opensim.State, place: Sequence[float], velocity: Sequence[float]) -> None:
        for name, value, speed in zip("xy", place, velocity, strict=True):
            coordinate = self.model.getCoordinateSet().get(name)
            coordinate.setValue(state, float(value), False)
            coordinate.setSpeedValue(state, float(speed))

    def follow(self, path: Sequence[tuple[float, float, float]], rows: int = 20) -> opensim.State:
        """Move the body along straight lines through the points (t, x, y). Return a State at the end, with its history and the last speed.

        The analysis of ground reactions carries the history from row to row, as it does in AnalyzeTool.
        """
        analysis, state, count = make_analysis(self.model, replay="true"), opensim.State(self.state), 0
        for (t0, x0, y0), (t1, x1, y1) in itertools.pairwise(path):
            for share in np.linspace(0, 1, rows + 1)[1 if count else 0 :]:
                state.setTime(float(t0 + share * (t1 - t0)))
                self._set(state, (x0 + share * (x1 - x0), y0 + share * (y1 - y0)), ((x1 - x0) / (t1 - t0), (y1 - y0) / (t1 - t0)))
                self.model.realizeVelocity(state)
                analysis.step(state, count) if count else analysis.begin(state)
                count += 1
        analysis.end(state)
        self.model.realizeDynamics(state)
        return state

    def place(self, state: opensim.State) -> Vector:
        """Return x and y of the body's centre [m]."""
        return np.array([self.model.getCoordinateSet().get(name).getValue(state) for name in "xy"])

    def run(self, state: opensim.State | None, end: float, accuracy: float = 1e-6) -> opensim.State:
        """Run to a time [s] from a State, or from the start. Return the State there, realized."""
        return run(self.model, self.state if state is None else state, end, accuracy)

    def of(self, name: str, output: str, state: opensim.State) -> float | Vector:
        """Return an output of a surface, or of the force if the name is empty."""
        return value_of(self.model.getComponent(f"/forceset/feet/{name}" if name else "/forceset/feet"), output, state)

    def records(self, state: opensim.State) -> dict[str, float]:
        return records_of(self.force, state)


def run(model: opensim.Model, state: opensim.State, end: float, accuracy: float = 1e-6) -> opensim.State:
    """Run a model by OpenSim's Manager, with the integrator of Runge, Kutta and Merson. Return a copy of the State at the end, realized."""
    manager = opensim.Manager(model)
    manager.setIntegratorMethod(opensim.Manager.IntegratorMethod_RungeKuttaMerson)
    manager.setIntegratorAccuracy(accuracy)
    manager.setWriteToStorage(False)
    manager.setPerformAnalyses(False)
    manager.initialize(state)
    last = opensim.State(manager.integrate(end))
    model.realizeAcceleration(last)
    return last


def make_analysis(model: opensim.Model, **settings: str) -> opensim.Analysis:
    """Make an analysis of the force "feet" of a model that writes grf.mot."""
    values = elements(force_path="/forceset/feet", file="grf", **settings)
    Path("analysis.xml").write_text(
        f"<OpenSimDocument Version='40600'><DEMGroundReactionAnalysis name='grf'>{values}</DEMGroundReactionAnalysis></OpenSimDocument>"
    )
    analysis = opensim.Analysis.safeDownCast(opensim.OpenSimObject.makeObjectFromFile("analysis.xml"))
    analysis.setModel(model)
    return analysis


def value_of(component: opensim.Component, output: str, state: opensim.State) -> float | Vector:
    """Return the value of an output, which Python reads by name."""
    found = component.getOutput(output)
    if found.getTypeName() == "Vec3":
        return np.array(opensim.OutputVec3.safeDownCast(found).getValue(state).to_numpy())
    return float(opensim.OutputDouble.safeDownCast(found).getValue(state))


def records_of(force: opensim.Force, state: opensim.State) -> dict[str, float]:
    """Return the record of a force, as ForceReporter writes it."""
    labels, values = force.getRecordLabels(), force.getRecordValues(state)
    assert labels.getSize() == values.getSize()
    return {labels.get(i): values.get(i) for i in range(labels.getSize())}


def energy_of(model: opensim.Model, state: opensim.State, force: str) -> float:
    """Return kinetic, potential and spring energy and the heat [J]."""
    model.realizeDynamics(state)
    heat = value_of(model.getComponent(force), "dissipated_energy", state)
    return float(model.calcKineticEnergy(state) + model.calcPotentialEnergy(state) + heat)


def position_of(model: opensim.Model, body: str, state: opensim.State) -> Vector:
    """Return the position of a body's origin, in Ground [m]."""
    model.realizePosition(state)
    found = opensim.Body.safeDownCast(model.getComponent(f"/bodyset/{body}")).getPositionInGround(state)
    return np.array(found.to_numpy())


def expect_error(words: Sequence[str], make: object, *arguments: object) -> None:
    """Expect that a call raises an error whose message has these words."""
    with pytest.raises(RuntimeError) as raised:
        make(*arguments)  # type: ignore[operator]
    for part in words:
        assert part in str(raised.value)


def rows_of(file: str | Path) -> tuple[list[str], Vector]:
    """Return the labels and the rows of a .mot or .sto file, without OpenSim's reader."""
    lines = Path(file).read_text().splitlines()
    begin = lines.index("endheader") + 1
    return lines[begin].split("\t"), np.array([[float(word) for word in line.split()] for line in lines[begin + 1 :]])


def bekker(depth: float, modulus: float, exponent: float) -> float:
    """Return the pressure of soil that is loaded for the first time [Pa]; modulus is k_c/b + k_phi."""
    return modulus * math.pow(depth, exponent)


def sand_strength(density: float, friction: float, gravity: float = G) -> float:
    """Return xi = rho g (894 mu^3 - 386 mu^2 + 89 mu) of Agarwal, Goldman & Kamrin 2023 [Pa/m]."""
    return density * gravity * (894 * friction**3 - 386 * friction**2 + 89 * friction)
