// SPDX-License-Identifier: Apache-2.0
#include "GrainScenes.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/JointForces.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace test_saved_bed {

using namespace grain_scenes;
using testing::AllOf;
using testing::HasSubstr;

namespace {

// Holds what may differ from one bed to another.
struct Scene {
    int ranks = 1;
    bool isPeriodic = true;
    Real density = 2500, height = .12, restitution = .6, pillar = .01;
    ContactModel model = hertzMindlin();
    const char* plateName = "plate";
    Real frame = 0; // height of the joint's frame on Ground
};

// A plate on some grains, with a pillar of Ground among them, which is added after the plate.
struct Plated {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, 0, -9.81)};
    Real frame;
    MobilizedBody::Slider plate{matter.Ground(), Transform(Rotation(-Pi / 2, YAxis), Vec3(0, 0, frame)),
                                Body::Rigid(MassProperties(.1, Vec3(0), Inertia(1e-5))), Rotation(-Pi / 2, YAxis)};
    std::unique_ptr<GrainBed> bed;
    State state;
    RungeKuttaMersonIntegrator integrator{system};
    std::unique_ptr<GrainStepper> stepper;

    explicit Plated(const Scene& scene = {}) : frame(scene.frame) {
        bed = std::make_unique<GrainBed>(system, GrainBedOptions()
                                                     .setBox(Vec3(-.03, -.03, 0), Vec3(.03, .03, scene.height))
                                                     .setPeriodic(scene.isPeriodic, scene.isPeriodic, false)
                                                     .setDensity(scene.density)
                                                     .setRanks(scene.ranks)
                                                     .setTimeStep(1.1e-5)
                                                     .setInterval(4));
        bed->setLaw(scene.model, soft(scene.restitution));
        bed->addSurface(plate, Brick(Vec3(.02, .02, .005), .002), Transform(), soft(), scene.plateName);
        bed->addSurface(matter.Ground(), Capsule(.004, scene.pillar), Vec3(.02, .02, .01), soft(), "pillar");
    }
    void begin() {
        integrator.setFixedStepSize(4.4e-5);
        integrator.initialize(state);
        stepper = std::make_unique<GrainStepper>(*bed, integrator);
    }
    /** Lets the plate fall onto poured grains. */
    void drop(Real until) {
        bed->fill(Pouring(GrainRadii(.004, .005), 1).setCount(80));
        state = system.realizeTopology();
        plate.setOneQ(state, 0, bed->measure().highest + .0051);
        begin();
        stepper->stepTo(until);
    }
    void load(const std::string& path) {
        state = system.realizeTopology();
        bed->load(path, state);
        begin();
    }
    Vec2 get() const { return {plate.getOneQ(stepper->getState(), 0), plate.getOneU(stepper->getState(), 0)}; }
};

std::string fileOf(const std::string& name) { return testing::TempDir() + name + std::to_string(getpid()) + ".bed"; }

} // namespace

// A bed that is saved while a plate sinks into it continues as if nothing had happened, on one rank and on two, with walls and periodic, and
// with springs of rolling. So does one that was loaded and saved at once.
TEST(SavedBed, Continues) {
    const std::string path = fileOf("continues"), again = fileOf("again");
    for (const bool isPeriodic : {true, false}) {
        Scene scene;
        scene.isPeriodic = isPeriodic;
        if (isPeriodic) scene.model = {HertzNormal(), MindlinIncremental(), EPSDRolling().setStiffness(1e-3)};
        Vec2 expected;
        std::vector<Grain> grains;
        {
            Plated whole(scene);
            whole.drop(.08);
            whole.bed->save(path, whole.stepper->getState());
            whole.stepper->stepTo(.09);
            expected = whole.get();
            grains = whole.bed->getGrains();
        }
        for (const int ranks : {1, 2}) {
            scene.ranks = ranks;
            Plated scenes(scene);
            scenes.load(ranks == 1 ? path : again);
            if (ranks == 1) scenes.bed->save(again, scenes.state);
            EXPECT_EQ(scenes.bed->getNumGrains(), 80);
            EXPECT_DOUBLE_EQ(scenes.state.getTime(), .08);
            scenes.stepper->stepTo(.09);
            Real most = 0;
            const std::vector<Grain> now = scenes.bed->getGrains();
            ASSERT_EQ(now.size(), grains.size());
            for (std::size_t k = 0; k < now.size(); ++k) {
                Vec3 way = now[k].position - grains[k].position;
                for (int axis = 0; axis < 2; ++axis) way[axis] -= .06 * std::round(way[axis] / .06);
                most = std::max(most, way.norm());
            }
            EXPECT_LT(most, 1e-12) << ranks << " ranks"; // sums in another order, grown over 900 steps
            EXPECT_LT((scenes.get() - expected).norm(), 1e-10) << ranks << " ranks";
        }
    }
    std::remove(path.c_str());
    std::remove(again.c_str());
}

// A body that the State puts deep into grains after the bed was loaded is an error, as it is in a bed that was not saved.
TEST(SavedBed, ReportsABodyThatIsMovedIntoGrains) {
    const std::string path = fileOf("moved");
    Plated whole;
    whole.drop(.002);
    whole.bed->save(path, whole.stepper->getState());
    Plated other;
    other.state = other.system.realizeTopology();
    other.bed->load(path, other.state);
    other.plate.setOneQ(other.state, 0, other.plate.getOneQ(other.state, 0) - .004);
    other.begin();
    EXPECT_THAT(messageOf([&] { other.stepper->stepTo(.003); }),
                HasSubstr("plate overlaps grains after the State was changed at t = 0.002 s"));
    std::remove(path.c_str());
}

// The spring of a joint's friction is saved with the bed: a slider that stretches it continues as if nothing had happened. Without
// addJointForces() the file is an error.
TEST(SavedBed, JointFrictionContinues) {
    const std::string path = fileOf("joint");
    struct Slid {
        MultibodySystem system;
        SimbodyMatterSubsystem matter{system};
        GeneralForceSubsystem forces{system};
        MobilizedBody::Slider slider{matter.Ground(), Body::Rigid(MassProperties(.1, Vec3(0), Inertia(1e-5)))};
        Force::MobilityConstantForce push{forces, slider, 0, 0.5}; // [N], below the limit
        JointForces joints{forces, matter};
        GrainBed bed{system, GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0))};
        RungeKuttaMersonIntegrator integrator{system};
        Slid() {
            joints.add(slider, MobilizerUIndex(0), JointSettings().setFriction(/*[N]*/ 1, /*[N/m]*/ 100, 0));
            bed.setLaw(hertzMindlin(), soft());
            integrator.setFixedStepSize(1e-4);
        }
        Vec2 runTo(const State& start, Real time) {
            integrator.initialize(start);
            GrainStepper(bed, integrator).stepTo(time);
            return {slider.getOneQ(integrator.getState(), 0), slider.getOneU(integrator.getState(), 0)};
        }
    };
    Vec2 saved, expected;
    {
        Slid whole;
        whole.bed.add({{Vec3(0), .005}});
        whole.bed.addJointForces(whole.joints);
        saved = whole.runTo(whole.system.realizeTopology(), .03);
        whole.bed.save(path, whole.integrator.getAdvancedState());
        expected = whole.runTo(whole.integrator.getAdvancedState(), .06);
    }
    EXPECT_GT(saved[0], .001); // the spring pulls with 0.1 N and more
    Slid again;
    State state = again.system.realizeTopology();
    EXPECT_THAT(messageOf([&] { again.bed.load(path, state); }), HasSubstr("1 JointForces"));
    again.bed.addJointForces(again.joints);
    again.bed.load(path, state);
    EXPECT_LT((again.runTo(state, .06) - expected).norm(), 1e-12); // rounding
    std::remove(path.c_str());
}

// Grains of two materials keep them in a file, and a bed without the second material does not take it.
TEST(SavedBed, KeepsMaterials) {
    const std::string path = fileOf("materials");
    const auto run = [&](bool hasSecond, bool isLoaded) {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)));
        bed.setLaw(hertzMindlin(), soft());
        if (hasSecond) bed.addMaterial(soft(.3), 1000);
        State state = system.realizeTopology();
        if (isLoaded) {
            bed.load(path, state);
            return bed.measure().mass;
        }
        bed.add({{Vec3(0), .005, Vec3(0), Vec3(0), 1}, {Vec3(.02, 0, 0), .005}, {Vec3(.04, 0, 0), .005, Vec3(0), Vec3(0), 1}});
        EXPECT_EQ(bed.remove([](const Grain& grain) { return grain.position[0] == 0; }), 1);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.initialize(state);
        GrainStepper(bed, integrator).stepTo(1e-4);
        bed.save(path, integrator.getAdvancedState());
        EXPECT_EQ(bed.getGrains()[0].material, 0);
        EXPECT_EQ(bed.getGrains()[1].material, 1);
        return bed.measure().mass;
    };
    EXPECT_NEAR(run(true, false), 1.4 * grainMass, 1e-12);
    EXPECT_NEAR(run(true, true), 1.4 * grainMass, 1e-12);
    EXPECT_THAT(messageOf([&] { run(false, true); }), HasSubstr("2 materials of grains"));
    std::remove(path.c_str());
}

// A bed of another box, law, mechanism or surface does not take the file, and says what differs. A damaged file is an error.
TEST(SavedBed, ChecksItsFile) {
    const std::string path = fileOf("checks");
    {
        Plated scene;
        EXPECT_THAT(messageOf([&] { scene.bed->save(path, scene.system.realizeTopology()); }), HasSubstr("stepTo()"));
        scene.drop(.01);
        EXPECT_THAT(messageOf([&] { scene.bed->save("/no/such/folder/bed", scene.stepper->getState()); }),
                    HasSubstr("cannot write /no/such/folder/bed"));
        State other = scene.stepper->getState();
        other.setTime(1);
        EXPECT_THAT(messageOf([&] { scene.bed->save(path, other); }), HasSubstr("t = 0.01 s and the State at t = 1 s"));
        scene.bed->save(path, scene.stepper->getState());
        EXPECT_THAT(messageOf([&] { scene.bed->load(path, other); }), HasSubstr("has grains already"));
    }
    const auto refusal = [&](Scene scene) { return messageOf([&] { Plated(scene).load(path); }); };
    Scene scene;
    scene.height = .13;
    EXPECT_THAT(refusal(scene), HasSubstr("another box"));
    scene = {};
    scene.isPeriodic = false;
    EXPECT_THAT(refusal(scene), HasSubstr("periodic directions"));
    scene = {};
    scene.density = 2600;
    EXPECT_THAT(refusal(scene), HasSubstr("another density"));
    scene = {};
    scene.restitution = .5;
    EXPECT_THAT(refusal(scene), HasSubstr("material of the grains"));
    scene = {};
    scene.pillar = .02;
    EXPECT_THAT(refusal(scene), HasSubstr("pillar"));
    scene = {};
    scene.frame = 1e-4;
    EXPECT_THAT(refusal(scene), HasSubstr("another parent, joint frame or mass of body 1"));
    scene = {};
    scene.plateName = "sheet";
    EXPECT_THAT(refusal(scene), HasSubstr("a surface plate in the place of sheet"));

    std::ifstream whole(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(whole)), {});
    const auto damaged = [&](std::string text) {
        std::ofstream(path, std::ios::binary) << text;
        return messageOf([&] { Plated().load(path); });
    };
    EXPECT_THAT(damaged(bytes.substr(0, bytes.size() / 2)), HasSubstr("damaged or incomplete"));
    EXPECT_THAT(damaged("mass, speed\n"), HasSubstr("is no bed"));
    EXPECT_THAT(damaged(""), HasSubstr("cannot read"));
    EXPECT_THAT(damaged("SimbodyDEM bed of grains 1 5\n" + bytes), HasSubstr("another version"));
    // Numbers that no bed has are an error with the file, also with a valid checksum.
    const std::size_t start = bytes.find('\n') + 1;
    const std::string message = bytes.substr(start);
    const auto forged = [&](std::string text) {
        std::uint64_t sum = 14695981039346656037ull;
        for (const unsigned char byte : text) sum = (sum ^ byte) * 1099511628211ull;
        const std::string title = bytes.substr(0, bytes.rfind(' ', start) + 1);
        return damaged(title + std::to_string(sum) + "\n" + text);
    };
    std::string flag = message;
    flag[6 * sizeof(double)] = 2; // after the corners of the box: whether x is periodic
    EXPECT_THAT(forged(flag), AllOf(HasSubstr(path), HasSubstr("a yes or no that is neither")));
    EXPECT_THAT(forged(message.substr(0, 100)), AllOf(HasSubstr(path), HasSubstr("shorter than expected")));
    EXPECT_THAT(forged(message + "x"), AllOf(HasSubstr(path), HasSubstr("longer than expected")));
    // A row that announces more contacts than it has. Rows are all but the last of the message, after their number; two surfaces have four triples.
    std::string rows = message;
    const std::size_t end = message.size() - sizeof(std::uint64_t) - 4 * 3 * sizeof(double);
    std::uint64_t numbers = 0;
    std::size_t first = sizeof numbers;
    for (; first < end; ++first) {
        std::memcpy(&numbers, &message[first - sizeof numbers], sizeof numbers);
        if (numbers * sizeof(double) == end - first) break;
    }
    ASSERT_LT(first, end);
    const double many = 1e6;
    std::memcpy(&rows[first + 20 * sizeof(double)], &many, sizeof many);
    EXPECT_THAT(forged(rows), HasSubstr("rows of the grains are damaged"));
    std::remove(path.c_str());
    EXPECT_THAT(messageOf([&] { Plated().load(path); }), HasSubstr("cannot read " + path));
}

} // namespace test_saved_bed
