// SPDX-License-Identifier: Apache-2.0
#include "GrainScenes.h"

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Terrain.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace test_grain_bed {

using namespace grain_scenes;
using testing::AllOf;
using testing::HasSubstr;

namespace {

const Vec3 down(0, 0, -9.81);

// Some hundred grains in a box that repeats itself in x and y.
struct SmallBed {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<GrainBed> bed;

    explicit SmallBed(int ranks = 1, int interval = 1, Real step = 1.1e-5) {
        Force::UniformGravity(forces, matter, down);
        bed = std::make_unique<GrainBed>(system, GrainBedOptions()
                                                     .setBox(Vec3(-.03, -.03, 0), Vec3(.03, .03, .12))
                                                     .setPeriodic(true, true, false)
                                                     .setRanks(ranks)
                                                     .setTimeStep(step)
                                                     .setInterval(interval));
        bed->setLaw(hertzMindlin(), soft(0.3));
    }
};

Real largestDifference(const std::vector<Grain>& a, const std::vector<Grain>& b) {
    Real most = a.size() == b.size() ? 0 : Infinity;
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
        Vec3 way = a[k].position - b[k].position;
        for (int axis = 0; axis < 2; ++axis) way[axis] -= 0.06 * std::round(way[axis] / 0.06);
        most = std::max(most, way.norm());
    }
    return most;
}

// Drops a plate on elastic grains without friction. Returns the largest error of the energy of bed, plate and contacts in 0.1 s, over m g h.
Real energyErrorOf(const std::vector<Grain>& grains, Real step, int interval) {
    SmallBed scene(1, interval, step);
    scene.bed->setLaw({HertzNormal().setDamping(HertzNormal::Damping::None), NoFriction()}, soft(1));
    scene.bed->add(grains);
    const Real mass = 0.05;
    MobilizedBody::Slider plate(scene.matter.Ground(), Rotation(-Pi / 2, YAxis),
                                Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia(1e-4))),
                                Rotation(-Pi / 2, YAxis));
    scene.bed->addSurface(plate, HalfSpace(), HalfSpace::facing(Vec3(0, 0, -1), Vec3(0)), soft(1), "plate");
    State state = scene.system.realizeTopology();
    const Real height = scene.bed->measure().highest + .001;
    plate.setOneQ(state, 0, height);
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.setAccuracy(1e-7);
    integrator.initialize(state);
    GrainStepper stepper(*scene.bed, integrator);
    const auto energy = [&] {
        const State& now = stepper.getState();
        scene.system.realize(now, Stage::Dynamics);
        const GrainBedMeasures m = scene.bed->measure();
        return m.kineticEnergy + m.potentialEnergy + m.storedEnergy + m.surfaceEnergy + m.wallEnergy +
               scene.system.calcEnergy(now);
    };
    stepper.stepTo(1e-5);
    const Real before = energy(), scale = mass * 9.81 * height;
    Real most = 0;
    for (int k = 1; k <= 20; ++k) {
        stepper.stepTo(.005 * k);
        most = std::max(most, std::abs(energy() - before));
    }
    EXPECT_GT(scene.bed->measure().kineticEnergy, 1e-2 * scale); // it has hit the grains
    return most / scale;
}

std::vector<Grain> pour60() {
    SmallBed scene;
    scene.bed->fill(Pouring(.005, 1).setCount(60));
    return scene.bed->getGrains();
}

} // namespace

// A bed that is poured up to a height is that high, at rest, and the floor carries its weight.
TEST(GrainBed, IsFilledUpToAHeight) {
    SmallBed scene;
    scene.bed->fill(Pouring(GrainRadii(.004, .005), 1).upTo(.04));
    const GrainBedMeasures m = scene.bed->measure();
    EXPECT_GT(m.grains, 120);
    EXPECT_NEAR(m.height, .04, .004); // the tops differ by less than a radius
    EXPECT_LT(m.highest, .0465);
    EXPECT_LT(m.kineticEnergy, 1e-5 * m.mass * 9.81 * .004);
    EXPECT_NEAR(m.wallForce[2], m.mass * 9.81,
                1e-2 * m.mass * 9.81); // what still moves accelerates by some thousandths of g
    EXPECT_GT(m.coordinationNumber, 3.5);
    EXPECT_LT(m.coordinationNumber, 7);
    EXPECT_LT(m.deepestOverlap, .02); // of soft grains
}

// Equal seeds make equal beds, others do not.
TEST(GrainBed, DependsOnTheSeedAlone) {
    std::vector<Grain> beds[3];
    for (const int k : {0, 1, 2}) {
        SmallBed scene;
        scene.bed->fill(Pouring(.005, k == 2 ? 7 : 1).setCount(40));
        EXPECT_EQ(scene.bed->getNumGrains(), 40);
        beds[k] = scene.bed->getGrains();
    }
    EXPECT_EQ(largestDifference(beds[0], beds[1]), 0);
    EXPECT_GT(largestDifference(beds[0], beds[2]), 1e-3);
}

// A plate that falls onto a bed comes to rest on it and is carried with its weight, on one rank and on two, at interval 1 and 8.
TEST(GrainBed, CarriesAPlate) {
    for (const auto& [ranks, interval] : {std::pair(1, 1), std::pair(1, 8), std::pair(2, 8)}) {
        SmallBed scene(ranks, interval);
        scene.bed->fill(Pouring(GrainRadii(.004, .005), 1).upTo(.03));
        const Real mass = 0.1;
        MobilizedBody::Slider plate(scene.matter.Ground(), Rotation(-Pi / 2, YAxis),
                                    Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia(1e-4))),
                                    Rotation(-Pi / 2, YAxis));
        const SurfaceIndex surface =
            scene.bed->addSurface(plate, Brick(Vec3(.02, .02, .005), .002), Transform(), soft(), "plate");
        State state = scene.system.realizeTopology();
        plate.setOneQ(state, 0, scene.bed->measure().highest + .0055);
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.setAccuracy(1e-4);
        integrator.initialize(state);
        GrainStepper stepper(*scene.bed, integrator);
        stepper.stepTo(.2);
        Real force = 0;
        for (int k = 0; k < 100; ++k) {
            stepper.stepTo(.2 + .0005 * (k + 1));
            force += scene.bed->getWrench(stepper.getState(), surface)[1][2] / 100;
        }
        EXPECT_NEAR(force, mass * 9.81, .03 * mass * 9.81)
            << ranks << ", " << interval; // it still settles by some mm/s^2
        EXPECT_GT(scene.bed->getNumContacts(surface), 3);
    }
}

// Energy of bed, plate and contacts is kept to the second order in the step of the bed.
TEST(GrainBed, KeepsEnergy) {
    const std::vector<Grain> grains = pour60();
    const Real coarse = energyErrorOf(grains, 1e-5, 1), fine = energyErrorOf(grains, 5e-6, 1);
    EXPECT_LT(coarse, 1e-5);     // of m g h; measured 2.3e-6
    EXPECT_LT(fine, coarse / 3); // second order
}

// Energy is kept in long intervals too, since hits and stiff contacts shorten them.
TEST(GrainBed, KeepsEnergyInLongIntervals) {
    const std::vector<Grain> grains = pour60();
    EXPECT_LT(energyErrorOf(grains, 1e-5, 16), 1e-4); // of m g h; measured 2.6e-5
    EXPECT_LT(energyErrorOf(grains, 1e-5, 200), 5e-3); // later grains hit a plate that others touch
}

// A grain in free fall has speed g t and has fallen by g t^2/2, in whatever pieces the time is asked for. The step becomes shorter than the
// longest one to fit them.
TEST(GrainBed, FallsFreelyInStepsOfAnyLength) {
    for (const int pieces : {1, 7, 100, 800}) {
        SmallBed scene(1, 4, 2.3e-5);
        scene.bed->add({{Vec3(0, 0, .1), .005}});
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.initialize(scene.system.realizeTopology());
        GrainStepper stepper(*scene.bed, integrator);
        for (int k = 1; k <= pieces; ++k) stepper.stepTo(.02 * k / pieces);
        const Grain grain = scene.bed->getGrains().at(0);
        EXPECT_NEAR(grain.velocity[2], -9.81 * .02, 1e-9) << pieces << " pieces";
        EXPECT_NEAR(grain.position[2], .1 - 9.81 * .02 * .02 / 2, 1e-9) << pieces << " pieces";
    }
}

// A bed names the release of LAMMPS that computes its grains, and its MPI or that it has none.
TEST(GrainBed, NamesItsLammps) {
    SmallBed scene(1, 4, 2.3e-5);
    scene.bed->add({{Vec3(0, 0, .1), .005}});
    EXPECT_THAT(scene.bed->describeServer(), testing::MatchesRegex("LAMMPS of [0-9]+ [A-Za-z]+ 20[0-9]+.*, .*MPI.*"));
}

// A half space whose frame is far from the box meets grains as one whose frame is near.
TEST(GrainBed, HalfSpaceMayTurnAboutAFarPivot) {
    Real speeds[2];
    for (const int k : {0, 1}) {
        const Real arm = k ? 10 : .1;
        SmallBed scene;
        scene.bed = std::make_unique<GrainBed>(
            scene.system, GrainBedOptions().setBox(Vec3(-.03), Vec3(.03)).setGravity(Vec3(0)).setTimeStep(1e-5));
        scene.bed->setLaw(hertzMindlin(), soft());
        scene.bed->add({{Vec3(0), .005}});
        // A table on a pin about y, far along x.
        MobilizedBody::Pin table(scene.matter.Ground(), Transform(Rotation(-Pi / 2, XAxis), Vec3(-arm, 0, -.006)),
                                 Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))), Rotation(-Pi / 2, XAxis));
        scene.bed->addSurface(table, HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), soft(), "table");
        State state = scene.system.realizeTopology();
        table.lockAt(state, -.5 / arm, Motion::Velocity); // the table rises where the grain is
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.initialize(state);
        GrainStepper(*scene.bed, integrator).stepTo(.01);
        speeds[k] = scene.bed->getGrains().at(0).velocity[2];
    }
    EXPECT_NEAR(speeds[0], .8, .08); // 0.5 m/s and what restitution 0.6 adds, less for a table that turns on
    EXPECT_NEAR(speeds[1], .8, .08);
}

// A light plate on four grains is stable at a long interval, with one surface and with one for each grain, since grains on all surfaces of a
// body count. So is a flap that is heavy, but turns easily.
TEST(GrainBed, LightBodiesShortenTheInterval) {
    for (const bool isFlap : {false, true})
        for (const int count : {1, 4}) {
            if (isFlap && count == 4) continue;
            SmallBed scene(1, 16, 2e-5);
            std::vector<Grain> grains;
            for (const Real x : {-.012, .012})
                for (const Real y : {-.012, .012}) grains.push_back({Vec3(x, y, .00499), .005});
            scene.bed->add(grains);
            const Real mass = isFlap ? .05 : .004; // of a grain 1.3 g
            MobilizedBody::Pin flap(scene.matter.Ground(), Transform(Rotation(-Pi / 2, XAxis), Vec3(-.016, 0, .0135)),
                                    Body::Rigid(MassProperties(isFlap ? mass : 1e-3, Vec3(1e-4, 0, 0), Inertia(2e-7))),
                                    Rotation(-Pi / 2, XAxis));
            MobilizedBody::Slider plate(scene.matter.Ground(), Rotation(-Pi / 2, YAxis),
                                        Body::Rigid(MassProperties(mass, Vec3(0), Inertia(1e-6))),
                                        Rotation(-Pi / 2, YAxis));
            if (isFlap)
                scene.bed->addSurface(flap, Brick(Vec3(.02, .02, .0035), .001), Vec3(.016, 0, 0), soft(), "flap");
            for (int k = 0; !isFlap && k < count; ++k) {
                const Real half = count == 1 ? .02 : .008;
                const Vec3 place = count == 1 ? Vec3(0) : Vec3(k % 2 ? .012 : -.012, k / 2 ? .012 : -.012, 0);
                scene.bed->addSurface(plate, Brick(Vec3(half, half, .0035), .001), place, soft(), "");
            }
            State state = scene.system.realizeTopology();
            plate.setOneQ(state, 0, isFlap ? .1 : .0135);
            if (!isFlap) flap.lock(state);
            if (isFlap) plate.lock(state);
            RungeKuttaMersonIntegrator integrator(scene.system);
            integrator.initialize(state);
            GrainStepper stepper(*scene.bed, integrator);
            stepper.stepTo(.15);
            EXPECT_GT(scene.bed->getNumShortened(), 100) << count << " surfaces, flap " << isFlap;
            EXPECT_LT(std::abs(isFlap ? flap.getOneU(stepper.getState(), 0) : plate.getOneU(stepper.getState(), 0)),
                      isFlap ? .5 : .005) // [rad/s], [m/s]
                << count << " surfaces, flap " << isFlap;
        }
}

// The advised interval is 0.3 over the frequency of a plate on the springs of its contacts. Between springs that are linear and equal the
// frequency has a closed form, to the tenth by which the search for it exceeds it. For a heavy plate it is the longest
// useful interval.
TEST(GrainBed, AdvisesAnInterval) {
    const Real stiffness = 1000, light = 0.01; // [N/m], [kg]
    for (const Real mass : {light, 100.}) {
        SmallBed scene(1, 4, 2e-5);
        scene.bed->setLaw({LinearNormal().setStiffness(stiffness), NoFriction()}, soft(1));
        std::vector<Grain> grains;
        for (const Real x : {-.012, .012})
            for (const Real y : {-.012, .012}) grains.push_back({Vec3(x, y, .005), .005});
        scene.bed->add(grains);
        MobilizedBody::Slider plate(scene.matter.Ground(), Rotation(-Pi / 2, YAxis),
                                    Body::Rigid(MassProperties(mass, Vec3(0), Inertia(1e-6))), Rotation(-Pi / 2, YAxis));
        scene.bed->addSurface(plate, HalfSpace(), HalfSpace::facing(Vec3(0, 0, -1)), soft(1), "plate");
        State state = scene.system.realizeTopology();
        plate.setOneQ(state, 0, .01 - 1e-6);
        if (mass > light) plate.lock(state);
        EXPECT_EQ(scene.bed->adviseInterval().reason, GrainIntervalAdvice::Reason::NoContact);
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.initialize(state);
        GrainStepper(*scene.bed, integrator).stepTo(2e-4);
        const GrainIntervalAdvice advice = scene.bed->adviseInterval();
        if (mass > light) {
            EXPECT_EQ(advice.reason, GrainIntervalAdvice::Reason::Exchange) << advice.text;
            EXPECT_EQ(advice.interval, 25);
            continue;
        }
        const Real frequency = std::sqrt(4 * stiffness / mass); // 632 rad/s
        EXPECT_NEAR(advice.frequency, frequency, 0.1 * frequency);
        EXPECT_EQ(advice.reason, GrainIntervalAdvice::Reason::Frequency);
        EXPECT_EQ(advice.interval, int(0.3 / advice.frequency / 2e-5));
        EXPECT_THAT(advice.text, AllOf(HasSubstr("interval of " + std::to_string(advice.interval)), HasSubstr("rad/s")));
    }
}

// A passive roller of small inertia, carried by a heavy slider, lies still on grains at a long interval: along its rim it is light, although
// the force on it is vertical.
TEST(GrainBed, PassiveRollersDoNotBuzz) {
    SmallBed scene(1, 16);
    scene.bed->fill(Pouring(.005, 1).setCount(150));
    MobilizedBody::Slider slider(scene.matter.Ground(), Rotation(-Pi / 2, YAxis),
                                 Body::Rigid(MassProperties(.05, Vec3(0), Inertia(1e-4))), Rotation(-Pi / 2, YAxis));
    const Rotation alongY(-Pi / 2, XAxis);
    MobilizedBody::Pin roller(slider, Transform(alongY), Body::Rigid(MassProperties(.005, Vec3(0), Inertia(1e-7))),
                              Transform(alongY)); // of inertia over radius squared 1 g, less than a grain of 1.3 g
    scene.bed->addSurface(roller, Capsule(.01, .012), Transform(alongY), soft(.3), "roller");
    State state = scene.system.realizeTopology();
    slider.setOneQ(state, 0, scene.bed->measure().highest + .0101);
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.initialize(state);
    GrainStepper stepper(*scene.bed, integrator);
    stepper.stepTo(.2);
    Real squares = 0;
    for (int k = 1; k <= 20; ++k) {
        stepper.stepTo(.2 + .001 * k);
        squares += square(roller.getOneU(stepper.getState(), 0)) / 20;
    }
    EXPECT_LT(std::sqrt(squares), 1.); // [rad/s]
    EXPECT_GT(slider.getOneQ(stepper.getState(), 0), .01); // the roller lies on the grains
}

// A ball and a wheel that are turned fit into a box that repeats itself as they do unturned, although their boxes do not.
TEST(GrainBed, TurnedBodiesFitIntoAPeriodicBox) {
    const Cylinder wheel(.02, .008, .002);
    const Sphere sphere(.02);
    const Ellipsoid egg(Vec3(.02, .02, .019));
    for (const Shape* shape :
         {static_cast<const Shape*>(&wheel), static_cast<const Shape*>(&sphere), static_cast<const Shape*>(&egg)}) {
        SmallBed scene; // .06 m wide
        scene.bed->add({{Vec3(0, 0, .005), .005}});
        MobilizedBody::Free body(scene.matter.Ground(), ballOf(1));
        scene.bed->addSurface(body, *shape, Transform(), soft(), "turned");
        State state = scene.system.realizeTopology();
        body.setQToFitTransform(state, Transform(Rotation(Pi / 4, ZAxis), Vec3(0, 0, .06)));
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.initialize(state);
        EXPECT_NO_THROW(GrainStepper(*scene.bed, integrator).stepTo(1e-4));
    }
}

// Pouring leaves out the places that a surface of Ground has.
TEST(GrainBed, IsPouredAroundAPillar) {
    SmallBed scene;
    const SurfaceIndex pillar =
        scene.bed->addSurface(scene.matter.Ground(), Capsule(.01, .05), Vec3(0, 0, .05), soft(), "pillar");
    scene.bed->fill(Pouring(.005, 1).setCount(60));
    EXPECT_EQ(scene.bed->getNumGrains(), 60);
    for (const Grain& grain : scene.bed->getGrains())
        EXPECT_TRUE(grain.position[2] > .1 || std::hypot(grain.position[0], grain.position[1]) > .0149)
            << grain.position;
    EXPECT_GT(scene.bed->getNumContacts(pillar), 0);
}

// The contacts of a surface, read one by one, sum up to its force, and touch grains that are there.
TEST(GrainBed, ListsTheContactsOfASurface) {
    for (const Pouring& pouring :
         {Pouring(GrainRadii(.004, .005), 1).setCount(60), Pouring(GrainRadii(.004, .005), 1).upTo(.03)}) {
        SmallBed scene(2);
        const SurfaceIndex floor = scene.bed->addSurface(
            scene.matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, .01)), soft(), "floor");
        scene.bed->fill(pouring);
        const std::vector<Grain> grains = scene.bed->getGrains();
        const std::vector<GrainContact> contacts = scene.bed->getContacts(floor);
        EXPECT_EQ(int(contacts.size()), scene.bed->getNumContacts(floor));
        EXPECT_GT(contacts.size(), 5u);
        Vec3 sum(0);
        for (const GrainContact& contact : contacts) {
            sum += contact.force;
            const Grain& grain = grains.at(std::size_t(contact.grain));
            EXPECT_NEAR(contact.overlap, grain.radius - (grain.position[2] - .01), 1e-12);
            EXPECT_LT((contact.normal - Vec3(0, 0, 1)).norm(), 1e-12);
            EXPECT_NEAR(contact.point[2], .01 - contact.overlap / 2, 1e-12);
        }
        const Vec3 force = scene.bed->getWrenchAtEnd(floor)[1];
        EXPECT_LT((sum - force).norm(), 1e-12 * force.norm());
    }
}

// The contacts among grains are listed once, periodic ones included, on one rank and on two: in a column at rest each carries the grains
// above it.
TEST(GrainBed, ListsTheContactsAmongGrains) {
    for (const int ranks : {1, 2}) {
        SmallBed scene(ranks);
        std::vector<Grain> column;
        for (int k = 0; k < 4; ++k) column.push_back({Vec3(0, 0, .005 + .0099 * k), .005});
        scene.bed->add(column);
        scene.bed->settle(5);
        std::vector<GrainPair> pairs = scene.bed->getPairs();
        ASSERT_EQ(pairs.size(), 3u);
        std::sort(pairs.begin(), pairs.end(),
                  [](const GrainPair& a, const GrainPair& b) { return a.point[2] < b.point[2]; });
        for (int k = 0; k < 3; ++k) {
            const Real up = pairs[k].second > pairs[k].first ? 1 : -1; // direction from the first grain
            EXPECT_EQ(pairs[k].first + pairs[k].second, 2 * k + 1);
            EXPECT_NEAR(pairs[k].force[2] * up, (3 - k) * grainMass * 9.81, 0.03 * grainMass * 9.81); // not quite still
            EXPECT_NEAR(pairs[k].normal[2] * up, 1, 1e-9);
            EXPECT_GT(pairs[k].overlap, 0);
        }
    }
}

// In a column of balls the vertical stress of each layer is the weight of what lies above its middle, over the area of the box. All mass is
// in some layer.
TEST(GrainBed, MeasuresTheStressOfLayers) {
    SmallBed scene(2);
    std::vector<Grain> column;
    for (int k = 0; k < 8; ++k) column.push_back({Vec3(0, 0, .005 + .00998 * k), .005});
    scene.bed->add(column);
    scene.bed->settle(10);
    const std::vector<GrainLayer> layers = scene.bed->measureLayers(4);
    const Real area = .06 * .06, weight = grainMass * 9.81;
    ASSERT_EQ(layers.size(), 4u);
    Real solid = 0;
    for (int k = 0; k < 4; ++k) {
        EXPECT_EQ(layers[k].grains, 2);
        // Two of eight grains are in each layer. Over the height of a grain its own weight comes to the force that it bears. The column still
        // sinks a little.
        EXPECT_NEAR(layers[k].stress(2, 2), (8 - 2 * k - 1) * weight / area, .02 * 8 * weight / area);
        EXPECT_NEAR(layers[k].stress(0, 0), 0, 1e-3 * 8 * weight / area);
        solid += layers[k].solidFraction * area * (layers[k].high - layers[k].low);
    }
    EXPECT_NEAR(solid, 8 * grainMass / density, 1e-12 * grainMass);
}

// With a tolerance the interval grows where forces change little, and the error of a body's velocity stays near the tolerance.
TEST(GrainBed, ChoosesTheIntervalByItsError) {
    long long intervals[2];
    const Real tolerances[] = {1e-5, 1e-3};
    for (const int k : {0, 1}) {
        SmallBed scene(1, 32);
        scene.bed.reset();
        scene.bed = std::make_unique<GrainBed>(scene.system, GrainBedOptions()
                                                                 .setBox(Vec3(-.03, -.03, 0), Vec3(.03, .03, .12))
                                                                 .setPeriodic(true, true, false)
                                                                 .setInterval(32)
                                                                 .setIntervalTolerance(tolerances[k])
                                                                 .setTimeStep(1.1e-5));
        scene.bed->setLaw(hertzMindlin(), soft());
        scene.bed->fill(Pouring(GrainRadii(.004, .005), 1).setCount(60));
        MobilizedBody::Slider plate(scene.matter.Ground(), Rotation(-Pi / 2, YAxis),
                                    Body::Rigid(MassProperties(.2, Vec3(0), Inertia(1e-5))), Rotation(-Pi / 2, YAxis));
        scene.bed->addSurface(plate, Brick(Vec3(.02, .02, .005), .002), Transform(), soft(), "plate");
        State state = scene.system.realizeTopology();
        plate.setOneQ(state, 0, scene.bed->measure().highest + .0055);
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.initialize(state);
        GrainStepper stepper(*scene.bed, integrator);
        Real most = 0;
        for (int i = 1; i <= 100; ++i) {
            stepper.stepTo(.0011 * i);
            most = std::max(most, scene.bed->getIntervalError());
        }
        EXPECT_LT(most, 10 * tolerances[k]) << "tolerance " << tolerances[k]; // the first contact is not foreseen
        EXPECT_EQ(stepper.getNumSteps(), 10000);
        intervals[k] = scene.bed->getNumIntervals();
    }
    EXPECT_GT(intervals[0], 1.2 * intervals[1]); // the latter are nearly as long as they may be, 32 steps
    EXPECT_LT(intervals[1], 10000 / 8);
}

// A bed that was cut to a height on two ranks is in equilibrium: the floor carries its weight, so every pair of grains pulls equally at both.
TEST(GrainBed, IsInEquilibriumAfterItWasCut) {
    SmallBed scene(2);
    scene.bed->fill(Pouring(GrainRadii(.004, .005), 1).upTo(.04));
    scene.bed->settle(10);
    GrainBedMeasures m[2];
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.initialize(scene.system.realizeTopology());
    GrainStepper stepper(*scene.bed, integrator);
    for (const int k : {0, 1}) {
        stepper.stepTo(1.1e-5 * (100 + k));
        m[k] = scene.bed->measure();
    }
    const Real weight = m[0].mass * 9.81, rate = (m[1].momentum[2] - m[0].momentum[2]) / 1.1e-5;
    EXPECT_NEAR(0.5 * (m[0].wallForce[2] + m[1].wallForce[2]) - weight, rate, 1e-6 * weight); // of a step
}

// Grains are poured on terrain, which is a sheet, and not behind it; and above a half space that fills the lower part of the box.
TEST(GrainBed, IsPouredOnTheFrontOfSheets) {
    const auto countBelow = [](const Shape& shape, const Transform& pose, Real low) {
        SmallBed scene;
        scene.bed->addSurface(scene.matter.Ground(), shape, pose, soft(), "sheet");
        scene.bed->fill(Pouring(.004, 1).setCount(40));
        const std::vector<Grain> grains = scene.bed->getGrains();
        EXPECT_EQ(grains.size(), 40u);
        return std::count_if(grains.begin(), grains.end(), [&](const Grain& g) { return g.position[2] < low; });
    };
    const Vector lines(Vec4(-.03, -.01, .01, .03));
    const Terrain flat(lines, lines, Matrix(4, 4, .02));
    EXPECT_EQ(countBelow(flat, Transform(), .02), 0);
    std::vector<Vec3> corners;
    for (const Real z : {.02, .11})
        for (const Real y : {-.02, .02})
            for (const Real x : {-.02, .02}) corners.emplace_back(x, y, z);
    const std::vector<std::array<int, 3>> faces{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                                {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    EXPECT_EQ(countBelow(Mesh(corners, faces, 1e-4).asContainer(), Transform(), .02), 0);
    EXPECT_EQ(countBelow(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, .03)), .03), 0);
}

// No grain is poured below a steep terrain, smooth or faceted, bump, valley or waves, as wide as the box or wider, nor within a closed
// mesh. A grain that is added there is an error with its place and the surface.
TEST(GrainBed, IsNotPouredBehindTerrain) {
    const std::vector<std::function<Real(Real, Real)>> shapes = {
        [](Real x, Real y) { return .006 + .012 * std::exp(-(x * x + y * y) / 1e-4); },
        [](Real x, Real) { return .006 + .4 * std::abs(x); },
        [](Real x, Real y) { return .02 + .008 * std::sin(200 * x) * std::cos(100 * y); }};
    for (std::size_t k = 0; k < shapes.size(); ++k)
        for (const Terrain::Surface surface : {Terrain::Surface::Smooth, Terrain::Surface::Faceted}) {
            const Real margin = k == 1 ? 0 : .01;
            SmallBed scene;
            scene.bed = std::make_unique<GrainBed>(
                scene.system, GrainBedOptions().setBox(Vec3(-.03, -.03, -.02), Vec3(.03, .03, .1)));
            scene.bed->setLaw(hertzMindlin(), soft(.3));
            scene.bed->addSurface(
                scene.matter.Ground(),
                Terrain::fromFunction(shapes[k], Vec2(-.03 - margin), Vec2(.03 + margin), 20, 20, surface), Transform(),
                soft(), "hills");
            scene.bed->fill(Pouring(GrainRadii(.0024, .003), 1).setCount(60));
            for (const Grain& g : scene.bed->getGrains())
                EXPECT_GT(g.position[2], shapes[k](g.position[0], g.position[1])) << k << ": " << g.position;
            EXPECT_THAT(messageOf([&] { scene.bed->add({{Vec3(.001, .002, -.015), .003}}); }),
                        AllOf(HasSubstr("grain 0 at (0.001, 0.002, -0.015) m"), HasSubstr("behind the surface hills")));
            EXPECT_EQ(scene.bed->getNumGrains(), 60);
        }
    std::vector<Vec3> corners;
    for (const Real z : {.0, .05})
        for (const Real y : {-.02, .02})
            for (const Real x : {-.02, .02}) corners.emplace_back(x, y, z);
    const std::vector<std::array<int, 3>> faces{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                                {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    SmallBed scene;
    scene.bed->addSurface(scene.matter.Ground(), Mesh(corners, faces, 1e-4), Transform(), soft(), "box");
    scene.bed->fill(Pouring(.002, 1).setCount(100));
    for (const Grain& g : scene.bed->getGrains())
        EXPECT_TRUE(std::max(std::abs(g.position[0]), std::abs(g.position[1])) > .02 || g.position[2] > .05)
            << g.position;
}

// A series of files for ParaView has every grain at every time: the list names the files, and each has its arrays in full.
TEST(GrainBed, IsWrittenForParaView) {
    SmallBed scene;
    scene.bed->add({{Vec3(.01, .02, .03), .005, Vec3(1, 2, 3), Vec3(4, 5, 6)}, {Vec3(-.01, .02, .03), .004}});
    const std::string stem = testing::TempDir() + "grain_series_" + std::to_string(getpid());
    GrainSeries series(stem + ".pvd");
    series.write(*scene.bed);
    series.write(*scene.bed);
    EXPECT_EQ(series.getNumTimes(), 2);
    const auto read = [](const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        std::string text((std::istreambuf_iterator<char>(file)), {});
        std::remove(path.c_str());
        return text;
    };
    EXPECT_THAT(read(stem + ".pvd"), testing::HasSubstr("_00001.vtp\"/>"));
    const std::string vtp = read(stem + "_00001.vtp");
    read(stem + "_00000.vtp");
    EXPECT_THAT(vtp, testing::HasSubstr("NumberOfPoints=\"2\""));
    const std::size_t start = vtp.find("\n_") + 2;
    const auto numbersAt = [&](const std::string& name) {
        const std::size_t at = vtp.find("Name=\"" + name + "\""), offset = vtp.find("offset=\"", at) + 8;
        const char* const array = vtp.data() + start + std::atoi(vtp.c_str() + offset);
        std::uint64_t size = 0;
        std::memcpy(&size, array, sizeof size);
        std::vector<double> numbers(size / sizeof(double));
        std::memcpy(numbers.data(), array + sizeof size, size);
        return numbers;
    };
    EXPECT_EQ(numbersAt("points"), (std::vector<double>{.01, .02, .03, -.01, .02, .03}));
    EXPECT_EQ(numbersAt("radius"), (std::vector<double>{.005, .004}));
    EXPECT_EQ(numbersAt("velocity"), (std::vector<double>{1, 2, 3, 0, 0, 0}));
    EXPECT_EQ(numbersAt("angularVelocity"), (std::vector<double>{4, 5, 6, 0, 0, 0}));
    EXPECT_THROW(GrainSeries("grains.vtp"), std::invalid_argument);
    GrainSeries nowhere("/no/such/folder/grains.pvd");
    EXPECT_THROW(nowhere.write(*scene.bed), std::runtime_error);
}

// A replay shows the grains, thinned evenly where there are too many.
TEST(GrainBed, IsShownInAReplay) {
    SmallBed scene;
    std::vector<Grain> grains;
    for (int k = 0; k < 100; ++k)
        grains.push_back({Vec3(.006 * (k % 10) - .027, .006 * (k / 10) - .027, .05), .002, Vec3(0, 0, .001 * k)});
    scene.bed->add(grains);
    const std::string file = testing::TempDir() + "grains_" + std::to_string(getpid()) + ".html";
    const auto radiiIn = [&](int most) {
        {
            ReplayRecorder replay(scene.system, file, Infinity);
            showGrains(replay, *scene.bed, most);
            replay.record(scene.system.realizeTopology());
        }
        std::ifstream in(file);
        const std::string page((std::istreambuf_iterator<char>(in)), {});
        const std::size_t from = page.rfind("radii:\"") + 7;
        return (page.find('"', from) - from) / 4 * 3 / 4; // floats in base 64
    };
    EXPECT_EQ(radiiIn(1000), 100u);
    EXPECT_EQ(radiiIn(30), 30u);
    EXPECT_THROW(radiiIn(0), std::invalid_argument);
    std::remove(file.c_str());
}

// Grains of a box that repeats itself are drawn in the places that are nearest to a body, in a replay of the System of the body.
TEST(GrainBed, IsShownAroundABody) {
    SmallBed scene;
    MobilizedBody::Free body(scene.matter.Ground(), ballOf(1));
    scene.bed->add({{Vec3(-.02, .01, .05), .004}, {Vec3(.02, .01, .05), .004}});
    State state = scene.system.realizeTopology();
    body.setQToFitTranslation(state, Vec3(.085, -.025, .3)); // out of the box, which is .06 wide
    const std::string file = testing::TempDir() + "around_" + std::to_string(getpid()) + ".html";
    const auto ballsOf = [&](const std::function<void(ReplayRecorder&)>& show) {
        {
            ReplayRecorder replay(scene.system, file, Infinity);
            show(replay);
            replay.record(state);
        }
        std::ifstream in(file);
        const std::string page((std::istreambuf_iterator<char>(in)), {});
        const std::size_t from = page.rfind("balls:\"");
        return page.substr(from, page.find('"', from + 7) - from);
    };
    const std::string expected = ballsOf([](ReplayRecorder& replay) {
        replay.showBalls([](const State&) {
            return std::vector<ReplayBall>{{Vec3(.1, -.05, .05), .004, 0}, {Vec3(.08, -.05, .05), .004, 0}};
        });
    });
    EXPECT_EQ(ballsOf([&](ReplayRecorder& replay) { showGrains(replay, *scene.bed, body); }), expected);
    EXPECT_NE(ballsOf([&](ReplayRecorder& replay) { showGrains(replay, *scene.bed); }), expected);
    std::remove(file.c_str());
    MultibodySystem other;
    SimbodyMatterSubsystem foreign(other);
    ReplayRecorder replay(scene.system, file, Infinity);
    EXPECT_THROW(showGrains(replay, *scene.bed, foreign.Ground()), std::invalid_argument);
}

// A ContactIntegrator moves the mechanism as well as a Simbody integrator.
TEST(GrainBed, RunsWithAContactIntegrator) {
    const Impact impact;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    ContactSurfaces surfaces(matter);
    MobilizedBody::Free ball(matter.Ground(), ballOf(impact.ballMass));
    surfaces.add(ball, Sphere(radius), Vec3(0), soft(), "ball"); // in both lists
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, -.04)), soft(), "floor");
    HertzMindlinForce force(forces, surfaces);
    GrainBed bed(system, impact.options(2.5e-6, 1));
    bed.setLaw(impact.model, impact.material);
    bed.add({{Vec3(0), radius}});
    bed.addSurface(ball, Sphere(radius), Transform(), impact.material, "ball");
    State state = system.realizeTopology();
    ball.setQToFitTransform(state, impact.place);
    ball.setUToFitVelocity(state, SpatialVec(impact.spin, impact.velocity));
    ContactIntegrator integrator(system, force);
    integrator.initialize(state);
    GrainStepper(bed, integrator).stepTo(impact.duration);
    const State& end = integrator.getState();
    system.realize(end, Stage::Velocity);
    const Grain grain = bed.getGrains().at(0);
    const Velocities now{ball.getBodyOriginVelocity(end), ball.getBodyAngularVelocity(end), grain.velocity,
                         grain.angularVelocity};
    EXPECT_LT(now.errorTo(impact.ofBodies()), 2e-4); // that of the bed's step
}

} // namespace test_grain_bed
