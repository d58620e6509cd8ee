"""Prints how far a block creeps in 10 s on a slope of 17 degrees, on OpenSim's own contact forces. It needs pip's OpenSim 4.6."""
import math
import sys

import opensim

slope, friction, gravity = math.radians(17), 0.5, 9.81
corners = [(x, -0.04, z) for x in (-0.1, 0.1) for z in (-0.1, 0.1)]


def hunt_crossley(model, transition_velocity):
    force = opensim.HuntCrossleyForce()
    for geometry in ["floor"] + ["corner%d" % k for k in range(4)]:
        force.addGeometry(geometry)
    force.setStiffness(1.554e7)
    force.setDissipation(0.5)
    force.setStaticFriction(friction)
    force.setDynamicFriction(friction)
    force.setViscousFriction(0)
    force.setTransitionVelocity(transition_velocity)
    model.addForce(force)


def smooth_sphere(model, transition_velocity):
    geometry = model.getContactGeometrySet()
    for k in range(4):
        force = opensim.SmoothSphereHalfSpaceForce("contact%d" % k, opensim.ContactSphere.safeDownCast(geometry.get("corner%d" % k)),
                                                   opensim.ContactHalfSpace.safeDownCast(geometry.get("floor")))
        force.set_stiffness(1e6)
        force.set_dissipation(2)
        force.set_static_friction(friction)
        force.set_dynamic_friction(friction)
        force.set_viscous_friction(0)
        force.set_transition_velocity(transition_velocity)
        model.addForce(force)


def exponential(model, settle_velocity):
    rotation = opensim.Rotation()
    rotation.setRotationFromAngleAboutX(-math.pi / 2)
    upwards = opensim.Transform(rotation, opensim.Vec3(0))
    for x, y, z in corners:
        force = opensim.ExponentialContactForce(upwards, model.getBodySet().get("block"), opensim.Vec3(x, y - 0.02, z))
        for name, value in {"settle_velocity": settle_velocity, "initial_mu_static": friction, "initial_mu_kinetic": friction}.items():
            opensim.PropertyHelper.setValueDouble(value, force.updPropertyByName(name))
        model.addForce(force)


def creep(add_force, velocity):
    """Returns the distance down the slope from 1 to 11 s [m]."""
    model = opensim.Model()
    model.setGravity(opensim.Vec3(gravity * math.sin(slope), -gravity * math.cos(slope), 0))
    block = opensim.Body("block", 10, opensim.Vec3(0), opensim.Inertia(0.0416667, 0.0666667, 0.0416667))
    model.addBody(block)
    joint = opensim.FreeJoint("joint", model.getGround(), block)
    joint.upd_coordinates(4).setDefaultValue(0.06)
    model.addJoint(joint)
    model.addContactGeometry(opensim.ContactHalfSpace(opensim.Vec3(0), opensim.Vec3(0, 0, -math.pi / 2), model.getGround(), "floor"))
    for k, corner in enumerate(corners):
        model.addContactGeometry(opensim.ContactSphere(0.02, opensim.Vec3(*corner), block, "corner%d" % k))
    model.finalizeConnections()
    add_force(model, velocity)
    state = model.initSystem()
    manager = opensim.Manager(model)
    manager.setIntegratorAccuracy(1e-5)
    manager.setIntegratorMaximumStepSize(0.01)
    manager.setWriteToStorage(False)
    manager.initialize(state)
    places = [model.getBodySet().get("block").getPositionInGround(manager.integrate(time)).get(0) for time in (1, 11)]
    return places[1] - places[0]


opensim.Logger.setLevelString("Error")
for add_force, velocities in ((hunt_crossley, (0.2, 0.01)), (smooth_sphere, (0.2, 0.01)), (exponential, (0.01, 0.05))):
    for velocity in velocities:
        print("%s at %g m/s: %.3g m" % (add_force.__name__, velocity, creep(add_force, velocity)))
        sys.stdout.flush()
