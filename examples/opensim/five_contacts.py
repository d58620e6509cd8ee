"""Compares the contact forces of OpenSim 4.6 with DEMContactForce by five closed forms.

    build/python/bin/python examples/opensim/five_contacts.py

A ball drops, a block stands on a slope, a block slides, a pendulum meets a wall and two balls meet. Each force has its own parameters, set for
friction .5, a modulus of 1e7 Pa and a restitution of .6 as far as it has such parameters.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import opensim
import simbodydem_opensim as dem

GRAVITY, FRICTION, RESTITUTION, MODULUS, POISSON = 9.81, 0.5, 0.6, 1e7, 0.3
SLOPE = math.radians(17)
RADIUS, MASS, IMPACT_SPEED = 0.05, 2.0, 1.0
PLANE_STRAIN = MODULUS / (1 - POISSON**2)  # [Pa], the stiffness of Simbody's materials
DISSIPATION = 1 - RESTITUTION  # [s/m]: e = 1 - c v at 1 m/s, Hunt and Crossley (1975)
FLOOR = opensim.Vec3(0, 0, -math.pi / 2)  # a ContactHalfSpace fills x > 0


@dataclass
class Body:
    """Holds a body, its coordinates and its spheres."""

    body: opensim.Body
    coordinates: dict[str, opensim.Coordinate]
    spheres: list[opensim.ContactSphere]


class Scene:
    """Holds a model of bodies with spheres, and of a half space or none."""

    def __init__(self, gravity: opensim.Vec3) -> None:
        self.model = opensim.Model()
        self.model.setGravity(gravity)
        self.bodies: list[Body] = []
        self.plane: opensim.ContactHalfSpace | None = None

    def add(self, name: str, corners: list[opensim.Vec3]) -> Body:
        """Adds a body in the plane of x and y, with a sphere at each place."""
        moment = 0.4 * MASS * RADIUS**2
        body = opensim.Body(name, MASS, opensim.Vec3(0), opensim.Inertia(moment, moment, moment))
        self.model.addBody(body)
        joint = opensim.PlanarJoint(f"{name}_joint", self.model.getGround(), body)
        self.model.addJoint(joint)
        spheres = [opensim.ContactSphere(RADIUS, corner, body, f"{name}_{i}") for i, corner in enumerate(corners)]
        for sphere in spheres:
            self.model.addContactGeometry(sphere)
        of = {"angle": opensim.PlanarJoint.Coord_RotationZ, "x": opensim.PlanarJoint.Coord_TranslationX, "y": opensim.PlanarJoint.Coord_TranslationY}
        made = Body(body, {key: joint.updCoordinate(index) for key, index in of.items()}, spheres)
        self.bodies.append(made)
        return made

    def add_plane(self, orientation: opensim.Vec3, place: opensim.Vec3) -> None:
        """Adds a half space on Ground."""
        self.plane = opensim.ContactHalfSpace(place, orientation, self.model.getGround(), "plane")
        self.model.addContactGeometry(self.plane)


def add_hunt_crossley(scene: Scene) -> None:
    """Adds a HuntCrossleyForce with a transition velocity of .01 m/s."""
    force = opensim.HuntCrossleyForce()
    force.setName("contact")
    geometry = [sphere for body in scene.bodies for sphere in body.spheres] + ([scene.plane] if scene.plane else [])
    for of in geometry:
        force.addGeometry(of.getName())
    force.setStiffness(PLANE_STRAIN)
    force.setDissipation(DISSIPATION)
    force.setStaticFriction(FRICTION)
    force.setDynamicFriction(FRICTION)
    force.setViscousFriction(0)
    force.setTransitionVelocity(0.01)
    scene.model.addForce(force)


def add_smooth_sphere(scene: Scene) -> None:
    """Adds a SmoothSphereHalfSpaceForce for each sphere, with a transition velocity of .01 m/s."""
    if scene.plane is None:
        raise NotImplementedError("SmoothSphereHalfSpaceForce knows a sphere and a half space only")
    for body in scene.bodies:
        for sphere in body.spheres:
            force = opensim.SmoothSphereHalfSpaceForce(f"on_{sphere.getName()}", sphere, scene.plane)
            force.set_stiffness(PLANE_STRAIN)
            force.set_dissipation(DISSIPATION)
            force.set_static_friction(FRICTION)
            force.set_dynamic_friction(FRICTION)
            force.set_viscous_friction(0)
            force.set_transition_velocity(0.01)
            scene.model.addForce(force)


def add_exponential(scene: Scene) -> None:
    """Adds an ExponentialContactForce at the lowest point of each sphere, with the values that it has by default."""
    if scene.plane is None:
        raise NotImplementedError("ExponentialContactForce knows a point and a half space only")
    # Its plane has the normal z; the half space is in the direction x of its frame.
    frame = scene.plane
    turn = opensim.Rotation()
    turn.setRotationToBodyFixedXYZ(frame.get_orientation())
    into = [turn.get(i, 0) for i in range(3)]
    plane = opensim.Transform()
    # The rotation that turns z against the direction into the half space.
    angle_x, angle_y = math.atan2(into[1], -into[2]), math.asin(-into[0])
    rotation = opensim.Rotation()
    rotation.setRotationToBodyFixedXYZ(opensim.Vec3(angle_x, angle_y, 0))
    plane.set(rotation, frame.get_location())
    for body in scene.bodies:
        for sphere in body.spheres:
            place = sphere.get_location()
            point = opensim.Vec3(*(place.get(i) + RADIUS * into[i] for i in range(3)))
            force = opensim.ExponentialContactForce(plane, body.body, point)
            force.setName(f"on_{sphere.getName()}")
            force.setInitialMuStatic(FRICTION)
            force.setInitialMuKinetic(FRICTION)
            scene.model.addForce(force)


def add_dem(scene: Scene) -> None:
    """Adds a DEMContactForce."""
    material = dem.Material(youngs_modulus=MODULUS, poissons_ratio=POISSON, restitution=RESTITUTION, static_friction=FRICTION)
    surfaces = [dem.Surface(body.body.getName(), body.spheres, material) for body in scene.bodies]
    if scene.plane is not None:
        surfaces.append(dem.Surface("plane", scene.plane, material))
    dem.add_dem_contact(scene.model, "contact", surfaces)


FORCES: dict[str, Callable[[Scene], None]] = {
    "HuntCrossleyForce": add_hunt_crossley,
    "SmoothSphereHalfSpaceForce": add_smooth_sphere,
    "ExponentialContactForce": add_exponential,
    "DEMContactForce": add_dem,
}


def run(scene: Scene, start: dict[tuple[int, str], tuple[float, float]], time: float) -> list[dict[str, tuple[float, float]]]:
    """Runs from values and speeds of coordinates, by the same integrator for each force. Returns those of the end."""
    state = scene.model.initSystem()
    for (number, name), (value, speed) in start.items():
        coordinate = scene.bodies[number].coordinates[name]
        coordinate.setValue(state, value)
        coordinate.setSpeedValue(state, speed)
    end = dem.run(scene.model, state, time, integrator="RungeKuttaMerson", accuracy=1e-6).state
    return [{name: (of.getValue(end), of.getSpeedValue(end)) for name, of in body.coordinates.items()} for body in scene.bodies]


def drop(add: Callable[[Scene], None]) -> float:
    """Returns the speed after the impact of a ball over that before."""
    scene = Scene(opensim.Vec3(0))
    scene.add("ball", [opensim.Vec3(0)])
    scene.add_plane(FLOOR, opensim.Vec3(0))
    add(scene)
    (ball,) = run(scene, {(0, "y"): (RADIUS + 0.05, -IMPACT_SPEED)}, 0.2)
    return ball["y"][1] / IMPACT_SPEED


def slope(add: Callable[[Scene], None]) -> float:
    """Returns how far a block creeps down a slope from 1 s to 5 s [m]."""
    scene = Scene(opensim.Vec3(GRAVITY * math.sin(SLOPE), -GRAVITY * math.cos(SLOPE), 0))
    scene.add("block", [opensim.Vec3(-0.1, 0, 0), opensim.Vec3(0.1, 0, 0)])
    scene.add_plane(FLOOR, opensim.Vec3(0))
    add(scene)
    places = [run(scene, {(0, "y"): (RADIUS, 0.0)}, time)[0]["x"][0] for time in (1.0, 5.0)]
    return places[1] - places[0]


def slide(add: Callable[[Scene], None]) -> float:
    """Returns how far a block slides from 1 m/s, over v^2/(2 mu g)."""
    scene = Scene(opensim.Vec3(0, -GRAVITY, 0))
    scene.add("block", [opensim.Vec3(-0.2, 0, 0), opensim.Vec3(0.2, 0, 0)])
    scene.add_plane(FLOOR, opensim.Vec3(0))
    add(scene)
    (settled,) = run(scene, {(0, "y"): (RADIUS, 0.0)}, 1.0)
    start = {(0, "y"): (settled["y"][0], 0.0), (0, "x"): (settled["x"][0], 1.0), (0, "angle"): (settled["angle"][0], 0.0)}
    (block,) = run(scene, start, 1.0)
    return (block["x"][0] - settled["x"][0]) * 2 * FRICTION * GRAVITY


def pendulum(add: Callable[[Scene], None]) -> float:
    """Returns the angular speed after the impact of a pendulum over that before.

    It meets a wall below its pivot, where its surface moves along the normal, so that friction has no part in it.
    """
    length = 1.0
    scene = Scene(opensim.Vec3(0))
    body = scene.add("bob", [opensim.Vec3(-RADIUS, -length, 0)])
    for name in ("x", "y"):
        body.coordinates[name].setDefaultLocked(True)
    scene.add_plane(opensim.Vec3(0), opensim.Vec3(0))  # fills x > 0
    add(scene)
    speed = IMPACT_SPEED / length
    (bob,) = run(scene, {(0, "angle"): (-0.05, speed)}, 0.15)
    return -bob["angle"][1] / speed


def two_balls(add: Callable[[Scene], None]) -> float:
    """Returns the relative speed after the impact of two balls over that before."""
    scene = Scene(opensim.Vec3(0))
    scene.add("left", [opensim.Vec3(0)])
    scene.add("right", [opensim.Vec3(0)])
    add(scene)
    left, right = run(scene, {(0, "x"): (-RADIUS - 0.02, IMPACT_SPEED / 2), (1, "x"): (RADIUS + 0.02, -IMPACT_SPEED / 2)}, 0.2)
    return (right["x"][1] - left["x"][1]) / IMPACT_SPEED


#: The name of a column, its scene and what is right.
CASES: list[tuple[str, Callable[[Callable[[Scene], None]], float], float]] = [
    ("drop: e", drop, RESTITUTION),
    ("slope: creep [m]", slope, 0.0),
    ("slide: way/(v^2/2 mu g)", slide, 1.0),
    ("pendulum: e", pendulum, RESTITUTION),
    ("two balls: e", two_balls, RESTITUTION),
]


def measure(add: Callable[[Scene], None], case: Callable[[Callable[[Scene], None]], float]) -> float | None:
    """Returns the number of a case, or None if the force does not know such a contact."""
    try:
        return case(add)
    except NotImplementedError:
        return None


def main() -> None:
    """Prints the table."""
    opensim.Logger.setLevelString("Error")
    print(f"{'':28}" + "".join(f"{name:>25}" for name, _, _ in CASES))
    print(f"{'closed form':28}" + "".join(f"{right:25.3g}" for _, _, right in CASES))
    for name, add in FORCES.items():
        numbers = [measure(add, case) for _, case, _ in CASES]
        print(f"{name:28}" + "".join(f"{'cannot':>25}" if number is None else f"{number:25.3g}" for number in numbers))


if __name__ == "__main__":
    main()
