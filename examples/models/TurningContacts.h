#ifndef MODELS_TURNING_CONTACTS_H
#define MODELS_TURNING_CONTACTS_H

#include "Integrators.h"
#include "LawChoice.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace lab {

/** Describes scenes in three dimensions whose contacts roll while they also turn about their normal, or whose slip turns.

y points up, g is 9.81 m/s^2, floors are half spaces and all surfaces have one material. HuntCrossleyForce takes E as its stiffness,
not the modulus of equal elastic force, and 0.1 s/m if no dissipation is given. It gets a contact set for each sphere, since it forgets
the later contacts of a set while an earlier one is pulled apart. */
struct TurningOptions {
    LawChoice law = onMaterial(1e7, 0.3, 0.6, 0.4);
    IntegratorChoice integrator = {"rkm", 1e-5};
    Real duration = 1;             ///< [s]
    Real longestStep = SimTK::NaN; ///< unless the integrator has one of its own [s]; NaN for none
};

/** Holds the motion of the observed body at the end. */
struct TurningResult : Effort {
    SimTK::Transform pose;                 ///< in Ground, [m]
    SimTK::Vec3 angularVelocity{0};        ///< in Ground, [rad/s]
    SimTK::Vec3 velocity{0};               ///< of its origin, in Ground, [m/s]
    SimTK::Real expectedRate = SimTK::NaN; ///< of a steady motion about the vertical [rad/s]; NaN for none
};

/** Rolls a ball along x at its static overlap d, with the angular velocity speed/(radius - d), while it spins about the vertical. */
struct SpinningBallOptions : TurningOptions {
    Real radius = 0.03, mass = 0.2; ///< [m], [kg]
    Real speed = 1, spin = 5;       ///< [m/s], [rad/s]
    Real slope = 0;                 ///< of the floor, down along x [rad]
};
TurningResult runSpinningBall(const SpinningBallOptions&);

/** Throws a ball over the floor, where it bounces and comes to roll. */
struct ThrownBallOptions : TurningOptions {
    ThrownBallOptions() { longestStep = 0.01; }
    Real radius = 0.03, mass = 0.2;       ///< [m], [kg]
    SimTK::Vec3 position{-0.8, 0.1, 0.1}; ///< [m]
    SimTK::Vec3 velocity{1.3, -0.5, 0.2}; ///< [m/s]
    SimTK::Vec3 angularVelocity{3, 5, 4}; ///< [rad/s]
};
TurningResult runThrownBall(const ThrownBallOptions&);

/** Lands the same ball without gravity, from a gap of 0.1 mm. */
struct LandingBallOptions : TurningOptions {
    LandingBallOptions() {
        law.restitution = 1;
        duration = 2e-3;
    }
    Real radius = 0.03, mass = 0.2, gap = 1e-4; ///< [m], [kg], [m]
    SimTK::Vec3 velocity{0.6, -1, 0};           ///< [m/s]
    SimTK::Vec3 angularVelocity{10, 0, 0};      ///< [rad/s]
};
TurningResult runLandingBall(const LandingBallOptions&);

/** Lets a capsule of 0.1 kg, 4 cm thick and 12 cm long, tumble over the floor. HuntCrossleyForce has spheres at its ends. */
struct TumblingCapsuleOptions : TurningOptions {
    TumblingCapsuleOptions() {
        duration = 0.5;
        longestStep = 0.01;
    }
    Real height = 0.06; ///< of its centre at the start [m]
};
TurningResult runTumblingCapsule(const TumblingCapsuleOptions&);

/** Drops a rounded brick of 0.3 kg, 10 x 6 x 8 cm, on a corner on a slope. HuntCrossleyForce has spheres at its corners. */
struct BrickOnSlopeOptions : TurningOptions {
    BrickOnSlopeOptions() {
        duration = 0.25; // later it may fall on either of two edges
        longestStep = 0.01;
    }
    Real slope = 0.2;   ///< [rad]
    Real height = 0.08; ///< of its centre above the slope at the start [m]
};
TurningResult runBrickOnSlope(const BrickOnSlopeOptions&);

/** Rolls a ball on a table that turns steadily about the vertical. The velocity of the ball turns at 2/7 of the table's rate. */
struct TurntableOptions : TurningOptions {
    Real radius = 0.03, mass = 0.2;    ///< of the ball [m], [kg]
    Real rate = 5;                     ///< of the table [rad/s]
    SimTK::Vec3 position{0.3, 0, 0};   ///< of the ball; its height is found [m]
    SimTK::Vec3 velocity{0.2, 0, 0.1}; ///< of the ball [m/s]
    Real spin = 2;                     ///< of the ball about the vertical [rad/s]
};
TurningResult runTurntable(const TurntableOptions&);

/** Drives a cart on spheres of 0.1 m in a circle of 1.5 m at 1 m/s. Two wheels are driven at different rates, and a frictionless caster
supports the rear. Four wheels roll freely, the front wheels at fixed steering angles, on a wheelbase of 0.6 m. The circle is that of the
middle of the rear axle, or of the only one. */
struct CartOptions : TurningOptions {
    CartOptions() { duration = 2; }
    int wheels = 4;
    Real circle = 1.5, speed = 1; ///< radius [m], [m/s]
};
TurningResult runCart(const CartOptions&);

/** Rolls a wheel steadily. Its centre moves on a circle, of radius 0 for Euler's disk, while its axis turns about the vertical. */
struct SteadyWheelOptions : TurningOptions {
    Real radius = 0.1, rounding = 0.01, mass = 0.5; ///< [m], [m], [kg]
    Real tilt = 0.5;                                ///< between the wheel's plane and the floor [rad]
    Real circle = 0;                                ///< of its centre [m]
};
TurningResult runSteadyWheel(const SteadyWheelOptions&);

/** Computes the rate W at which such a wheel goes round [rad/s]. The circle of centres of its rim has the radius a = radius - rounding.
The contact point lies r = rounding - overlap/2 below the lowest point of that circle.

Let n be the vertical, e the axis of the wheel at the angle t (the tilt) from it, and d the direction down the plane of the wheel. The
wheel turns at W n + s e. Rolling gives the spin s = -W (b + a cos t)/(a + r sin t) for a centre that goes round at b. The contact
carries m g n and pulls the centre inwards with m W^2 b. The moment of both about the centre changes the angular momentum, which goes
round at W:

    W^2 (m b (a sin t + r) + A sin t cos t - C sin t (cos t - (b + a cos t)/(a + r sin t))) = m g a cos t

with the moments of inertia C about the axis and A across it. Without rounding and with b = 0, W^2 is 4 g/(a sin t), as for a
thin disk. */
Real solveSteadyWheel(const SteadyWheelOptions&, Real overlap);

/** Drops a quadruped of 12 kg with eight joints and ball feet, which turns, and whose legs springs and dampers hold. The observed body is its
trunk. */
struct QuadrupedOptions : TurningOptions {
    QuadrupedOptions() {
        duration = 0.4; // later it may fall on either side
        longestStep = 0.01;
    }
    Real gravity = 9.81;                   ///< [m/s^2]
    Real height = 0.45;                    ///< of the hips at the start [m]
    SimTK::Vec3 angularVelocity{2, 1, -3}; ///< [rad/s]
    Real stride = 0;                       ///< amplitude of the hips' targets [rad]
    Real frequency = 2;                    ///< of the strides [Hz]
    Real jointFriction = 0;                ///< > 0: joints have this dry friction and stops instead of springs and dampers [N m]
};
TurningResult runQuadruped(const QuadrupedOptions&);

/** Lets a ball roll round and along in a pipe of 24 facets, from a height of 60 degrees. */
struct PipeOptions : TurningOptions {
    PipeOptions() {
        duration = 0.5;
        longestStep = 0.01;
    }
    int facets = 24;
    Real radius = 0.054;                  ///< of the pipe, to the middles of its facets [m]
    Real ball = 0.0213, mass = 0.0459;    ///< [m], [kg]
    SimTK::Vec3 velocity{0, 0, 0.1};      ///< [m/s]
    SimTK::Vec3 angularVelocity{3, 5, 4}; ///< [rad/s]
};
TurningResult runPipe(const PipeOptions&);

/** Describes a scene as contact-lab and the tests list it. */
struct TurningScene {
    std::string name, description;
    bool hasHuntCrossley; ///< HuntCrossleyForce has its shapes, or spheres replace them
    LawChoice law;        ///< Hertz-Mindlin on the scene's material
    TurningResult (*run)(const LawChoice&, const IntegratorChoice&);
};
const std::vector<TurningScene>& listTurningScenes();

} // namespace lab

#endif
