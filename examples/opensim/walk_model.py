"""Makes the model of walk.py: servos that follow a motion, feet of spheres with one of three contact forces, and inverse dynamics."""

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import opensim
import simbodydem_opensim as dem

from walk_data import Array, GroundReaction, Motion
from walk_foot import Foot, Hinge, Stance

FORCES = ("DEMContactForce", "HuntCrossleyForce", "SmoothSphereHalfSpaceForce")
PUBLISHED_STIFFNESS = 1e6  # [Pa], of subject_walk_scaled_ContactForceSet.xml
# Friction, dissipation [s/m] and transition velocity [m/s] of that file, for the two older forces.
FRICTION, VISCOUS_FRICTION, DISSIPATION, TRANSITION_VELOCITY = 0.8, 0.5, 2.0, 0.2
RESTITUTION, POISSONS_RATIO = 0.3, 0.3  # of DEMContactForce
HINGE_STIFFNESS, HINGE_DAMPING = 25.0, 0.5  # of the toes [N m/rad], [N m s/rad]; they have no servo, and the trial has no angle of them


def plane_strain_to_older(modulus: float) -> float:
    """Returns the stiffness that gives the two older forces Hertz's force of this E*, if sphere and half space both have it."""
    return 2 * math.sqrt(2) * modulus


@dataclasses.dataclass(frozen=True)
class Servo:
    """Holds a servo: stiffness, damping, and the bound of its force [SI units, of N or N m]."""

    stiffness: float
    damping: float
    bound: float


#: By the beginning of a coordinate's name. The last two rows are the residual forces on the pelvis, which no muscle has.
SERVOS = {
    "hip_flexion": Servo(200, 25, 150),
    "hip_adduction": Servo(200, 25, 150),
    "hip_rotation": Servo(15, 2, 80),  # soft, because a foot that stands does not turn with its reference
    "knee_angle": Servo(140, 10, 150),
    "ankle_angle": Servo(70, 3.5, 200),
    "lumbar": Servo(200, 25, 150),
    "arm_rot": Servo(10, 0.5, 30),
    "arm": Servo(20, 3.5, 60),
    "elbow": Servo(7, 0.8, 30),
    "pro_sup": Servo(2, 0.1, 10),
    "pelvis_t[xyz]": Servo(2000, 200, 85),
    "pelvis": Servo(600, 30, 60),
}


def servo_of(coordinate: str) -> Servo | None:
    """Returns the servo of a coordinate, or None if it has none."""
    if coordinate in ("pelvis_tx", "pelvis_ty", "pelvis_tz"):
        return SERVOS["pelvis_t[xyz]"]
    return next((servo for start, servo in SERVOS.items() if coordinate.startswith(start)), None)


def load_model(file: Path) -> opensim.Model:
    """Loads the model without muscles and other forces. The patellas are welded, because they only guide muscles."""
    model = opensim.Model(str(file))
    for components in (model.updForceSet(), model.updControllerSet(), model.updConstraintSet()):
        components.clearAndDestroy()
    model.finalizeConnections()
    patellas = opensim.StdVectorString()
    for side in "rl":
        patellas.append(f"patellofemoral_{side}")
    processor = opensim.ModelProcessor(model)
    processor.append(opensim.ModOpReplaceJointsWithWelds(patellas))
    model = processor.process()
    model.finalizeConnections()
    return model


def coordinate_names(model: opensim.Model) -> list[str]:
    """Returns the names of all coordinates."""
    return [model.getCoordinateSet().get(i).getName() for i in range(model.getCoordinateSet().getSize())]


def set_pose(model: opensim.Model, state: opensim.State, motion: Motion, time: float) -> None:
    """Sets coordinates and speeds to those of a motion. The others are 0."""
    state.setTime(time)
    for name in coordinate_names(model):
        coordinate = model.getCoordinateSet().get(name)
        known = name in motion.values
        coordinate.setValue(state, float(motion.at(name, time)) if known else 0.0, False)
        coordinate.setSpeedValue(state, float(motion.speed_at(name, time)) if known else 0.0)


def _vector(vector: opensim.Vec3) -> Array:
    return np.array([vector.get(i) for i in range(3)])


def _frame(transform: opensim.Transform) -> tuple[Array, Array]:
    turn = transform.R()
    return np.array([[turn.get(i, j) for j in range(3)] for i in range(3)]), _vector(transform.p())


def hinge_of(model: opensim.Model, side: str) -> Hinge:
    """Returns the hinge of the toes."""
    joint = model.getJointSet().get(f"mtp_{side}")
    return Hinge(_frame(joint.getParentFrame().findTransformInBaseFrame()), _frame(joint.getChildFrame().findTransformInBaseFrame()))


def read_published_foot(file: Path) -> Foot:
    """Reads the spheres of the right foot."""
    geometry = opensim.ContactGeometrySet(str(file))
    names, places, on_toes, radii = [], [], [], []
    for i in range(geometry.getSize()):
        sphere = opensim.ContactSphere.safeDownCast(geometry.get(i))
        if sphere is None or not sphere.getName().endswith("_r"):
            continue
        names.append(sphere.getName().removesuffix("_r"))
        places.append(_vector(sphere.get_location()))
        on_toes.append("toes_r" in sphere.getSocket("frame").getConnecteePath())
        radii.append(sphere.getRadius())
    if not names or len(set(radii)) != 1:
        raise ValueError(f"{file} must have ContactSpheres whose names end with _r, of one radius")
    return Foot(tuple(names), np.array(places), np.array(on_toes), radii[0], PUBLISHED_STIFFNESS / (2 * math.sqrt(2)), HINGE_STIFFNESS)


def stance_of(model: opensim.Model, motion: Motion, measured: GroundReaction, side: str, interval: float = 0.02, least: float = 40.0) -> Stance:
    """Returns poses of a foot and what it carried, at the instants of a motion where that was more than least [N]."""
    every = max(1, round(interval / (motion.times[1] - motion.times[0])))
    reaction = measured.at(motion.times[::every])
    loaded = reaction.force[:, 1] > least
    if not loaded.any():
        raise ValueError(f"foot {side} never carries more than {least} N")
    state = model.initSystem()
    origins, rotations = [], []
    for time in reaction.times[loaded]:
        set_pose(model, state, motion, float(time))
        model.realizePosition(state)
        rotation, origin = _frame(model.getBodySet().get(f"calcn_{side}").getTransformInGround(state))
        origins.append(origin)
        rotations.append(rotation)
    force = reaction.force[loaded]
    return Stance(
        reaction.times[loaded],
        np.array(origins),
        np.array(rotations),
        force[:, 1],
        reaction.centre[loaded][:, [0, 2]],
        force[:, [0, 2]] / force[:, 1:2],
    )


def mobility_order(model: opensim.Model, state: opensim.State) -> list[str]:
    """Returns the coordinates in the order in which Simbody has their speeds."""
    names = coordinate_names(model)
    order = [""] * state.getNU()
    for name in names:
        for other in names:
            model.getCoordinateSet().get(other).setSpeedValue(state, float(other == name))
        order[int(np.argmax(np.abs(state.getU().to_numpy())))] = name
    return order


def inverse_dynamics(model: opensim.Model, motion: Motion, reactions: Path | None, times: Array, sides: Iterable[str] = "rl") -> dict[str, Array]:
    """Computes the generalized forces of a motion under measured ground reactions, at some times [N, N m]. The model gets those reactions."""
    if reactions is not None:
        storage = opensim.Storage(str(reactions))
        for side in sides:
            foot = f"ground_force_{side}"
            force = opensim.ExternalForce(
                storage, f"{foot}_v", f"{foot}_p", f"ground_torque_{side}_", f"calcn_{side}", "ground", "ground"
            )
            force.setName(f"measured_{side}")
            model.addForce(force)
    state = model.initSystem()
    order = mobility_order(model, state)
    solver = opensim.InverseDynamicsSolver(model)
    forces = np.empty((len(times), len(order)))
    for row, time in enumerate(times):
        set_pose(model, state, motion, float(time))
        model.realizeVelocity(state)
        wanted = [float(np.interp(time, motion.times, motion.accelerations[name])) if name in motion.values else 0.0 for name in order]
        forces[row] = solver.solve(state, opensim.Vector(wanted)).to_numpy()
    return {name: forces[:, k] for k, name in enumerate(order)}


def _spline(times: Array, values: Array) -> opensim.SimmSpline:
    spline = opensim.SimmSpline()
    for time, value in zip(times, values, strict=True):
        spline.addPoint(float(time), float(value))
    return spline


def add_servos(model: opensim.Model, motion: Motion, feedforward: Mapping[str, Array], times: Array) -> list[str]:
    """Adds servos that follow a motion, and returns the coordinates that have one.

    A servo has the force f + k (q* - q) + d (u* - u), where f is the feedforward at these times. Its part that depends on the time alone is the
    control of an actuator, the rest a spring. The bounds are those of check_bounds(), which tells whether a run has reached them.
    """
    controller = opensim.PrescribedController()
    controller.setName("servos")
    followed = []
    for name in coordinate_names(model):
        servo = servo_of(name)
        if servo is None or name not in motion.values:
            continue
        followed.append(name)
        actuator = opensim.CoordinateActuator(name)
        actuator.setName(f"servo_{name}")
        actuator.setOptimalForce(1)
        actuator.setMinControl(-math.inf)
        actuator.setMaxControl(math.inf)
        model.addForce(actuator)
        spring = opensim.SpringGeneralizedForce(name)
        spring.setName(f"spring_{name}")
        spring.setStiffness(servo.stiffness)
        spring.setViscosity(servo.damping)
        spring.setRestLength(0)
        model.addForce(spring)
        controller.addActuator(actuator)
        wanted = servo.stiffness * motion.at(name, times) + servo.damping * motion.speed_at(name, times)
        controller.prescribeControlForActuator(f"servo_{name}", _spline(times, wanted + feedforward.get(name, np.zeros(len(times)))))
    model.addController(controller)
    return followed


def servo_forces(model: opensim.Model, states: Sequence[opensim.State], motion: Motion, feedforward: Mapping[str, Array], times: Array) -> dict[str, Array]:
    """Returns the force of each servo in each State [N, N m]. They do not count the bound."""
    forces = {}
    at = np.array([state.getTime() for state in states])
    for name in coordinate_names(model):
        servo = servo_of(name)
        if servo is None or name not in motion.values:
            continue
        coordinate = model.getCoordinateSet().get(name)
        values = np.array([coordinate.getValue(state) for state in states])
        speeds = np.array([coordinate.getSpeedValue(state) for state in states])
        known = np.interp(at, times, feedforward[name]) if name in feedforward else 0.0
        forces[name] = known + servo.stiffness * (motion.at(name, at) - values) + servo.damping * (motion.speed_at(name, at) - speeds)
    return forces


def check_bounds(forces: Mapping[str, Array]) -> None:
    """Checks that no servo was stronger than its bound. Then a servo with the bound moves the same. Raises ValueError with the coordinate."""
    for name, values in forces.items():
        servo = servo_of(name)
        if servo is not None and np.abs(values).max() > servo.bound:
            raise ValueError(f"the servo of {name} has {np.abs(values).max():.0f} N or N m; its bound is {servo.bound:g}")


def prescribe(model: opensim.Model, motion: Motion, times: Array) -> None:
    """Prescribes the coordinates of a motion. Before the first time they stay, because initSystem() assembles the model at time 0."""
    times = np.concatenate([[min(0.0, times[0] - 1)], times])
    for name in coordinate_names(model):
        if name in motion.values:
            coordinate = model.getCoordinateSet().get(name)
            coordinate.setPrescribedFunction(_spline(times, motion.at(name, np.maximum(times, times[1]))))
            coordinate.setDefaultIsPrescribed(True)


def add_toe_springs(model: opensim.Model, foot: Foot) -> None:
    """Adds a spring with a damper to each hinge of the toes."""
    for side in "rl":
        spring = opensim.SpringGeneralizedForce(f"mtp_angle_{side}")
        spring.setName(f"toes_{side}")
        spring.setStiffness(foot.hinge_stiffness)
        spring.setViscosity(HINGE_DAMPING)
        spring.setRestLength(0)
        model.addForce(spring)


def add_feet(
    model: opensim.Model,
    feet: Mapping[str, Foot],
    kind: str,
    effective_mass: str = "Articulated",
    transition_velocity: float = TRANSITION_VELOCITY,
) -> None:
    """Adds the spheres of both feet, the floor, and a contact force of one of FORCES. feet has a foot by side, r or l."""
    if kind not in FORCES:
        raise ValueError(f"the force is {kind!r}; it must be one of {', '.join(FORCES)}")
    floor = opensim.ContactHalfSpace(opensim.Vec3(0), opensim.Vec3(0, 0, -math.pi / 2), model.getGround(), "floor")
    model.addContactGeometry(floor)
    spheres: dict[str, list[opensim.ContactSphere]] = {}
    for side, foot in feet.items():
        spheres[side] = []
        for name, place, on_toes in zip(foot.names, foot.places, foot.on_toes, strict=True):
            body = model.getBodySet().get(f"{'toes' if on_toes else 'calcn'}_{side}")
            sphere = opensim.ContactSphere(foot.radius, opensim.Vec3(*map(float, place)), body, f"{name}_{side}")
            model.addContactGeometry(sphere)
            spheres[side].append(sphere)
    if kind == "DEMContactForce":
        surfaces = []
        for side, foot in feet.items():
            sole = dem.Material(
                youngs_modulus=foot.modulus * (1 - POISSONS_RATIO**2),
                poissons_ratio=POISSONS_RATIO,
                restitution=RESTITUTION,
                static_friction=FRICTION,
            )
            surfaces.append(dem.Surface(f"foot_{side}", spheres[side], sole))
        rigid = dem.Material(youngs_modulus=math.inf, poissons_ratio=POISSONS_RATIO, restitution=RESTITUTION, static_friction=FRICTION)
        surfaces.append(dem.Surface("floor", floor, rigid))
        apart = [(a.name, b.name) for i, a in enumerate(surfaces[:-1]) for b in surfaces[i + 1 : -1]]
        # The spheres of foot and toes overlap each other.
        dem.add_dem_contact(model, "contact", surfaces, exclude=apart, exclude_adjacent_bodies=True, effective_mass=effective_mass)
        return
    for side, foot in feet.items():
        stiffness = plane_strain_to_older(foot.modulus)
        for sphere in spheres[side]:
            add_older = _add_hunt_crossley if kind == "HuntCrossleyForce" else _add_smooth_sphere
            add_older(model, sphere, floor, stiffness, transition_velocity)


def _add_hunt_crossley(model: opensim.Model, sphere: opensim.ContactSphere, floor: opensim.ContactHalfSpace, stiffness: float, transition: float) -> None:
    force = opensim.HuntCrossleyForce()
    force.setName(f"contact_{sphere.getName()}")
    force.addGeometry(sphere.getName())
    force.addGeometry(floor.getName())
    force.setStiffness(stiffness)
    force.setDissipation(DISSIPATION)
    force.setStaticFriction(FRICTION)
    force.setDynamicFriction(FRICTION)
    force.setViscousFriction(VISCOUS_FRICTION)
    force.setTransitionVelocity(transition)
    model.addForce(force)


def _add_smooth_sphere(model: opensim.Model, sphere: opensim.ContactSphere, floor: opensim.ContactHalfSpace, stiffness: float, transition: float) -> None:
    force = opensim.SmoothSphereHalfSpaceForce(f"contact_{sphere.getName()}", sphere, floor)
    force.set_stiffness(stiffness)
    force.set_dissipation(DISSIPATION)
    force.set_static_friction(FRICTION)
    force.set_dynamic_friction(FRICTION)
    force.set_viscous_friction(VISCOUS_FRICTION)
    force.set_transition_velocity(transition)
    model.addForce(force)
