#ifndef SIMBODYDEM_TESTS_ON_FLOOR_H
#define SIMBODYDEM_TESTS_ON_FLOOR_H

#include "Scene.h"

#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Ellipsoid.h>

/** Returns the final pose of a body that slides, turns and rolls along the floor for a while, in steps of one
length. */
inline SimTK::Transform along(const simbodydem::Shape& floor, const SimTK::Transform& X_GF,
                              const simbodydem::Shape& shape, const SimTK::MassProperties& mass,
                              const SimTK::Vec3& start) {
    Scene scene;
    scene.material.youngsModulus = 1e8;
    scene.material.rollingFriction = 0.01;
    scene.addGround(floor, X_GF);
    SimTK::MobilizedBody::Free body = scene.add(shape, mass);
    SimTK::Force::UniformGravity(scene.forces, scene.matter, SimTK::Vec3(0.3, -9.81, 0.1));
    simbodydem::DEMContactForce force(scene.forces, scene.surfaces, simbodydem::HertzNormal(),
                                      simbodydem::MindlinIncremental(), simbodydem::EPSDRolling());
    force.setTrackDissipatedEnergy(true);
    SimTK::State state = scene.start();
    body.setQToFitTransform(state, start);
    body.setUToFitVelocity(state, SimTK::SpatialVec(SimTK::Vec3(1, 2, -0.5), SimTK::Vec3(0.4, 0, 0.3)));
    SimTK::RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.setFixedStepSize(4e-5);
    integrator.initialize(state);
    const SimTK::Real energy = scene.system.calcEnergy(dynamics(scene, integrator.getState()));
    advance(integrator, 0.16);
    const SimTK::State end = dynamics(scene, integrator.getState());
    EXPECT_NEAR(scene.system.calcEnergy(end) + force.getDissipatedEnergy(end), energy, 1e-6);
    return body.getBodyTransform(end);
}

inline SimTK::Real distanceOf(const SimTK::Transform& a, const SimTK::Transform& b) {
    return (a.p() - b.p()).norm() + (a.R().asMat33() - b.R().asMat33()).norm();
}

/** Bodies that roll, slide and tumble on each of these floors, which are planes, end at the same pose as on a half
space. */
template <class Floor> void expectToBeHalfSpaces(const std::vector<Floor>& floors, const SimTK::Transform& X_GF) {
    const SimTK::Vec3 half(.03, .02, .04);
    const SimTK::MassProperties mass(0.2, SimTK::Vec3(0), 0.2 * SimTK::UnitInertia::brick(half));
    const simbodydem::Sphere sphere(.03);
    const simbodydem::Ellipsoid ellipsoid(half);
    const simbodydem::Capsule capsule(.02, .03);
    const simbodydem::Brick brick(half, 2e-3);
    struct Case {
        const simbodydem::Shape* shape;
        SimTK::Real height, tolerance; // rounding over 4000 steps, more for a body that tumbles
    };
    for (const Case& c :
         {Case{&sphere, .03, 1e-9}, Case{&ellipsoid, .02, 1e-8}, Case{&capsule, .02, 1e-8}, Case{&brick, .02, 1e-8}}) {
        const SimTK::Vec3 start(-0.0031, c.height - 1e-5, 0.0017);
        const SimTK::Transform expected =
            along(simbodydem::HalfSpace(), simbodydem::HalfSpace::floor(), *c.shape, mass, start);
        EXPECT_GT((expected.p() - start).norm(), 0.02);
        for (std::size_t i = 0; i < floors.size(); ++i) {
            const SimTK::Real away = distanceOf(along(floors[i], X_GF, *c.shape, mass, start), expected);
            EXPECT_LT(away, c.tolerance) << "floor " << i;
        }
    }
}

#endif
