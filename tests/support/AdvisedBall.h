#ifndef SIMBODYDEM_TESTS_ADVISED_BALL_H
#define SIMBODYDEM_TESTS_ADVISED_BALL_H

#include "OneAdvice.h"
#include "Scene.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

// A ball that rests on the floor or is above it.
struct BallOnFloor : Scene {
    SimTK::Real R, m, gravity = 9.81;
    SimTK::MobilizedBody::Free ball;
    SimTK::Force::UniformGravity weight = addGravity(gravity);

    BallOnFloor(SimTK::Real R, SimTK::Real m, const simbodydem::SurfaceMaterial& material)
        : Scene(material), R(R), m(m) {
        addFloor("floor");
        ball = add(simbodydem::Sphere(R), ballOf(m, R), "ball");
    }
    SimTK::State put(SimTK::Real height) { return start(ball, SimTK::Vec3(0, R + height, 0)); }
    OneAdvice ask(const simbodydem::NormalLaw& normal, const simbodydem::TangentialLaw& tangential,
                  const simbodydem::AdviceOptions& options = {},
                  const simbodydem::RollingLaw& rolling = simbodydem::NoRolling()) {
        simbodydem::DEMContactForce force(forces, surfaces, normal, tangential, rolling);
        return firstOf(simbodydem::advise(system, put(1e-6), force, options));
    }
};

inline const SimTK::Real stiff = 1e7, nu = 0.3;
inline simbodydem::SurfaceMaterial rubber(SimTK::Real restitution) {
    simbodydem::SurfaceMaterial material{stiff, nu, restitution, 0.6};
    material.rollingFriction = 0.1;
    return material;
}

inline simbodydem::AdviceOptions at(SimTK::Real speed) {
    simbodydem::AdviceOptions options;
    options.speed = speed;
    return options;
}

// Returns the restitution of a ball that meets the floor at this speed, without gravity. @param firstStep  of the
// integrator, within the contact [s]
template <class Chosen = SimTK::RungeKuttaMersonIntegrator>
SimTK::Real calcRestitution(BallOnFloor& world, SimTK::Real speed, SimTK::Real accuracy = 1e-8,
                            SimTK::Real firstStep = 1e-6) {
    SimTK::State state = world.put(0);
    world.weight.disable(state);
    world.ball.setUToFitLinearVelocity(state, SimTK::Vec3(0, -speed, 0));
    Chosen integrator(world.system);
    integrator.setAccuracy(accuracy);
    integrator.setInitialStepSize(firstStep);
    integrator.initialize(state);
    const SimTK::Real end = 0.1; // several times the contact's duration
    while (integrator.getTime() < end) integrator.stepTo(end);
    return world.ball.getBodyOriginVelocity(integrator.getState())[1] / speed;
}

#endif
