#ifndef SIMBODYDEM_TESTS_WORLD_H
#define SIMBODYDEM_TESTS_WORLD_H

#include <Simbody.h>

#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <gtest/gtest.h>

#include <cmath>

/** Spheres and planes, with the forces that a test defines between them. Surface 0 is the floor y = 0 on Ground. */
struct World {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::GeneralContactSubsystem contacts{system};
    SimTK::ContactSetIndex set = contacts.createContactSet();

    /** @param tilt  rotates the floor and each pose that is set through `pose` */
    explicit World(const SimTK::Rotation& tilt = SimTK::Rotation()) : R(tilt) {
        contacts.addBody(set, matter.updGround(), SimTK::ContactGeometry::HalfSpace(),
                         SimTK::Transform(R * simbodydem::HalfSpace::floor().R()));
    }

    /** Adds a free sphere of uniform density 2500 kg/m^3 as the next surface of the set. */
    SimTK::MobilizedBody::Free addSphere(SimTK::Real radius) {
        const SimTK::Real mass = 4. / 3. * SimTK::Pi * radius * radius * radius * 2500;
        SimTK::MobilizedBody::Free sphere(
            matter.updGround(),
            SimTK::Body::Rigid(SimTK::MassProperties(mass, SimTK::Vec3(0), SimTK::UnitInertia::sphere(radius) * mass)));
        contacts.addBody(set, sphere, SimTK::ContactGeometry::Sphere(radius), SimTK::Vec3(0));
        return sphere;
    }

    void addGravity(SimTK::Real g = 9.81) { SimTK::Force::UniformGravity(forces, matter, R * SimTK::Vec3(0, -g, 0)); }

    SimTK::State start() {
        SimTK::State state = system.realizeTopology();
        system.realizeModel(state);
        return state;
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

    SimTK::Rotation R;
};

/** Integrates to this time and expects finite numbers. The first call of stepTo() returns at once. */
inline void advance(SimTK::Integrator& integrator, SimTK::Real time) {
    while (integrator.getTime() < time) integrator.stepTo(time);
    EXPECT_TRUE(std::isfinite(integrator.getState().getY().norm())) << "at t = " << time;
}

/** Returns rubber, with a value for each property that a law uses. */
inline simbodydem::SurfaceMaterial rubber() {
    simbodydem::SurfaceMaterial m;
    m.youngsModulus = 1e7;
    m.poissonsRatio = 0.3;
    m.restitution = 0.7;
    m.staticFriction = 0.5;
    return m;
}

#endif
