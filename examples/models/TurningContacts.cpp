// Models of scenes whose contacts turn about their normal while they roll, or whose slip turns.

#include "TurningContacts.h"

#include "Check.h"
#include "Stepper.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Wheel.h>

#include <array>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real earthGravity = 9.81; // [m/s^2]

// Holds bodies with surfaces on a floor, and the spheres that replace them for HuntCrossleyForce.
class TurningModel : public Model {
public:
    TurningModel(const LawChoice& law, const Vec3& gravity) : Model(gravity), law(law) {}

    /** Adds a half space below y = 0 of the body. */
    void addFloor(MobilizedBody& body) {
        floor = body;
        if (!law.isHuntCrossley()) surfaces.add(body, HalfSpace(), HalfSpace::floor(), law.getMaterial());
    }

    void addBall(MobilizedBody& body, Real radius, const Vec3& centre = Vec3(0)) {
        add(body, Sphere(radius), centre, {{centre, radius}}, law.staticFriction);
    }

    struct Ball {
        Vec3 centre; // on the body [m]
        Real radius; // [m]
    };
    /** Adds a shape, or for HuntCrossleyForce the balls that replace it. */
    void add(MobilizedBody& body, const Shape& shape, const Transform& pose, const std::vector<Ball>& balls,
             Real friction) {
        LawChoice own = law;
        own.staticFriction = friction;
        if (!law.isHuntCrossley())
            surfaces.add(body, shape, pose, own.getMaterial());
        else
            for (const Ball& ball : balls) addHuntCrossley(body, ball, friction);
    }

    /** Finishes the model. */
    State start() {
        if (!law.isHuntCrossley()) {
            force = installForce(surfaces, law);
            contactForces.push_back(*force);
        }
        State state = system.realizeTopology();
        system.realizeModel(state);
        return state;
    }

    /** Lowers a body at rest from a pose in which it touches the floor until the contacts carry this load.
    @returns the overlap [m] */
    Real settle(const MobilizedBody& body, const Transform& touching, Real load, Real deepest, State& state) const {
        Real low = 0, high = deepest;
        for (int i = 0; i < 100; ++i) {
            const Real overlap = (low + high) / 2;
            body.setQToFitTransform(state, Transform(touching.R(), touching.p() - Vec3(0, overlap, 0)));
            system.realize(state, Stage::Dynamics);
            Real borne = 0;
            for (const Force& contact : contactForces) borne -= forceOn(floor, contact, state)[1][1];
            (borne < load ? low : high) = overlap;
        }
        check(high < deepest, "the overlap at rest", deepest, "m", "less: use a stiffer law (--young, --kn)");
        return high;
    }

private:
    void addHuntCrossley(MobilizedBody& body, const Ball& ball, Real friction) {
        const ContactSetIndex set = contacts.createContactSet();
        contacts.addBody(set, floor, ContactGeometry::HalfSpace(), HalfSpace::floor());
        contacts.addBody(set, body, ContactGeometry::Sphere(ball.radius), ball.centre);
        HuntCrossleyForce contact(forces, contacts, set);
        const Real dissipation = isNaN(law.dissipation) ? 0.1 : law.dissipation;
        for (ContactSurfaceIndex s(0); s < 2; ++s) {
            const Real mu = s == 0 ? law.staticFriction : friction;
            contact.setBodyParameters(s, law.youngsModulus, dissipation, mu, mu, 0);
        }
        if (!isNaN(law.transitionVelocity)) contact.setTransitionVelocity(law.transitionVelocity);
        contactForces.push_back(contact);
    }

    const LawChoice law;
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force; // SimbodyDEM's
    std::vector<Force> contactForces;
    MobilizedBody floor;
};

Vec3 gravityOnSlope(Real slope) { return earthGravity * Vec3(std::sin(slope), -std::cos(slope), 0); }

TurningResult run(const TurningModel& model, const TurningOptions& options, const MobilizedBody& watched,
                  const State& start) {
    checkPositive("--time", options.duration, "s");
    IntegratorChoice choice = options.integrator;
    choice.lastTime = options.duration;
    choice.usualMaxStep = options.longestStep;
    Advance advance(model, choice, start, options.duration, Infinity); // motors and tables do work
    const State& end = advance.to(options.duration);
    model.system.realize(end, Stage::Velocity);
    TurningResult result;
    static_cast<Effort&>(result) = advance.getEffort();
    result.pose = watched.getBodyTransform(end);
    result.angularVelocity = watched.getBodyAngularVelocity(end);
    result.velocity = watched.getBodyOriginVelocity(end);
    return result;
}

// Holds a free ball over the floor of Ground.
struct BallOnFloor : TurningModel {
    MobilizedBody::Free ball;

    BallOnFloor(const LawChoice& law, const Vec3& gravity, Real mass, Real radius)
        : TurningModel(law, gravity), ball(matter.updGround(), makeBall(mass, radius)) {
        addFloor(matter.updGround());
        addBall(ball, radius);
    }
};

TurningResult runCartOnTwo(CartOptions options) {
    options.wheels = 2;
    return runCart(options);
}

TurningResult runLeaningWheel(SteadyWheelOptions options) {
    options.tilt = 1.2;
    options.circle = 0.5;
    return runSteadyWheel(options);
}

// Diagonal pairs of legs step in turn.
TurningResult runTrot(QuadrupedOptions options) {
    options.duration = 1;
    options.height = 0.37;
    options.angularVelocity = Vec3(0);
    options.stride = 0.3;
    return runQuadruped(options);
}

// Dry friction of the joints alone holds the legs until it slips, and knees come to their stops.
TurningResult runLimp(QuadrupedOptions options) {
    options.duration = 0.6;
    options.height = 0.37;
    options.angularVelocity = Vec3(0.5, 0.3, -0.5);
    options.jointFriction = 1;
    return runQuadruped(options);
}

// Nothing touches.
TurningResult runFlight(QuadrupedOptions options) {
    options.duration = 1;
    options.gravity = 0;
    options.height = 2;
    options.stride = 0.3;
    return runQuadruped(options);
}

// Pulls a joint to an angle that changes like a sine, as the servo of a robot does.
class Servo : public Force::Custom::Implementation {
public:
    Servo(const MobilizedBody& joint, Real middle, Real amplitude, Real rate, Real phase)
        : joint(joint), middle(middle), amplitude(amplitude), rate(rate), phase(phase) {}
    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector& mobilityForces) const override {
        const Real angle = rate * state.getTime() + phase;
        const Real off = joint.getOneQ(state, 0) - middle - amplitude * std::sin(angle),
                   offRate = joint.getOneU(state, 0) - amplitude * rate * std::cos(angle);
        joint.applyOneMobilityForce(state, 0, -stiffness * off - damping * offRate, mobilityForces);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    static constexpr Real stiffness = 60, damping = 1.5; // [N m/rad], [N m s/rad]
    const MobilizedBody joint;
    const Real middle, amplitude, rate, phase; // [rad], [rad/s]
};

template <class Options, auto run>
TurningScene scene(const char* name, const char* description, bool hasHuntCrossley = true) {
    return {name, description, hasHuntCrossley, Options().law,
            [](const LawChoice& law, const IntegratorChoice& choice) {
                Options options;
                options.law = law;
                options.integrator = choice;
                return run(options);
            }};
}

} // namespace

TurningResult runSpinningBall(const SpinningBallOptions& options) {
    BallOnFloor model(options.law, gravityOnSlope(options.slope), options.mass, options.radius);
    State state = model.start();
    const Real R = options.radius, load = options.mass * earthGravity * std::cos(options.slope);
    const Real overlap = model.settle(model.ball, Vec3(0, R, 0), load, R / 2, state);
    model.ball.setUToFitVelocity(
        state, SpatialVec(Vec3(0, options.spin, -options.speed / (R - overlap)), Vec3(options.speed, 0, 0)));
    return run(model, options, model.ball, state);
}

TurningResult runThrownBall(const ThrownBallOptions& options) {
    BallOnFloor model(options.law, Vec3(0, -earthGravity, 0), options.mass, options.radius);
    State state = model.start();
    model.ball.setQToFitTranslation(state, options.position);
    model.ball.setUToFitVelocity(state, SpatialVec(options.angularVelocity, options.velocity));
    return run(model, options, model.ball, state);
}

TurningResult runLandingBall(const LandingBallOptions& options) {
    BallOnFloor model(options.law, Vec3(0), options.mass, options.radius);
    State state = model.start();
    model.ball.setQToFitTranslation(state, Vec3(0, options.radius + options.gap, 0));
    model.ball.setUToFitVelocity(state, SpatialVec(options.angularVelocity, options.velocity));
    return run(model, options, model.ball, state);
}

TurningResult runTumblingCapsule(const TumblingCapsuleOptions& options) {
    const Real mass = 0.1, radius = 0.02, half = 0.04; // of the capsule's straight part
    TurningModel model(options.law, Vec3(0, -earthGravity, 0));
    MobilizedBody::Free capsule(
        model.matter.Ground(),
        Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::cylinderAlongZ(radius, half + radius / 2))));
    model.addFloor(model.matter.updGround());
    model.add(capsule, Capsule(radius, half), Transform(), {{Vec3(0, 0, half), radius}, {Vec3(0, 0, -half), radius}},
              options.law.staticFriction);
    State state = model.start();
    capsule.setQToFitTransform(state, Transform(Rotation(0.5, UnitVec3(1, 1, 0)), Vec3(0, options.height, 0)));
    capsule.setUToFitVelocity(state, SpatialVec(Vec3(6, 3, 4), Vec3(0.3, -0.3, 0.2)));
    return run(model, options, capsule, state);
}

TurningResult runBrickOnSlope(const BrickOnSlopeOptions& options) {
    const Real mass = 0.3, rounding = 0.005;
    const Vec3 half(0.05, 0.03, 0.04);
    TurningModel model(options.law, gravityOnSlope(options.slope));
    MobilizedBody::Free brick(model.matter.Ground(), makeBrick(mass, half));
    model.addFloor(model.matter.updGround());
    std::vector<TurningModel::Ball> corners;
    for (int i = 0; i < 8; ++i) {
        const Vec3 core = half - Vec3(rounding);
        corners.push_back(
            {Vec3(i & 1 ? core[0] : -core[0], i & 2 ? core[1] : -core[1], i & 4 ? core[2] : -core[2]), rounding});
    }
    model.add(brick, Brick(half, rounding), Transform(), corners, options.law.staticFriction);
    State state = model.start();
    const Rotation onACorner(BodyRotationSequence, 0.6, XAxis, 0.3, YAxis, 0.5, ZAxis);
    brick.setQToFitTransform(state, Transform(onACorner, Vec3(0, options.height, 0)));
    brick.setUToFitVelocity(state, SpatialVec(Vec3(1, 4, -2), Vec3(0)));
    return run(model, options, brick, state);
}

TurningResult runTurntable(const TurntableOptions& options) {
    TurningModel model(options.law, Vec3(0, -earthGravity, 0));
    const Rotation zUp(-Pi / 2, XAxis); // a pin turns about z
    MobilizedBody::Pin table(model.matter.updGround(), zUp, Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))), zUp);
    Motion::Steady(table, options.rate);
    MobilizedBody::Free ball(model.matter.updGround(), makeBall(options.mass, options.radius));
    model.addFloor(table);
    model.addBall(ball, options.radius);
    State state = model.start();
    const Vec3 up(0, 1, 0);
    const Real overlap =
        model.settle(ball, options.position + options.radius * up, options.mass * earthGravity, options.radius / 2, state);
    const Real lever = options.radius - overlap / 2;
    const Vec3 tablePastBall = options.rate * up % options.position - options.velocity; // w x (-lever up) must be this
    ball.setUToFitVelocity(state, SpatialVec(options.spin * up - up % tablePastBall / lever, options.velocity));
    table.setRate(state, options.rate);
    TurningResult result = run(model, options, ball, state);
    result.expectedRate = options.rate / (1 + square(lever / options.radius) / 0.4);
    return result;
}

TurningResult runCart(const CartOptions& options) {
    check(options.wheels == 2 || options.wheels == 4, "wheels", options.wheels, "-", "2 or 4");
    const Real radius = 0.1, track = 0.2, base = 0.6; // of the wheels, half of the axle, from axle to axle [m]
    const bool hasTwo = options.wheels == 2;
    TurningModel model(options.law, Vec3(0, -earthGravity, 0));
    // The origin of the chassis is the middle of the rear axle, or of the only one.
    MobilizedBody::Free chassis(model.matter.Ground(),
                                makeBrick(4, Vec3(0.3, 0.05, 0.15), Vec3(hasTwo ? -0.05 : base / 2, 0.02, 0)));
    model.addFloor(model.matter.updGround());
    const Real yawRate = options.speed / options.circle;
    struct Wheel {
        MobilizedBody::Pin pin;
        Real speed; // [m/s]
    };
    std::vector<Wheel> wheels;
    for (int i = 0; i < options.wheels; ++i) {
        const Vec3 hub(i < 2 ? 0 : base, 0, i % 2 ? track : -track);
        const Vec3 fromCentre = hub + Vec3(0, 0, options.circle); // of the circle
        const Rotation steered(std::atan2(fromCentre[0], fromCentre[2]), YAxis);
        wheels.push_back({MobilizedBody::Pin(chassis, Transform(steered, hub), makeBall(0.5, radius), Transform()),
                          yawRate * fromCentre.norm()});
        model.addBall(wheels.back().pin, radius);
    }
    if (hasTwo) {
        const Real caster = 0.05;
        const Vec3 centre(-0.3, caster - radius, 0);
        model.add(chassis, Sphere(caster), centre, {{centre, caster}}, 0);
    }
    // Driven wheels have the rate of rolling at the static overlap, which the model finds.
    std::vector<Motion::Steady> motors;
    if (hasTwo)
        for (Wheel& wheel : wheels) motors.emplace_back(wheel.pin, 0);
    State state = model.start();
    const Real overlap =
        model.settle(chassis, Vec3(0, radius, 0), model.matter.calcSystemMass(state) * earthGravity, radius / 2, state);
    for (std::size_t i = 0; i < wheels.size(); ++i) {
        const Real rate = -wheels[i].speed / (radius - overlap / 2);
        wheels[i].pin.setRate(state, rate);
        if (hasTwo) motors[i].setRate(state, rate);
    }
    chassis.setUToFitVelocity(state, SpatialVec(Vec3(0, yawRate, 0), Vec3(options.speed, 0, 0)));
    TurningResult result = run(model, options, chassis, state);
    result.expectedRate = yawRate;
    return result;
}

Real solveSteadyWheel(const SteadyWheelOptions& options, Real overlap) {
    const UnitInertia inertia = UnitInertia::cylinderAlongZ(options.radius, options.rounding);
    const Real A = options.mass * inertia.getMoments()[0], C = options.mass * inertia.getMoments()[2];
    const Real m = options.mass, b = options.circle, s = std::sin(options.tilt), c = std::cos(options.tilt);
    const Real a = options.radius - options.rounding, r = options.rounding - overlap / 2;
    return std::sqrt(m * earthGravity * a * c / (m * b * (a * s + r) + A * s * c - C * s * (c - (b + a * c) / (a + r * s))));
}

TurningResult runSteadyWheel(const SteadyWheelOptions& options) {
    TurningModel model(options.law, Vec3(0, -earthGravity, 0));
    MobilizedBody::Free wheel(
        model.matter.Ground(),
        Body::Rigid(MassProperties(options.mass, Vec3(0),
                                   options.mass * UnitInertia::cylinderAlongZ(options.radius, options.rounding))));
    model.addFloor(model.matter.updGround());
    model.add(wheel, Wheel(options.radius, options.rounding), Transform(), {}, options.law.staticFriction);
    State state = model.start();

    // The contact is on the far side of the centre, along x.
    const Real a = options.radius - options.rounding;
    const Vec3 up(0, 1, 0), axis(std::sin(options.tilt), std::cos(options.tilt), 0);
    const Rotation leaning(UnitVec3(axis), ZAxis, Vec3(0, 0, 1), XAxis);
    const Vec3 touching(options.circle, a * std::sin(options.tilt) + options.rounding, 0);
    const Real overlap =
        model.settle(wheel, Transform(leaning, touching), options.mass * earthGravity, options.rounding / 2, state);
    const Real rate = solveSteadyWheel(options, overlap), r = options.rounding - overlap / 2;
    const Real spin = -rate * (options.circle + a * std::cos(options.tilt)) / (a + r * std::sin(options.tilt));
    wheel.setUToFitVelocity(state, SpatialVec(rate * up + spin * axis, rate * options.circle * up % Vec3(1, 0, 0)));
    TurningResult result = run(model, options, wheel, state);
    result.expectedRate = rate;
    return result;
}

TurningResult runQuadruped(const QuadrupedOptions& options) {
    const Vec3 half(0.2, 0.05, 0.1);            // of the trunk
    const Real link = 0.2, foot = 0.02, bend = 0.5; // lengths of thigh and shank, radius of a foot [m], angle of the hips [rad]
    TurningModel model(options.law, Vec3(0, -options.gravity, 0));
    MobilizedBody::Free trunk(model.matter.Ground(), makeBrick(9, half));
    model.addFloor(model.matter.updGround());
    const auto rod = [&](Real mass) { return makeBrick(mass, Vec3(0.015, link / 2, 0.015), Vec3(0, -link / 2, 0)); };
    std::vector<MobilizedBody::Pin> hips, knees;
    const bool isLimp = options.jointFriction > 0;
    if (isLimp) model.joints = std::make_unique<JointForces>(model.forces, model.matter);
    for (int i = 0; i < 4; ++i) {
        const Vec3 hip(i < 2 ? half[0] : -half[0], 0, i % 2 ? half[2] : -half[2]);
        const bool isFirstPair = i == 0 || i == 3;
        hips.emplace_back(trunk, hip, rod(0.5), Vec3(0));
        knees.emplace_back(hips.back(), Vec3(0, -link, 0), rod(0.25), Vec3(0));
        model.addBall(knees.back(), foot, Vec3(0, -link, 0));
        if (isLimp) {
            const auto settings = JointSettings().setFriction(options.jointFriction, /*stiffness*/ 200, /*damping*/ 0.5);
            model.joints->add(hips.back(), MobilizerUIndex(0), JointSettings(settings).setStops(-1.2, 1.2, 1000, 0.05));
            model.joints->add(knees.back(), MobilizerUIndex(0), JointSettings(settings).setStops(-2, -0.2, 1000, 0.05));
            continue;
        }
        const Real rate = 2 * Pi * options.frequency, phase = isFirstPair ? 0 : Pi;
        Force::Custom(model.forces, new Servo(hips.back(), bend, options.stride, rate, phase));
        Force::Custom(model.forces, new Servo(knees.back(), -2 * bend, options.stride, rate, phase + Pi / 2));
    }
    State state = model.start();
    trunk.setQToFitTranslation(state, Vec3(0, options.height, 0));
    trunk.setUToFitAngularVelocity(state, options.angularVelocity);
    for (int i = 0; i < 4; ++i) {
        hips[i].setAngle(state, bend);
        knees[i].setAngle(state, -2 * bend);
    }
    return run(model, options, trunk, state);
}

TurningResult runPipe(const PipeOptions& options) {
    check(options.facets >= 3, "facets", options.facets, "-", ">= 3");
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    for (int i = 0; i < options.facets; ++i) {
        const Real angle = 2 * Pi * (i + 0.5) / options.facets, corner = options.radius / std::cos(Pi / options.facets);
        for (const Real z : {-0.3, 0.5}) vertices.emplace_back(corner * std::sin(angle), -corner * std::cos(angle), z);
        const int p = 2 * i, q = 2 * ((i + 1) % options.facets);
        triangles.push_back({p, p + 1, q}); // counter-clockwise seen from inside
        triangles.push_back({q, p + 1, q + 1});
    }
    TurningModel model(options.law, Vec3(0, -earthGravity, 0));
    MobilizedBody::Free ball(model.matter.Ground(), makeBall(options.mass, options.ball));
    model.add(model.matter.updGround(), Mesh(vertices, triangles, 0), Transform(), {}, options.law.staticFriction);
    model.addBall(ball, options.ball);
    State state = model.start();
    const Real room = options.radius - options.ball;
    ball.setQToFitTranslation(state, room * Vec3(std::sin(Pi / 3), -std::cos(Pi / 3), 0));
    ball.setUToFitVelocity(state, SpatialVec(options.angularVelocity, options.velocity));
    return run(model, options, ball, state);
}

const std::vector<TurningScene>& listTurningScenes() {
    static const std::vector<TurningScene> all = {
        scene<SpinningBallOptions, runSpinningBall>("spinning-ball", "a ball rolls, and spins at 5 rad/s"),
        scene<ThrownBallOptions, runThrownBall>("thrown-ball", "a ball is thrown, bounces and comes to roll"),
        scene<LandingBallOptions, runLandingBall>("landing-ball", "a ball lands obliquely without gravity, until 2 ms"),
        scene<TumblingCapsuleOptions, runTumblingCapsule>("capsule", "a capsule tumbles"),
        scene<BrickOnSlopeOptions, runBrickOnSlope>("brick", "a rounded brick is dropped on a corner on a slope"),
        scene<TurntableOptions, runTurntable>("turntable", "a ball rolls on a table that turns"),
        scene<CartOptions, runCartOnTwo>("two-wheel-cart", "a cart on two driven wheels and a caster goes in a circle"),
        scene<CartOptions, runCart>("four-wheel-cart", "a steered cart on four free wheels goes in a circle"),
        scene<SteadyWheelOptions, runSteadyWheel>("euler-disk", "a tilted disk rolls on its rim, its centre at rest",
                                                  false),
        scene<SteadyWheelOptions, runLeaningWheel>("leaning-wheel", "a leaning wheel rolls in a circle", false),
        scene<QuadrupedOptions, runQuadruped>("quadruped", "a quadruped of eight joints falls, and turns"),
        scene<QuadrupedOptions, runTrot>("trot", "the quadruped trots"),
        scene<QuadrupedOptions, runLimp>("limp", "the quadruped falls with dry friction and stops in its joints alone"),
        scene<QuadrupedOptions, runFlight>("flight", "the quadruped turns without gravity, and nothing touches"),
        scene<PipeOptions, runPipe>("pipe", "a ball rolls round and along in a pipe of 24 facets", false)};
    return all;
}

} // namespace lab
