#ifndef SIMBODYDEM_TESTS_AREAS_SOFT_GROUND_H
#define SIMBODYDEM_TESTS_AREAS_SOFT_GROUND_H

#include "Scene.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Terrain.h>

#include <cstdio>

// Tests that soil and sand have in common.

/** A body on level ground under gravity. */
struct SoftGroundScene : Scene {
    SimTK::MobilizedBody::Free body;
    simbodydem::SurfaceIndex ground, onBody;

    /** @param gyration  square of the radius of gyration [m^2] */
    template <class Ground>
    SoftGroundScene(const Ground& of, const simbodydem::Shape& shape, const SimTK::Transform& X_GS,
                    const simbodydem::Shape& bodyShape, SimTK::Real mass, SimTK::Real gyration,
                    const SimTK::Vec3& gravity = SimTK::Vec3(0, -9.81, 0))
        : Scene(),
          body(matter.updGround(),
               SimTK::Body::Rigid(SimTK::MassProperties(mass, SimTK::Vec3(0), mass * SimTK::UnitInertia(gyration)))) {
        SimTK::Force::UniformGravity(forces, matter, gravity);
        ground = surfaces.add(matter.Ground(), shape, X_GS, of, "ground");
        onBody = surfaces.add(body, bodyShape, SimTK::Transform(), simbodydem::SurfaceMaterial(), "body");
    }
    template <class Ground> SoftGroundScene(const Ground& of, const simbodydem::Shape& bodyShape, SimTK::Real mass,
                                            SimTK::Real gyration, const SimTK::Vec3& gravity = SimTK::Vec3(0, -9.81, 0))
        : SoftGroundScene(of, simbodydem::HalfSpace(), simbodydem::HalfSpace::floor(), bodyShape, mass, gyration,
                          gravity) {}
};

/** Expects that a ball that is thrown into the ground with spin converges with the accuracy over five decades, in three dimensions.
@param largest  error over the root of the accuracy [m/s] */
template <class Ground> void expectThrownBallConverges(const Ground& ground, SimTK::Real largest) {
    using namespace SimTK;
    for (const bool isContactIntegrator : {false, true}) {
        const auto run = [&](Real accuracy) {
            SoftGroundScene scene(ground, simbodydem::Sphere(0.05), 1.5, 1e-3);
            simbodydem::HertzMindlinForce force(scene.forces, scene.surfaces);
            State state = scene.start(scene.body, Vec3(0, 0.051, 0), SpatialVec(Vec3(5, -10, -20), Vec3(1, -0.5, 0.3)));
            if (isContactIntegrator) {
                simbodydem::ContactIntegrator integrator(scene.system, force);
                integrator.setAccuracy(accuracy).initialize(state);
                integrator.stepTo(0.05);
                return Vector(integrator.getState().getU());
            }
            const State end = scene.run(state, 0.05, accuracy);
            return Vector(end.getU());
        };
        const Vector right = run(1e-8);
        Real before = Infinity;
        for (const Real accuracy : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
            Vector off = run(accuracy) - right;
            for (int i = 0; i < 3; ++i) off[i] *= 0.05; // spins count as speeds of the surface
            std::printf("%s at %g: %g m/s\n", isContactIntegrator ? "ContactIntegrator" : "RungeKuttaMerson", accuracy,
                        off.norm());
            EXPECT_LT(off.norm(), std::max(before, 1e-6)) << accuracy;
            EXPECT_LT(off.norm(), largest * std::sqrt(accuracy)) << accuracy;
            before = 3 * off.norm(); // one run may be right by chance
        }
    }
}

/** Expects that a ball and a wheel, which are put down while they move and spin, have the right speeds half a second later under ContactIntegrator, to
0.01 m/s at an accuracy of 1e-3. What the ground remembers must not escape the control of steps. */
template <class Ground> void expectLandingsAreRight(const Ground& ground) {
    using namespace SimTK;
    for (const bool isBall : {true, false}) {
        const auto run = [&](Real accuracy) {
            const Real R = isBall ? 0.05 : 0.15;
            const simbodydem::Sphere ball(R);
            const simbodydem::Cylinder wheel(R, 0.05, 0.005);
            SoftGroundScene scene(ground, isBall ? static_cast<const simbodydem::Shape&>(ball) : wheel, isBall ? 1.5 : 15, square(R) / 2);
            simbodydem::HertzMindlinForce force(scene.forces, scene.surfaces);
            State state =
                scene.start(scene.body, Vec3(0, R, 0),
                            isBall ? SpatialVec(Vec3(3, 2, -10), Vec3(1, 0, 0.3)) : SpatialVec(Vec3(0), Vec3(1, 0, 0)));
            simbodydem::ContactIntegrator integrator(scene.system, force);
            integrator.setAccuracy(accuracy).initialize(state);
            integrator.stepTo(0.5);
            return Vec3(scene.body.getBodyOriginVelocity(integrator.getState()));
        };
        const Real off = (run(1e-3) - run(1e-6)).norm();
        std::printf("%s: %g m/s\n", isBall ? "ball" : "wheel", off);
        EXPECT_LT(off, 0.01) << (isBall ? "ball" : "wheel");
    }
}

/** Expects that the force on a ball in an inclined plane terrain, smooth or faceted, is that in an inclined half space.
@param tolerance  relative */
template <class Ground> void expectSameOnTerrain(const Ground& ground, SimTK::Real tolerance) {
    using namespace SimTK;
    using simbodydem::Terrain;
    const Real slope = 0.2;
    const auto forceOn = [&](const simbodydem::Shape& shape, const Transform& X_GS) {
        SoftGroundScene scene(ground, shape, X_GS, simbodydem::Sphere(0.1), 1, 0.01);
        simbodydem::HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        for (int i = 0; i <= 10; ++i) {
            state.setTime(1e-2 * i);
            scene.body.setQToFitTranslation(state, Vec3(0.03, 0.11, 0.01) + i * Vec3(0.002, -0.01, 0.001));
            scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0.2, -1, 0.1)));
            scene.system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
        }
        scene.system.realize(state, Stage::Dynamics);
        const simbodydem::AreaRecord area = force.getAreaRecords(state).at(0);
        return Vec3(area.normalForce + area.tangentialForce);
    };
    const Vec3 right = forceOn(simbodydem::HalfSpace(), simbodydem::HalfSpace::facing(Vec3(-slope, 1, 0)));
    EXPECT_GT(right[1], 10);
    for (const auto surface : {Terrain::Surface::Smooth, Terrain::Surface::Faceted}) {
        const Terrain terrain =
            Terrain::fromFunction([&](Real x, Real) { return slope * x; }, Vec2(-1, -1), Vec2(1, 1), 8, 8, surface);
        const Vec3 found = forceOn(terrain, Rotation(-Pi / 2, XAxis)); // its z is y of Ground
        EXPECT_LT((found - right).norm(), tolerance * right.norm()) << found << right;
    }
}

#endif
