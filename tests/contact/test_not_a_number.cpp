// Tests NaN that a program computed: it never counts as "not set", and it is an error at each call that passes it.

#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/ContactModel.h>
#include <simbodydem/Conversions.h>
#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/HistoryTracker.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

#include <fstream>

namespace test_not_a_number {
namespace {

using namespace SimTK;
using namespace simbodydem;

const ContactSurfaceIndex floorSurface(0), ballSurface(1);

struct OneBall : World {
    MobilizedBody::Free ball = addSphere(0.1);
    HertzMindlinForce force{forces, contacts, set};

    OneBall() { force.setMaterialForAll(rubber()); }

    State touching() { return start(ball, Vec3(0, 0.0999, 0)); }
};

const std::vector<std::pair<const char*, MaterialValue SurfaceMaterial::*>> values = {
    {"youngsModulus", &SurfaceMaterial::youngsModulus},     {"poissonsRatio", &SurfaceMaterial::poissonsRatio},
    {"restitution", &SurfaceMaterial::restitution},         {"staticFriction", &SurfaceMaterial::staticFriction},
    {"kineticFriction", &SurfaceMaterial::kineticFriction}, {"dissipation", &SurfaceMaterial::dissipation},
    {"rollingFriction", &SurfaceMaterial::rollingFriction}, {"twistingFriction", &SurfaceMaterial::twistingFriction},
    {"stiffnessRatio", &SurfaceMaterial::stiffnessRatio}};

// A law whose force is NaN for an approach at more than 1 mm/s.
class NoForce : public NormalLaw {
public:
    NoForce* clone() const override { return new NoForce(*this); }
    std::string getName() const override { return "NoForce"; }
    NormalOutput calcForce(const NormalInput& in) const override {
        NormalOutput out;
        out.force = out.frictionalLoad = out.stiffness = in.overlapRate > 1e-3 ? NaN : 1;
        return out;
    }
};

struct BrokenBall : World {
    MobilizedBody::Free ball = addSphere(0.1);
    DEMContactForce force{forces, contacts, set, NoForce(), NoFriction()};

    State falling() { return start(ball, Vec3(0, 0.0999, 0), Vec3(0, -1, 0)); }
};

// A value is used like a plain number: in assignments, arithmetic, comparisons and output.
TEST(MaterialValue, IsUsedLikeANumber) {
    SurfaceMaterial material{1e7, 0.3, 0.5};
    EXPECT_EQ(0.01 * material.youngsModulus, 1e5);
    EXPECT_EQ(2 * material.youngsModulus / 4 - material.restitution, 5e6 - 0.5);
    material.staticFriction = .8;
    material.kineticFriction = material.staticFriction * 0.5;
    EXPECT_TRUE(material.kineticFriction < material.staticFriction && material.staticFriction == .8);
    material.youngsModulus *= 2;
    material.youngsModulus += 1;
    EXPECT_EQ(material.youngsModulus, 2e7 + 1);
    const Real modulus = material.youngsModulus;
    EXPECT_EQ(modulus, std::max<Real>(material.youngsModulus, 3));
    EXPECT_EQ(std::sqrt(material.staticFriction), std::sqrt(.8));
    EXPECT_EQ(material.restitution * Vec3(1, 2, 4), Vec3(.5, 1, 2));
    std::ostringstream text;
    text << material.restitution;
    EXPECT_EQ(text.str(), "0.5");
}

// A value records whether it was set, also to NaN, and can be reset; its copies record this too.
TEST(MaterialValue, RecordsWhetherItWasSet) {
    SurfaceMaterial material;
    EXPECT_FALSE(material.restitution.isSet());
    EXPECT_TRUE(isNaN(material.restitution));
    material.restitution = 0. / std::sin(0.);
    EXPECT_TRUE(material.restitution.isSet());
    const SurfaceMaterial copy = material;
    EXPECT_TRUE(copy.restitution.isSet() && !copy.staticFriction.isSet());
    material.restitution.reset();
    EXPECT_FALSE(material.restitution.isSet());
    material.restitution = 1;
    material.restitution = {};
    EXPECT_FALSE(material.restitution.isSet());
}

// A number computed from a value that was not set counts as set. It is an error and not a missing value.
TEST(MaterialValue, ComputedFromAMissingValueIsAnError) {
    OneBall world;
    SurfaceMaterial material = rubber();
    material.kineticFriction *= 0.5;
    expectMessage<std::invalid_argument>([&] { world.force.setMaterial(ballSurface, material); },
                                         {"surface 1", "kineticFriction = nan", ">= 0"});
}

// A NaN in a material is an error at each call that passes a material, with caller, value, unit and range.
TEST(NotANumber, InAMaterialIsAnError) {
    for (const auto& [name, value] : values) {
        OneBall world;
        ContactSurfaces surfaces(world.matter);
        SurfaceMaterial material = rubber();
        material.*value = NaN;
        const std::string part = std::string(name) + " = nan";
        const auto refused = [&](const auto& handOver, const char* caller) {
            expectMessage<std::invalid_argument>(handOver, {caller, part, "it must be"});
        };
        refused([&] { world.force.setMaterial(ballSurface, material); }, "setMaterial(): surface 1");
        refused([&] { world.force.setMaterialForAll(material); }, "setMaterialForAll()");
        refused([&] { world.force.setPairMaterial(floorSurface, ballSurface, material); }, "setPairMaterial()");
        refused([&] { surfaces.add(world.ball, Sphere(1), Vec3(0), material, "toe"); }, "toe");
        refused([&] { mixMaterials(material, rubber()); }, "mixMaterials()");
        refused([&] { mixMaterials(rubber(), material); }, "mixMaterials()");
        refused([&] { scaleTo(material, 1, 2); }, "scaleTo");
        refused([&] { toHuntCrossley(material, MixingRules::Moduli::Hertz); }, "toHuntCrossley()");
    }
}

// NaN is an error for the fixed mass of a model and for HuntCrossleyForce's parameters too.
TEST(NotANumber, InAModelIsAnError) {
    OneBall world;
    ContactModel model{HertzNormal(), MindlinSecant()};
    model.effectiveMass.fixed = NaN;
    expectMessage<std::invalid_argument>([&] { DEMContactForce force(world.forces, world.contacts, world.set, model); },
                                         {"mass = nan kg", "> 0"});
    HuntCrossleyParameters parameters;
    parameters.stiffness = NaN;
    expectMessage<std::invalid_argument>([&] { fromHuntCrossley(parameters, 0.3, MixingRules::Moduli::Hertz); },
                                         {"stiffness = nan Pa"});
}

// A load or a step of NaN is an error, not an option that was left out.
TEST(NotANumber, InAnAdviceOptionIsAnError) {
    OneBall world;
    const State state = world.touching();
    AdviceOptions question;
    question.load = NaN;
    expectMessage<std::invalid_argument>([&] { advise(world.system, state, world.force, question); },
                                         {"advise", "load = nan N", "> 0"});
    expectMessage<std::invalid_argument>([&] { world.force.calcStepBound(state, NaN); }, {"longest = nan s"});
}

// A State with a coordinate or speed of NaN would have no contacts. Rows, runs and advice report its index as an error.
TEST(NotANumber, InAStateIsAnError) {
    OneBall world;
    State bad = world.touching();
    bad.updQ()[5] = NaN;
    State fast = world.touching();
    fast.updU()[2] = NaN;
    for (const auto& one : {std::pair(&bad, "coordinate q5 = nan"), std::pair(&fast, "speed u2 = nan")}) {
        State* const state = one.first; // a lambda of C++17 captures no structured binding
        const char* const part = one.second;
        HistoryTracker tracker(world.force);
        expectMessage<std::invalid_argument>([&] { tracker.follow(*state); },
                                             {"HistoryTracker::follow()", part, "t = 0 s"});
        ContactIntegrator integrator(world.system, world.force);
        expectMessage<std::invalid_argument>([&] { integrator.initialize(*state); },
                                             {"ContactIntegrator::initialize()", part});
        expectMessage<std::invalid_argument>([&] { advise(world.system, *state, world.force); },
                                             {"advise", part});
        GroundReactionRecorder recorder(world.force, {});
        expectMessage<std::invalid_argument>([&] { recorder.record(*state); },
                                             {"GroundReactionRecorder::record()", part});
    }
}

// A motion that is prescribed as NaN is an error too.
TEST(NotANumber, InAPrescribedMotionIsAnError) {
    World world;
    MobilizedBody::Slider ball(world.matter.updGround(), Body::Rigid(bodyOf(1)));
    world.contacts.addBody(world.set, ball, ContactGeometry::Sphere(0.1), Vec3(0, 1, 0));
    Motion::Sinusoid(ball, Motion::Position, NaN, 1, 0);
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    ContactIntegrator integrator(world.system, force);
    expectMessage<std::invalid_argument>([&] { integrator.initialize(world.start()); },
                                         {"ContactIntegrator::initialize()", "Motions", "q0 = nan"});
}

// A row with an error is not part of the history: the next row continues from the row before.
TEST(NotANumber, DoesNotChangeAHistory) {
    OneBall world;
    HistoryTracker tracker(world.force);
    State state = world.touching(), bad = world.touching();
    tracker.follow(state);
    bad.setTime(0.001);
    bad.updU()[2] = NaN;
    EXPECT_THROW(tracker.follow(bad), std::invalid_argument);
    state.setTime(0.001);
    tracker.follow(state);
    EXPECT_EQ(world.force.getCommitTime(state), 0);
    EXPECT_TRUE(isFinite(world.force.getContactRecords(state).at(0).normalForce.norm()));
}

// No file contains the word "nan": an error names the contact whose law returns it, and the row is not written.
TEST(NotANumber, IsNotRecorded) {
    const std::string file = ::testing::TempDir() + "not_a_number.csv",
                      page = ::testing::TempDir() + "not_a_number.html";
    BrokenBall world;
    const State state = world.falling();
    GroundReactionRecorder recorder(world.force, {});
    recorder.writeContacts(file);
    expectMessage<std::runtime_error>([&] { recorder.record(state); },
                                      {"GroundReactionRecorder::record()", "the normal force of the contact of",
                                       "surface 0 on body 0", "surface 1 on body 1", "t = 0 s"});
    recorder.close();
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1); // the header

    ReplayRecorder replay(world.system, page, Infinity);
    replay.showContacts(world.force);
    expectMessage<std::runtime_error>([&] { replay.record(state); },
                                      {"ReplayRecorder::record()", "surface 1 on body 1"});
}

// A derivative that is NaN is an error that names the contact.
TEST(NotANumber, InADerivativeIsAnError) {
    BrokenBall world;
    const State state = world.falling();
    world.system.realize(state, Stage::Dynamics);
    expectMessage<std::runtime_error>(
        [&] { world.force.calcLinearization(state); },
        {"calcLinearization()", "surface 0 on body 0", "surface 1 on body 1", "not finite"});
}

} // namespace
} // namespace test_not_a_number
