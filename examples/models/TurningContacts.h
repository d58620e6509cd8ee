#ifndef MODELS_TURNING_CONTACTS_H
#define MODELS_TURNING_CONTACTS_H

#include "Integrators.h"
#include "LawChoice.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace lab {

/** Scenes in three dimensions whose contacts roll while they also turn about their normal, or whose slip turns.

y points up, g is 9.81 m/s^2, floors are half spaces and all surfaces are of one material. HuntCrossleyForce takes E for its
stiffness, not the modulus of equal elastic force, and 0.1 s/m if no dissipation is given. It gets a contact set for each
sphere, since it forgets the later contacts of a set while an earlier one is pulled apart. */
struct TurningOptions {
    LawChoice law = onMaterial(1e7, 0.3, 0.6, 0.4);
    IntegratorChoice integrator = {"rkm", 1e-5};
    Real duration = 1;             ///< [s]
    Real longestStep = SimTK::NaN; ///< unless the integrator has one of its own [s]; NaN for none
};

/** The body that a scene observes, at the end. */
struct TurningResult : Effort {
    SimTK::Transform pose;          ///< in Ground, [m]
    SimTK::Vec3 angularVelocity{0}; ///< in Ground, [rad/s]
    SimTK::Vec3 velocity{0};        ///< of its origin, in Ground, [m/s]
    SimTK::Real expectedRate =
        SimTK::NaN; ///< at which the scene's steady motion turns about the vertical; NaN: none [rad/s]
};

/** A ball rolls along x at its static overlap d, with the angular velocity speed/(radius - d), and spins about the vertical. */
struct SpinningBallOptions : TurningOptions {
    Real radius = 0.03, mass = 0.2; ///< [m], [kg]
    Real speed = 1, spin = 5;       ///< [m/s], [rad/s]
    Real slope = 0;                 ///< of the floor, down along x [rad]
};
TurningResult runSpinningBall(const SpinningBallOptions&);

/** A ball is thrown over the floor, bounces and comes to roll. */
struct ThrownBallOptions : TurningOptions {
    ThrownBallOptions() { longestStep = 0.01; }
    Real radius = 0.03, mass = 0.2;       ///< [m], [kg]
    SimTK::Vec3 position{-0.8, 0.1, 0.1}; ///< [m]
    SimTK::Vec3 velocity{1.3, -0.5, 0.2}; ///< [m/s]
    SimTK::Vec3 angularVelocity{3, 5, 4}; ///< [rad/s]
};
TurningResult runThrownBall(const ThrownBallOptions&);

/** The same ball lands, without gravity, from a gap of 0.1 mm. */
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

/** A capsule of 0.1 kg, 4 cm thick and 12 cm long, tumbles over the floor. HuntCrossleyForce has spheres at its ends. */
struct TumblingCapsuleOptions : TurningOptions {
    TumblingCapsuleOptions() {
        duration = 0.5;
        longestStep = 0.01;
    }
    Real height = 0.06; ///< of its centre at the start [m]
};
TurningResult runTumblingCapsule(const TumblingCapsuleOptions&);

/** A rounded brick of 0.3 kg, 10 x 6 x 8 cm, is dropped on a corner on a slope. HuntCrossleyForce has spheres at its corners. */
struct BrickOnSlopeOptions : TurningOptions {
    BrickOnSlopeOptions() {
        duration = 0.25; // later it may fall on either of two edges
        longestStep = 0.01;
    }
    Real slope = 0.2;   ///< [rad]
    Real height = 0.08; ///< of its centre above the slope at the start [m]
};
TurningResult runBrickOnSlope(const BrickOnSlopeOptions&);

/** A ball rolls on a table that turns steadily about the vertical: its velocity turns at 2/7 of the table's rate. */
struct TurntableOptions : TurningOptions {
    Real radius = 0.03, mass = 0.2;    ///< of the ball [m], [kg]
    Real rate = 5;                     ///< of the table [rad/s]
    SimTK::Vec3 position{0.3, 0, 0};   ///< of the ball; its height is found [m]
    SimTK::Vec3 velocity{0.2, 0, 0.1}; ///< of the ball [m/s]
    Real spin = 2;                     ///< of the ball about the vertical [rad/s]
};
TurningResult runTurntable(const TurntableOptions&);

/** A cart on spheres of 0.1 m drives in a circle of 1.5 m at 1 m/s. With two wheels these are driven at different rates and a
frictionless caster supports the rear; with four they roll freely, the front wheels at fixed steering angles, on a wheelbase of 0.6 m.
The circle is that of the middle of the rear axle, or of the only one. */
struct CartOptions : TurningOptions {
    CartOptions() { duration = 2; }
    int wheels = 4;
    Real circle = 1.5, speed = 1; ///< radius [m], [m/s]
};
TurningResult runCart(const CartOptions&);

/** A wheel rolls steadily: its centre goes round in a circle, of radius 0 for Euler's disk, while its axis goes round the vertical. */
struct SteadyWheelOptions : TurningOptions {
    Real radius = 0.1, rounding = 0.01, mass = 0.5; ///< [m], [m], [kg]
    Real tilt = 0.5;                                ///< between the wheel's plane and the floor [rad]
    Real circle = 0;                                ///< of its centre [m]
};
TurningResult runSteadyWheel(const SteadyWheelOptions&);

/** Computes the rate at which such a wheel goes round, [rad/s], if its rim's circle of centres has the radius a = radius - rounding and
the contact point lies r = rounding - overlap/2 below that circle's lowest point.

With n the vertical, e the wheel's axis at the angle t (the tilt) from it and d the direction down the wheel's plane, the wheel
turns at W n + s e. Rolling gives the spin s = -W (b + a cos t)/(a + r sin t) for a centre that goes round at b. The contact bears
m g n and pulls the centre inwards with m W^2 b; the moment of both about the centre changes the angular momentum, which goes
round at W:

    W^2 (m b (a sin t + r) + A sin t cos t - C sin t (cos t - (b + a cos t)/(a + r sin t))) = m g a cos t

with the moments of inertia C about the axis and A across it. Without rounding and with b = 0 it is 4 g/(a sin t), of a thin disk. */
Real solveSteadyWheel(const SteadyWheelOptions&, Real overlap);

/** A scene as the laboratory and the tests list it. */
struct TurningScene {
    std::string name, description;
    bool hasHuntCrossley; ///< Simbody's HuntCrossleyForce knows its shapes, or spheres stand in for them
    LawChoice law;        ///< Hertz-Mindlin on the scene's material
    TurningResult (*run)(const LawChoice&, const IntegratorChoice&);
};
const std::vector<TurningScene>& listTurningScenes();

} // namespace lab

#endif
