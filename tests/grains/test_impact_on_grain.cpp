// SPDX-License-Identifier: Apache-2.0
#include "GrainScenes.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/JKRNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/MindlinSecant.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace test_impact_on_grain {

using namespace grain_scenes;

// An elastic impact on a grain is that on a body, and the error falls with the second order of the step down to the slider's transitions.
TEST(GrainImpact, EqualsAnImpactOnABody) {
    Impact impact;
    impact.material = soft(1);
    const Velocities expected = impact.ofBodies();
    const Real coarse = impact.ofBallAndGrain(1e-5).errorTo(expected),
               fine = impact.ofBallAndGrain(2.5e-6).errorTo(expected);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_LT(fine, 1e-5); // measured 5e-6
    EXPECT_LT(fine, coarse / 8);
}

// With a dashpot, whose force begins as delta^(1/4), the error falls with the order 1.25 of the trapezoidal rule on that.
TEST(GrainImpact, WithADashpotConverges) {
    const Impact impact;
    const Velocities expected = impact.ofBodies();
    const Real coarse = impact.ofBallAndGrain(1e-5).errorTo(expected),
               fine = impact.ofBallAndGrain(1.25e-6).errorTo(expected);
    EXPECT_LT(fine, 3e-5); // measured 1.8e-5
    EXPECT_LT(fine, coarse * std::pow(8, -1.2));
}

// An interval of eight steps has an error of nearly the second order in its length.
TEST(GrainImpact, ConvergesWithTheInterval) {
    Impact impact;
    impact.material = soft(1);
    const Velocities expected = impact.ofBodies();
    const Real coarse = impact.ofBallAndGrain(2.5e-6, 8).errorTo(expected),
               fine = impact.ofBallAndGrain(1.25e-6, 8).errorTo(expected);
    EXPECT_LT(fine, 3e-5);
    EXPECT_LT(fine, coarse / 3); // measured 1/3.17; the second order down to the slider's transitions
}

// The bed advances in the events of a TimeStepper as it does by a GrainStepper.
TEST(GrainImpact, RunsInATimeStepper) {
    Impact impact;
    impact.material = soft(1);
    EXPECT_LT(impact.ofBallAndGrain(2.5e-6, 1, true).errorTo(impact.ofBodies()), 2e-5);
}

// A ball of a fifth of the grain's mass takes short intervals while they touch, and is as exact as a heavy one. One of 20 000 grains'
// masses does not feel a hit, and takes long ones.
TEST(GrainImpact, LightBallTakesShortIntervals) {
    Impact impact;
    impact.material = soft(1);
    impact.ballMass = 0.2 * grainMass;
    long long numShortened = 0;
    EXPECT_LT(impact.ofBallAndGrain(2.5e-6, 8, false, &numShortened).errorTo(impact.ofBodies()), 5e-4);
    EXPECT_GT(numShortened, 50);
    Impact heavy;
    heavy.ballMass = 20000 * grainMass;
    heavy.ofBallAndGrain(1e-5, 8, false, &numShortened);
    EXPECT_EQ(numShortened, 0);
}

namespace {

// An elastic hit at 1 m/s between a grain and a ball on a slider along z, at the default step. Either is at rest before.
struct ElasticHit {
    Real mass = grainMass; // of the ball
    bool isBallMoving = false;
    int interval = 1;
    OptionalReal tolerance;

    /** Returns the relative error of energy, and checks momentum to 1e-12. */
    Real energyError() const {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        const Rotation up(-Pi / 2, YAxis);
        MobilizedBody::Slider ball(matter.Ground(), up, Body::Rigid(ballOf(mass)), up);
        GrainBedOptions options = GrainBedOptions()
                                      .setBox(Vec3(-0.03), Vec3(0.03))
                                      .setWalls(false)
                                      .setGravity(Vec3(0))
                                      .setDensity(density)
                                      .setInterval(interval);
        if (tolerance.isSet()) options.setIntervalTolerance(tolerance);
        GrainBed bed(system, options);
        const SurfaceMaterial elastic = soft(1);
        bed.setLaw({HertzNormal(), NoFriction()}, elastic);
        bed.add({{Vec3(0, 0, -radius), radius, Vec3(0, 0, isBallMoving ? 0 : 1)}});
        const SurfaceIndex surface = bed.addSurface(ball, Sphere(radius), Transform(), elastic, "ball");
        State state = system.realizeTopology();
        ball.setOneQ(state, 0, radius + 0.0031);
        ball.setOneU(state, 0, isBallMoving ? -1 : 0);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.initialize(state);
        GrainStepper stepper(bed, integrator);
        stepper.stepTo(0.007); // the gap takes 3.1 ms, the hit 1 ms
        const Real u = ball.getOneU(stepper.getState(), 0), w = bed.getGrains()[0].velocity[2];
        const Real momentum = mass * u + grainMass * w + bed.getPendingImpulse(surface)[1][2];
        const Real before = isBallMoving ? -mass : grainMass;
        EXPECT_NEAR(momentum, before, 1e-12 * std::abs(before));
        EXPECT_GT(isBallMoving ? -w : u, 0); // they have met
        return std::abs((mass * u * u + grainMass * w * w) / std::abs(before) - 1);
    }
};

} // namespace

// An elastic hit keeps energy to 1e-3 at the default step, whatever the interval and the mass of the ball. A ball that learns of the hit
// only afterwards would gain 4 m/M.
TEST(GrainImpact, ElasticHitKeepsEnergy) {
    for (const Real ratio : {0.01, 0.1, 1., 10., 100.})
        for (const bool isBallMoving : {false, true})
            for (const int interval : {1, 8, 200}) {
                ElasticHit hit{ratio * grainMass, isBallMoving, interval, {}};
                EXPECT_LT(hit.energyError(), 1e-3) << ratio << ", ball moves " << isBallMoving << ", " << interval;
                if (interval < 200) continue;
                hit.tolerance = 1e-3;
                EXPECT_LT(hit.energyError(), 1e-3) << ratio << ", ball moves " << isBallMoving << ", tolerance";
            }
}

// The restitution of a plate of a grain's mass is the one of its material where it is locked, welded to Ground, welded to a heavy body, or
// driven at 0.5 m/s: the dashpot feels the mass that the grain meets. A free plate has its own mass.
TEST(GrainImpact, RestitutionIsThatOfTheMaterial) {
    enum Kind { Locked, Welded, OnAHeavyBody, Driven, Free };
    for (const Kind kind : {Locked, Welded, OnAHeavyBody, Driven, Free}) {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        const Rotation up(-Pi / 2, YAxis);
        MobilizedBody::Slider plate(matter.Ground(), up, Body::Rigid(ballOf(grainMass)), up);
        MobilizedBody::Slider heavy(matter.Ground(), up, Body::Rigid(ballOf(1e4 * grainMass)), up);
        std::unique_ptr<Constraint> weld;
        if (kind == Welded) weld = std::make_unique<Constraint::Weld>(matter.Ground(), Vec3(0), plate, Vec3(0));
        if (kind == OnAHeavyBody) weld = std::make_unique<Constraint::Weld>(heavy, plate);
        GrainBed bed(system, Impact().options(2e-6, 1));
        bed.setLaw(hertzMindlin(), soft(0.5));
        bed.add({{Vec3(0, 0, 1.01 * radius), radius, Vec3(0, 0, -1)}});
        bed.addSurface(plate, HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0)), soft(0.5), "plate");
        State state = system.realizeTopology();
        if (kind == Locked) plate.lock(state);
        if (kind == Driven) plate.lockAt(state, 0.5, Motion::Velocity);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.initialize(state);
        GrainStepper stepper(bed, integrator);
        stepper.stepTo(0.003);
        const Real after = bed.getGrains()[0].velocity[2] - plate.getOneU(stepper.getState(), 0);
        EXPECT_NEAR(after / (kind == Driven ? 1.5 : 1), 0.5, 0.005) << kind; // of the step
    }
}

// A light ball that a constraint welds to a heavy body is one ball with it: it takes the same intervals, and hits a grain in the same way.
TEST(GrainImpact, WeldedBallIsAsHeavyAsItsBody) {
    Impact impact;
    impact.material = soft(1);
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Free ball(matter.Ground(), ballOf(.1 * grainMass)), body(matter.Ground(), ballOf(2.9 * grainMass));
    const Constraint::Weld weld(ball, body);
    GrainBed bed(system, impact.options(2.5e-6, 8));
    bed.setLaw(impact.model, impact.material);
    bed.add({{Vec3(0), radius}});
    bed.addSurface(ball, Sphere(radius), Transform(), impact.material, "ball");
    State state = system.realizeTopology();
    for (const MobilizedBody& one : {MobilizedBody(ball), MobilizedBody(body)}) {
        one.setQToFitTransform(state, impact.place);
        one.setUToFitVelocity(state, SpatialVec(impact.spin, impact.velocity));
    }
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-10);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    stepper.stepTo(impact.duration);
    long long expected = 0;
    impact.ofBallAndGrain(2.5e-6, 8, false, &expected);
    EXPECT_EQ(bed.getNumShortened(), expected);
    EXPECT_LT(Velocities::of(ball, stepper.getState(), bed).errorTo(impact.ofBodies()),
              1e-4); // that of an interval of eight steps
}

// Rolling resistance on a grain is that on a body.
TEST(GrainImpact, RollsAsOnABody) {
    Impact impact;
    impact.model = ContactModel(HertzNormal(), MindlinIncremental(), EPSDRolling().setStiffness(1e-3));
    const Velocities expected = impact.ofBodies();
    EXPECT_LT(impact.ofBallAndGrain(1.25e-6).errorTo(expected), 5e-5);
    Impact without = impact;
    without.model = hertzMindlin();
    EXPECT_GT(without.ofBodies().errorTo(expected), 1e-3); // it matters
}

namespace {

// Returns true where the server's LAMMPS has no dashpot by restitution beside JKR's law, as since the end of 2022.
bool refusesStickingDashpot() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.03), Vec3(.03)).setWalls(false).setGravity(Vec3(0)).setDensity(density));
    bed.setLaw(hertzMindlin(), soft());
    bed.add({{Vec3(0), radius}});
    const std::string server = bed.describeServer(), date = server.substr(0, server.find(',')); // LAMMPS of 7 Jan 2022
    return std::stoi(date.substr(date.rfind(' '))) > 2022;
}

} // namespace

// A ball that sticks to a grain for a while rebounds as from a body: the neck forms, is stretched beyond the touch, and tears. Where LAMMPS has
// no dashpot for it, the bed says so.
TEST(GrainImpact, SticksAsToABody) {
    Impact impact;
    impact.margin = 1e-4; // more than the stretch at which the neck tears, 7e-5 m
    impact.duration = 0.004;
    Impact without = impact;
    without.model = {HertzNormal(), NoFriction()};
    for (const HertzNormal::Damping damping : {HertzNormal::Damping::None, HertzNormal::Damping::TsujiTanakaIshida}) {
        impact.model = {JKRNormal().setWorkOfAdhesion(30).setDamping(damping), NoFriction()};
        if (damping != HertzNormal::Damping::None && refusesStickingDashpot()) {
            EXPECT_THAT(messageOf([&] { impact.ofBallAndGrain(1.25e-6); }), testing::HasSubstr("no dashpot by restitution"));
            continue;
        }
        const Velocities expected = impact.ofBodies();
        EXPECT_LT(impact.ofBallAndGrain(1.25e-6).errorTo(expected), 1e-3);
        EXPECT_GT(without.ofBodies().errorTo(expected), 0.05); // it matters
    }
}

namespace {

// Hangs one grain, or a larger grain on a smaller one, from a ceiling, and raises gravity until the last one falls. Returns the weight at which
// it does [N].
Real weightThatFalls(Real workOfAdhesion, bool isOnGrain) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const Force::Gravity gravity(forces, matter, -ZAxis, 1);
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.03, -.03, -.2), Vec3(.03)).setWalls(false).setDensity(density).setInterval(100));
    bed.setLaw({JKRNormal().setWorkOfAdhesion(workOfAdhesion), NoFriction()}, soft(0.1));
    const Real small = 0.6 * radius, shallow = 1e-7;
    std::vector<Grain> grains;
    if (isOnGrain) grains.push_back({Vec3(0, 0, shallow - small), small});
    grains.push_back({Vec3(0, 0, isOnGrain ? 2 * (shallow - small) - radius : shallow - radius), radius});
    bed.add(grains);
    bed.addSurface(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, -1), Vec3(0)), soft(0.1), "ceiling");
    RungeKuttaMersonIntegrator integrator(system);
    State state = system.realizeTopology();
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    const Real effectiveRadius = isOnGrain ? small * radius / (small + radius) : radius,
               pullOff = 1.5 * Pi * workOfAdhesion * effectiveRadius;
    for (int k = 0; k < 60; ++k) {
        const Real weight = (0.8 + 0.005 * k) * pullOff;
        gravity.setMagnitude(integrator.updAdvancedState(), weight / grainMass);
        stepper.stepTo(0.004 * (k + 1)); // a period of the grain on its neck
        if (bed.getGrains().back().position[2] < grains.back().position[2] - 1e-4) return weight; // ten times the longest neck
    }
    return NaN;
}

} // namespace

// A grain that hangs from a surface, or from another grain, falls at the pull-off force of Johnson, Kendall and Roberts, 3/2 pi W R*.
TEST(GrainImpact, PullOffForceIsThatOfJKR) {
    if (refusesStickingDashpot()) GTEST_SKIP() << "without a dashpot the grain oscillates, and falls at a smaller weight";
    const Real work = 1, small = 0.6 * radius;
    for (const bool isOnGrain : {false, true}) {
        const Real effectiveRadius = isOnGrain ? small * radius / (small + radius) : radius,
                   pullOff = 1.5 * Pi * work * effectiveRadius;
        EXPECT_NEAR(weightThatFalls(work, isOnGrain), pullOff, 0.03 * pullOff) << isOnGrain; // it falls for a period or two
    }
}

// Each law that LAMMPS computes under another name returns the velocities of the law of the library.
TEST(GrainImpact, LammpsComputesTheSameLaws) {
    const auto linear = [] { return LinearNormal().setStiffness(5e5); };
    struct Law {
        const char* name;
        ContactModel model;
        Real restitution = 0.6;
    };
    const std::vector<Law> laws = {
        {"TTI, incremental", {HertzNormal(), MindlinIncremental()}},
        {"TTI, no rescaling", {HertzNormal(), MindlinIncremental().setRescaleOnUnloading(false)}},
        {"TTI, secant", {HertzNormal(), MindlinSecant().setKelvinVoigt(false)}},
        {"TTI with tension", {HertzNormal().setTension(Tension::Allowed), NoFriction()}},
        {"critical ratio", {HertzNormal().setDamping(HertzNormal::Damping::CriticalRatio), MindlinIncremental()}},
        {"undamped",
         {HertzNormal().setDamping(HertzNormal::Damping::None), MindlinIncremental().setTangentialDampingRatio(0)}},
        {"Lee and Herrmann",
         {HertzNormal().setDamping(HertzNormal::Damping::LeeHerrmann).setDampingCoefficient(5000),
          MindlinIncremental().setTangentialDampingRatio(0)}},
        {"constant dashpot",
         {HertzNormal().setDamping(HertzNormal::Damping::Linear).setDampingCoefficient(3),
          MindlinIncremental().setTangentialDampingRatio(0)}},
        {"linear, Cundall", {linear(), CundallSlider().setStiffness(2e5)}},
        {"linear, rolling", {linear(), CundallSlider().setStiffness(2e5), EPSDRolling().setStiffness(1e-3)}},
        {"TTI, restitution below 0.12", {HertzNormal(), MindlinIncremental()}, 0.05}, // where the polynomial of tsuji has a root above 1
        {"linear, restitution below 0.12", {linear(), CundallSlider().setStiffness(2e5)}, 0.05}};
    for (const Law& law : laws) {
        SCOPED_TRACE(law.name);
        Impact impact;
        impact.ballMass = grainMass;
        impact.model = law.model;
        impact.material.setYoungsModulus(1e9).setRestitution(law.restitution);
        impact.duration = 3e-4;
        // LAMMPS turns grains with their whole radius as the lever of the slip, here half the overlap less: 0.3 % of it at this modulus.
        EXPECT_LT(impact.ofGrains(1.25e-7).errorTo(impact.ofBodies()), 3e-3);
    }
}

// Grains of two materials and a surface have, pair by pair, the restitution that the mixing rule gives, and masses by their own densities.
TEST(GrainImpact, MaterialsMixAsSurfacesDo) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const SurfaceMaterial values[] = {soft(0.9), soft(0.3).setYoungsModulus(4e7)}, floor = soft(0.7);
    const Real densities[] = {density, 4 * density};
    const ContactModel model{HertzNormal(), NoFriction()};
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.1), Vec3(.1)).setWalls(false).setGravity(Vec3(0)).setDensity(density).setTimeStep(2e-6).setInterval(1000));
    bed.setLaw(model, values[0]);
    EXPECT_EQ(bed.addMaterial(values[1], densities[1]), 1);
    bed.addSurface(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, -.05)), floor, "floor");
    struct Pair {
        int first, second; // -1: the floor
    };
    const Pair pairs[] = {{0, 0}, {0, 1}, {1, 1}, {-1, 0}, {-1, 1}};
    std::vector<Grain> grains;
    for (int k = 0; k < 5; ++k) {
        const auto& [first, second] = pairs[k];
        const Real x = -.08 + .04 * k, z = first < 0 ? -.05 + 1.01 * radius : 2.01 * radius;
        if (first >= 0) grains.push_back({Vec3(x, 0, 0), radius, Vec3(0), Vec3(0), first});
        grains.push_back({Vec3(x, 0, z), radius, Vec3(0, 0, -1), Vec3(0), second});
    }
    bed.add(grains);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.initialize(system.realizeTopology());
    GrainStepper(bed, integrator).stepTo(.003);
    const std::vector<Grain> after = bed.getGrains();
    std::size_t at = 0;
    for (const auto& [first, second] : pairs) {
        const Real e = mixMaterials(first < 0 ? floor : values[first], values[second], model.mixing).restitution;
        const Grain* const struck = first < 0 ? nullptr : &after[at++];
        const Grain& falling = after[at++];
        EXPECT_NEAR(falling.velocity[2] - (struck ? struck->velocity[2] : 0), e, 0.01 * e) << first << ", " << second; // of the step
        if (struck) {
            EXPECT_NEAR(densities[first] * struck->velocity[2] + densities[second] * falling.velocity[2], -densities[second],
                        1e-9 * densities[second]);
        }
        EXPECT_EQ(falling.material, second);
    }
    EXPECT_NEAR(bed.measure().mass, (4 + 4 * 4) * grainMass, 1e-12); // four grains of each material
}

// Bed and mechanism exchange momentum and angular momentum to rounding, the impulse that is owed counted, for any interval.
TEST(GrainImpact, KeepsMomentum) {
    for (const int interval : {1, 8}) {
        const Impact impact;
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        MobilizedBody::Free ball(matter.Ground(), ballOf(impact.ballMass));
        GrainBed bed(system, impact.options(1e-5, interval));
        bed.setLaw(impact.model, impact.material);
        bed.add({{Vec3(0), radius}});
        const SurfaceIndex surface = bed.addSurface(ball, Sphere(radius), Transform(), impact.material, "ball");
        State state = system.realizeTopology();
        ball.setQToFitTransform(state, impact.place);
        ball.setUToFitVelocity(state, SpatialVec(impact.spin, impact.velocity));
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-10);
        integrator.initialize(state);
        GrainStepper stepper(bed, integrator);
        const auto momentum = [&] {
            const State& now = integrator.getAdvancedState();
            system.realize(now, Stage::Velocity);
            const GrainBedMeasures m = bed.measure();
            const SpatialVec ofBall = ball.calcBodyMomentumAboutBodyOriginInGround(now);
            const SpatialVec pending = bed.getPendingImpulse(surface);
            return SpatialVec(m.angularMomentum + ofBall[0] + ball.getBodyOriginLocation(now) % ofBall[1] + pending[0],
                              m.momentum + ofBall[1] + pending[1]);
        };
        const SpatialVec before = momentum();
        for (int k = 1; k <= 40; ++k) {
            stepper.stepTo(k * 5e-5);
            const SpatialVec now = momentum();
            EXPECT_LT((now[1] - before[1]).norm(), 1e-12 * before[1].norm()) << interval << ", " << k;
            EXPECT_LT((now[0] - before[0]).norm(), 1e-12 * before[0].norm()) << interval << ", " << k;
        }
        EXPECT_LT(bed.getGrains().at(0).velocity[2], -0.1); // they have met
    }
}

namespace {

struct ShapeCase {
    const char* name;
    std::shared_ptr<Shape> shape;
    Transform X_BS;
    Vec3 from; // where the grain is dropped from, towards the origin
};

std::vector<ShapeCase> everyShape() {
    const std::vector<Vec3> points = {{-.03, -.03, -.02}, {.03, -.03, -.02}, {0, .04, -.02}, {0, 0, .02}};
    const std::vector<std::array<int, 3>> faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    const auto hills = [](Real x, Real y) { return 0.01 * std::sin(60 * x) * std::cos(50 * y); };
    const auto terrain = [&hills](Terrain::Surface surface) {
        return Terrain::fromFunction(hills, Vec2(-.05), Vec2(.05), 20, 20, surface).clone();
    };
    const auto of = [](Shape* shape) { return std::shared_ptr<Shape>(shape); };
    const Transform tilted(Rotation(0.3, UnitVec3(1, 2, 3)), Vec3(0, 0, -.02));
    return {{"half space", of(HalfSpace().clone()), HalfSpace::facing(Vec3(.1, .2, 1), Vec3(0)), Vec3(0, 0, .02)},
            {"sphere", of(Sphere(.02).clone()), Vec3(0, 0, -.02), Vec3(.004, .002, .02)},
            {"ellipsoid", of(Ellipsoid(Vec3(.01, .02, .03)).clone()), tilted, Vec3(.004, .002, .03)},
            {"wheel", of(Wheel(.03, .008).clone()), tilted, Vec3(.022, .002, .03)},
            {"cylinder", of(Cylinder(.03, .02, .005).clone()), tilted, Vec3(.004, .002, .04)},
            {"capsule", of(Capsule(.01, .02).clone()), tilted, Vec3(.004, .002, .03)},
            {"brick", of(Brick(Vec3(.02, .03, .02), .003).clone()), tilted, Vec3(.004, .002, .03)},
            {"hull", of(ConvexHull(points, .002).clone()), tilted, Vec3(.004, .002, .03)},
            {"mesh", of(Mesh(points, faces, .001).clone()), tilted, Vec3(.004, .002, .03)},
            {"container", of(Mesh(points, faces, 0).asContainer().clone()), Transform(), Vec3(.001, .002, -.005)},
            {"smooth terrain", of(terrain(Terrain::Surface::Smooth)), Transform(), Vec3(.01, .012, .02)},
            {"faceted terrain", of(terrain(Terrain::Surface::Faceted)), Transform(), Vec3(.01, .012, .02)}};
}

} // namespace

// A grain that is thrown onto any shape bounces as a body does. The dashpot's order of 1.25 leaves up to 3 um at this step.
TEST(GrainImpact, EveryShapeBouncesAsInTheLibrary) {
    for (const ShapeCase& one : everyShape()) {
        SCOPED_TRACE(one.name);
        const Real duration = 0.06;
        const Vec3 thrown(0.1, 0.05, one.from[2] < 0 ? -0.5 : -0.7);
        const Vec3 gravity(0, 0, -9.81);
        Vec3 expected;
        int numSteps = 0;
        {
            MultibodySystem system;
            SimbodyMatterSubsystem matter(system);
            GeneralForceSubsystem forces(system);
            Force::UniformGravity(forces, matter, gravity);
            ContactSurfaces surfaces(matter);
            MobilizedBody::Free grain(matter.Ground(), ballOf(grainMass));
            surfaces.add(matter.Ground(), *one.shape, one.X_BS, soft(), "shape");
            surfaces.add(grain, Sphere(radius), Vec3(0), soft(), "grain");
            ContactModel twoBody = hertzMindlin();
            twoBody.effectiveMass.kind = EffectiveMass::TwoBody;
            DEMContactForce force(forces, surfaces, twoBody);
            State state = system.realizeTopology();
            grain.setQToFitTransform(state, one.from);
            grain.setUToFitVelocity(state, SpatialVec(Vec3(5, 0, 0), thrown));
            RungeKuttaMersonIntegrator integrator(system);
            integrator.setAccuracy(1e-9);
            integrator.initialize(state);
            while (integrator.getTime() < duration) integrator.stepTo(duration);
            system.realize(integrator.getState(), Stage::Position);
            expected = grain.getBodyOriginLocation(integrator.getState());
            numSteps = integrator.getNumStepsTaken();
        }
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GrainBed bed(system, GrainBedOptions()
                                 .setBox(Vec3(-0.2), Vec3(0.2))
                                 .setWalls(false)
                                 .setGravity(gravity)
                                 .setDensity(density)
                                 .setTimeStep(2e-6)
                                 .setInterval(1000));
        bed.setLaw(hertzMindlin(), soft());
        bed.add({{one.from, radius, thrown, Vec3(5, 0, 0)}});
        bed.addSurface(matter.Ground(), *one.shape, one.X_BS, soft(), one.name);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.initialize(system.realizeTopology());
        GrainStepper(bed, integrator).stepTo(duration);
        const Vec3 place = bed.getGrains().at(0).position,
                   free = one.from + thrown * duration + 0.5 * gravity * duration * duration;
        EXPECT_GT((place - free).norm(), 0.005); // it has bounced
        EXPECT_LT((place - expected).norm(), 5e-6) << place << " for " << expected << " after " << numSteps << " steps";
    }
}

} // namespace test_impact_on_grain
