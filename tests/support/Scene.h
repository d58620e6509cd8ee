// Offers the parts of a test's scene. A test file that includes this header has Simbody, googletest, the force, the surfaces, the floor and
// spheres; it includes only the laws, the other shapes and the instruments that it is about.
#ifndef SIMBODYDEM_TESTS_SCENE_H
#define SIMBODYDEM_TESTS_SCENE_H

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinSecant.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/** Returns rubber, with a value for each property that a law uses. */
inline simbodydem::SurfaceMaterial rubber() {
    return simbodydem::SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.7).setFriction(
        0.5);
}

/** Returns a body with the inertia of a solid sphere of this mass [kg] and radius [m]. */
inline SimTK::MassProperties ballOf(SimTK::Real mass, SimTK::Real radius) {
    return SimTK::MassProperties(mass, SimTK::Vec3(0), mass * SimTK::UnitInertia::sphere(radius));
}

/** Returns a body with the inertia of a solid box of this mass [kg] and these half lengths [m]. */
inline SimTK::MassProperties boxOf(SimTK::Real mass, const SimTK::Vec3& half) {
    return SimTK::MassProperties(mass, SimTK::Vec3(0), mass * SimTK::UnitInertia::brick(half));
}

/** Returns a body of this mass [kg] and a radius of gyration of 1 m, for tests in which nothing turns. */
inline SimTK::MassProperties bodyOf(SimTK::Real mass) {
    return SimTK::MassProperties(mass, SimTK::Vec3(0), mass * SimTK::UnitInertia(1));
}

/** Integrates by Runge-Kutta-Merson from a State on, to an accuracy, with steps that are not longer than a maximum [s]. */
struct Merson : SimTK::RungeKuttaMersonIntegrator {
    Merson(const SimTK::System& system, const SimTK::State& from, SimTK::Real accuracy,
           SimTK::Real maximumStep = SimTK::Infinity)
        : RungeKuttaMersonIntegrator(system) {
        setAccuracy(accuracy);
        if (maximumStep < SimTK::Infinity) setMaximumStepSize(maximumStep);
        initialize(from);
    }
};

/** Integrates by Runge-Kutta-Merson from a State on, with steps of one length [s]. */
struct FixedMerson : SimTK::RungeKuttaMersonIntegrator {
    FixedMerson(const SimTK::System& system, const SimTK::State& from, SimTK::Real step)
        : RungeKuttaMersonIntegrator(system) {
        setFixedStepSize(step);
        initialize(from);
    }
};

/** Integrates by ContactIntegrator from a State on, to an accuracy. The force is one of contacts or of joints. */
struct Implicit : simbodydem::ContactIntegrator {
    template <class Force> Implicit(const SimTK::MultibodySystem& system, const Force& force, const SimTK::State& from,
                                    SimTK::Real accuracy)
        : ContactIntegrator(system, force) {
        setAccuracy(accuracy).initialize(from);
    }
};

/** Integrates by ContactIntegrator from a State on, with steps of one length [s]. */
struct FixedImplicit : simbodydem::ContactIntegrator {
    template <class Force> FixedImplicit(const SimTK::MultibodySystem& system, const Force& force,
                                         const SimTK::State& from, SimTK::Real step)
        : ContactIntegrator(system, force) {
        setFixedStepSize(step).initialize(from);
    }
};

/** Integrates to this time and expects finite numbers. The first call of stepTo() returns at once. */
inline void advance(SimTK::Integrator& integrator, SimTK::Real time) {
    while (integrator.getTime() < time) integrator.stepTo(time);
    EXPECT_TRUE(std::isfinite(integrator.getState().getY().norm())) << "at t = " << time;
}

/** Bodies of any shape in a list of surfaces, and the forces that a test defines between them. */
struct Scene {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    simbodydem::ContactSurfaces surfaces{matter};
    simbodydem::SurfaceMaterial material = rubber(); // of the surfaces that are added next
    SimTK::Rotation tilt;                            // of the floor and of gravity

    Scene() = default;
    explicit Scene(const simbodydem::SurfaceMaterial& material, const SimTK::Rotation& tilt = SimTK::Rotation())
        : material(material), tilt(tilt) {}

    /** Adds a body, free or of another mobilizer, with a surface. */
    template <class Mobilizer = SimTK::MobilizedBody::Free>
    Mobilizer add(const simbodydem::Shape& shape, const SimTK::MassProperties& mass, const std::string& name = "") {
        const Mobilizer body(matter.updGround(), SimTK::Body::Rigid(mass));
        add(body, shape, SimTK::Transform(), name);
        return body;
    }
    /** Adds a surface to a body of any mobilizer. */
    simbodydem::SurfaceIndex add(const SimTK::MobilizedBody& body, const simbodydem::Shape& shape,
                                 const SimTK::Transform& X_BS = SimTK::Transform(), const std::string& name = "") {
        return surfaces.add(body, shape, X_BS, material, name);
    }
    simbodydem::SurfaceIndex addGround(const simbodydem::Shape& shape, const SimTK::Transform& X_GS,
                                       const std::string& name = "") {
        return add(matter.Ground(), shape, X_GS, name);
    }
    /** Adds the floor y = 0, rotated by `tilt`, to Ground. */
    simbodydem::SurfaceIndex addFloor(const std::string& name = "") {
        return addGround(simbodydem::HalfSpace(), SimTK::Transform(tilt * simbodydem::HalfSpace::floor().R()), name);
    }
    /** Adds a free sphere of uniform density 2500 kg/m^3. */
    SimTK::MobilizedBody::Free addSphere(SimTK::Real radius) {
        return add(simbodydem::Sphere(radius), ballOf(4. / 3. * SimTK::Pi * radius * radius * radius * 2500, radius));
    }
    SimTK::Force::UniformGravity addGravity(SimTK::Real g = 9.81) { return addGravity(SimTK::Vec3(0, -g, 0)); }
    SimTK::Force::UniformGravity addGravity(const SimTK::Vec3& g) { return {forces, matter, tilt * g}; }

    /** Makes a force of these laws between the surfaces, of rubber where a surface has no material. */
    template <class Force, class... Laws> Force makeForce(const Laws&... laws) {
        Force force(forces, surfaces, laws...);
        force.setMaterialForAll(rubber());
        return force;
    }

    SimTK::State start() {
        SimTK::State state = system.realizeTopology();
        system.realizeModel(state);
        return state;
    }
    /** Starts with a body at a pose in its mobilizer's frame, and with a velocity there. */
    template <class Body> SimTK::State start(const Body& body, const SimTK::Transform& X_FM,
                                             const SimTK::SpatialVec& V_FM = SimTK::SpatialVec(SimTK::Vec3(0))) {
        SimTK::State state = start();
        body.setQToFitTransform(state, X_FM);
        body.setUToFitVelocity(state, V_FM);
        return state;
    }
    template <class Body>
    SimTK::State start(const Body& body, const SimTK::Transform& X_FM, const SimTK::Vec3& velocity) {
        return start(body, X_FM, SimTK::SpatialVec(SimTK::Vec3(0), velocity));
    }
    /** Starts so, and evaluates the forces. */
    template <class... Start> SimTK::State at(const Start&... of) {
        SimTK::State state = start(of...);
        system.realize(state, SimTK::Stage::Dynamics);
        return state;
    }

    /** Returns the State at this time, with its forces, by Runge-Kutta-Merson. */
    SimTK::State run(const SimTK::State& from, SimTK::Real time, SimTK::Real accuracy,
                     SimTK::Real maximumStep = SimTK::Infinity) const {
        Merson integrator(system, from, accuracy, maximumStep);
        return run(integrator, time);
    }
    SimTK::State runFixed(const SimTK::State& from, SimTK::Real time, SimTK::Real step) const {
        FixedMerson integrator(system, from, step);
        return run(integrator, time);
    }
    SimTK::State run(SimTK::Integrator& integrator, SimTK::Real time) const {
        advance(integrator, time);
        SimTK::State end = integrator.getState(); // a copy has no forces
        system.realize(end, SimTK::Stage::Dynamics);
        return end;
    }

    /** Returns the spatial forces of one force element on all bodies, in Ground. They must be finite. */
    SimTK::Vector_<SimTK::SpatialVec> forcesOf(const SimTK::Force& force, const SimTK::State& state) const {
        system.realize(state, SimTK::Stage::Dynamics);
        SimTK::Vector_<SimTK::SpatialVec> bodyForces;
        SimTK::Vector_<SimTK::Vec3> particleForces;
        SimTK::Vector mobilityForces;
        force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
        for (const SimTK::SpatialVec& f : bodyForces) EXPECT_TRUE(f.isFinite()) << f;
        return bodyForces;
    }
};

/** A scene whose surface 0 is the floor. Its surfaces have no material of their own, so that of the force holds. */
struct FloorScene : Scene {
    explicit FloorScene(const SimTK::Rotation& tilt = SimTK::Rotation()) : Scene(simbodydem::SurfaceMaterial(), tilt) {
        addFloor();
    }
};

inline SimTK::State dynamics(const Scene& scene, SimTK::State state) {
    scene.system.realize(state, SimTK::Stage::Dynamics);
    return state;
}

#endif
