// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TESTS_GRAIN_SCENES_H
#define SIMBODYDEM_TESTS_GRAIN_SCENES_H

#include "simbodydem/ContactModel.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/DEMContactForce.h"
#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/grains.h"
#include "simbodydem/laws/normal/HertzNormal.h"
#include "simbodydem/laws/tangential/MindlinIncremental.h"
#include "simbodydem/shapes/Sphere.h"

#include "Simbody.h"

#include <cstdlib>

// A ball that hits a grain: both as bodies of Simbody, the ball as a body and the other as a grain, or both as grains.

namespace grain_scenes {

using namespace SimTK;
using namespace simbodydem;

// The C library fills what the servers allocate with garbage, so that memory which nobody has set does not seem to be zero.
const bool serversHaveGarbage = setenv("MALLOC_PERTURB_", "190", 0) == 0;
// An empty program of Open MPI leaks 120 kB. So sanitized servers look for other faults only; this process has read its options before.
const bool serversMayLeak = setenv("ASAN_OPTIONS", "detect_leaks=0", 0) == 0;

const Real radius = 0.005, density = 2500;                                // of grain and ball
const Real grainMass = 4. / 3. * Pi * radius * radius * radius * density; // 1.3 g

inline SurfaceMaterial soft(Real restitution = 0.6) {
    return SurfaceMaterial()
        .setYoungsModulus(1e7)
        .setPoissonsRatio(0.25)
        .setRestitution(restitution)
        .setFriction(0.4)
        .setRollingFriction(0.1);
}

inline ContactModel hertzMindlin() { return {HertzNormal(), MindlinIncremental()}; }

inline MassProperties ballOf(Real mass) { return {mass, Vec3(0), Inertia(0.4 * mass * radius * radius)}; }

/** Returns the message of the exception that a function throws. */
template <class Function> std::string messageOf(const Function& function) {
    try {
        function();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

struct Velocities {
    Vec3 ofBall, turnOfBall, ofGrain, turnOfGrain;

    /** Returns those of a ball and of the first grain of a bed. */
    static Velocities of(const MobilizedBody& ball, const State& state, const GrainBed& bed) {
        ball.getMatterSubsystem().getSystem().realize(state, Stage::Velocity);
        const Grain grain = bed.getGrains().at(0);
        return {ball.getBodyOriginVelocity(state), ball.getBodyAngularVelocity(state), grain.velocity,
                grain.angularVelocity};
    }

    /** Returns the largest error of the ball and of the grain's velocity, relative to the expected ones. */
    Real errorTo(const Velocities& expected) const {
        return std::max({(ofBall - expected.ofBall).norm() / expected.ofBall.norm(),
                         (turnOfBall - expected.turnOfBall).norm() / expected.turnOfBall.norm(),
                         (ofGrain - expected.ofGrain).norm() / expected.ofGrain.norm()});
    }
};

/** An oblique impact with spin of a ball on a resting grain at the origin; it takes some 1.2 ms. */
struct Impact {
    ContactModel model = hertzMindlin();
    SurfaceMaterial material = soft();
    Real ballMass = 3 * grainMass, duration = 0.002;
    Real margin = 0; // of detection, of two bodies that stick
    Vec3 place = 2.00001 * radius * Vec3(UnitVec3(0.1, 0.2, 0.97)), velocity{0.1, -0.05, -0.5}, spin{10, 20, 30};

    GrainBedOptions options(Real step, int interval) const {
        return GrainBedOptions()
            .setBox(Vec3(-0.05), Vec3(0.05))
            .setWalls(false)
            .setGravity(Vec3(0))
            .setDensity(density)
            .setTimeStep(step)
            .setInterval(interval);
    }
    /** Returns the velocities after the impact of two bodies, to rounding. */
    Velocities ofBodies() const {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GeneralForceSubsystem forces(system);
        ContactSurfaces surfaces(matter);
        MobilizedBody::Free grain(matter.Ground(), ballOf(grainMass)), ball(matter.Ground(), ballOf(ballMass));
        surfaces.add(grain, Sphere(radius), Vec3(0), material, "grain");
        surfaces.add(ball, Sphere(radius), Vec3(0), material, "ball");
        ContactModel twoBody = model;
        twoBody.effectiveMass.kind = EffectiveMass::TwoBody;
        DEMContactForce force(forces, surfaces, twoBody);
        force.setDetectionMarginForAll(margin);
        State state = system.realizeTopology();
        ball.setQToFitTransform(state, place);
        ball.setUToFitVelocity(state, SpatialVec(spin, velocity));
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-10);
        integrator.initialize(state);
        while (integrator.getTime() < duration) integrator.stepTo(duration);
        const State& end = integrator.getState();
        system.realize(end, Stage::Velocity);
        return {ball.getBodyOriginVelocity(end), ball.getBodyAngularVelocity(end), grain.getBodyOriginVelocity(end),
                grain.getBodyAngularVelocity(end)};
    }
    /** Returns those of a body and a grain. @param withTimeStepper  true: the bed advances in events, not by a GrainStepper
    @param numShortened  gets GrainBed::getNumShortened() */
    Velocities ofBallAndGrain(Real step, int interval = 1, bool withTimeStepper = false,
                              long long* numShortened = nullptr) const {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        MobilizedBody::Free ball(matter.Ground(), ballOf(ballMass));
        GrainBed bed(system, options(step, interval));
        bed.setLaw(model, material);
        bed.add({{Vec3(0), radius}});
        bed.addSurface(ball, Sphere(radius), Transform(), material, "ball");
        if (withTimeStepper) system.addEventHandler(new GrainEventHandler(bed));
        State state = system.realizeTopology();
        ball.setQToFitTransform(state, place);
        ball.setUToFitVelocity(state, SpatialVec(spin, velocity));
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-10);
        if (withTimeStepper) {
            TimeStepper stepper(system, integrator);
            stepper.initialize(state);
            stepper.stepTo(duration);
        } else {
            integrator.initialize(state);
            GrainStepper(bed, integrator).stepTo(duration);
        }
        if (numShortened) *numShortened = bed.getNumShortened();
        return Velocities::of(ball, integrator.getAdvancedState(), bed);
    }
    /** Returns those of two grains, which have equal masses. */
    Velocities ofGrains(Real step) const {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GrainBed bed(system, options(step, 100));
        bed.setLaw(model, material);
        bed.add({{Vec3(0), radius}, {place, radius, velocity, spin}});
        const State state = system.realizeTopology();
        RungeKuttaMersonIntegrator integrator(system);
        integrator.initialize(state);
        GrainStepper(bed, integrator).stepTo(duration);
        const std::vector<Grain> grains = bed.getGrains();
        return {grains.at(1).velocity, grains.at(1).angularVelocity, grains.at(0).velocity,
                grains.at(0).angularVelocity};
    }
};

} // namespace grain_scenes

#endif
