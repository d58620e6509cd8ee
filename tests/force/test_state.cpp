// Tests each function that takes a State at each stage, for a disabled force and for an outdated topology. The function returns the
// right value or throws one clear exception.

#include "Messages.h"
#include "World.h"

#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

#include <sstream>

namespace test_state {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.1, overlap = 0.01, kn = 1e5;

// A ball with an overlap of one centimetre in the floor, before any friction heat.
struct Ball : World {
    MobilizedBody::Free ball = addSphere(radius);
    CundallForce force{forces, contacts, set, LinearNormal().setStiffness(kn), CundallSlider()};

    Ball() {
        force.setMaterialForAll(rubber());
        force.setTrackDissipatedEnergy(true);
    }

    State deep(Real depth) { return start(ball, Vec3(0, radius - depth, 0)); }

    // Returns a State realized to this stage and no further; results at another pose must not remain in it.
    State at(Stage stage, bool isDisabled) {
        State state = deep(5 * overlap);
        if (isDisabled) force.disable(state);
        system.realize(state, Stage::Report);
        ball.setQToFitTranslation(state, Vec3(0, radius - overlap, 0));
        if (state.getSystemStage() > stage) state.invalidateAll(stage.next());
        if (stage > Stage::Topology) system.realize(state, stage);
        EXPECT_EQ(state.getSystemStage(), stage);
        return state;
    }
};

struct PublicFunction {
    const char* name;
    Stage lowest, lowestIfDisabled;
    Real answer, answerIfDisabled;
    std::function<Real(const Ball&, State&)> call;
};

const ContactSurfaceIndex one(1);

Real countContactLines(const std::string& text) {
    Real count = 0;
    for (std::size_t at = 0; (at = text.find("\ncontact ", at)) != std::string::npos; ++at) ++count;
    return count;
}

std::string savedElsewhere() {
    Ball other;
    std::ostringstream text;
    other.force.writeHistory(other.deep(overlap), text);
    return text.str();
}

const Stage topology = Stage::Topology, model = Stage::Model, dynamics = Stage::Dynamics;

// Only the energy of the spring is not zero. It does not depend on damping in a State without speed.
const std::vector<PublicFunction> functions = {
    {"getContactRecords", dynamics, topology, 1, 0,
     [](const Ball& w, State& s) { return Real(w.force.getContactRecords(s).size()); }},
    {"getDissipatedEnergy", model, model, 0, 0, [](const Ball& w, State& s) { return w.force.getDissipatedEnergy(s); }},
    {"getDissipatedEnergyByCause", model, model, 0, 0,
     [](const Ball& w, State& s) { return w.force.getDissipatedEnergyByCause(s).damping; }},
    {"clearHistory", topology, topology, 0, 0, [](const Ball& w, State& s) { return w.force.clearHistory(s), 0.; }},
    {"commitHistory", model, model, 0, 0, [](const Ball& w, State& s) { return w.force.commitHistory(s), 0.; }},
    {"copyHistory", model, model, 0, 0,
     [](const Ball& w, State& s) {
         w.force.copyHistory(s, s);
         return Real(s.getSystemStage() >= dynamics);
     }},
    {"getCommitTime", topology, topology, 0, 0,
     [](const Ball& w, State& s) { return Real(!isNaN(w.force.getCommitTime(s))); }},
    {"setFrictionFactor", topology, topology, 0.5, 0.5,
     [](const Ball& w, State& s) {
         w.force.setFrictionFactor(s, one, 0.5);
         return w.force.getFrictionFactor(s, one);
     }},
    {"getFrictionFactor", topology, topology, 1, 1,
     [](const Ball& w, State& s) { return w.force.getFrictionFactor(s, one); }},
    {"writeHistory", model, model, 1, 0,
     [](const Ball& w, State& s) {
         std::ostringstream text;
         w.force.commitHistory(s);
         w.force.writeHistory(s, text);
         return countContactLines(text.str());
     }},
    {"readHistory", model, model, 0, 0,
     [](const Ball& w, State& s) {
         std::istringstream text(savedElsewhere());
         return w.force.readHistory(s, text), 0.;
     }},
    {"calcForceContribution", dynamics, topology, kn* overlap, 0,
     [](const Ball& w, State& s) {
         Vector_<SpatialVec> onBodies;
         Vector_<Vec3> onParticles;
         Vector onMobilities;
         w.force.calcForceContribution(s, onBodies, onParticles, onMobilities);
         return onBodies[w.ball.getMobilizedBodyIndex()][1].norm();
     }},
    {"calcPotentialEnergyContribution", dynamics, topology, kn* overlap* overlap / 2, 0,
     [](const Ball& w, State& s) { return w.force.calcPotentialEnergyContribution(s); }},
    {"disable", topology, topology, 1, 1,
     [](const Ball& w, State& s) {
         w.force.disable(s);
         return Real(w.force.isDisabled(s));
     }},
    {"enable", topology, topology, 0, 0,
     [](const Ball& w, State& s) {
         w.force.enable(s);
         return Real(w.force.isDisabled(s));
     }},
    {"isDisabled", topology, topology, 0, 1, [](const Ball& w, State& s) { return Real(w.force.isDisabled(s)); }},
};

// Returns the message of the exception that the function throws, or an empty string.
std::string messageOf(const PublicFunction& f, const Ball& world, State& state) {
    try {
        f.call(world, state);
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

void expectOutOfDate(const Ball& world, State state) {
    for (const PublicFunction& f : functions)
        EXPECT_NE(messageOf(f, world, state).find("call realizeTopology()"), std::string::npos)
            << f.name << ": " << messageOf(f, world, state);
}

// A function returns its value from its required stage on. Below that stage it throws an exception, as
// HuntCrossleyForce does.
TEST(StateStages, ReturnAValueOrThrow) {
    for (const PublicFunction& f : functions)
        for (bool isDisabled : {false, true})
            for (Stage stage = Stage::Topology; stage <= Stage::Report; stage = stage.next()) {
                Ball world;
                State state = world.at(stage, isDisabled);
                const std::string where =
                    std::string(f.name) + " at " + stage.getName() + (isDisabled ? ", disabled" : "");
                if (stage >= (isDisabled ? f.lowestIfDisabled : f.lowest)) {
                    const Real answer = isDisabled ? f.answerIfDisabled : f.answer;
                    EXPECT_NEAR(f.call(world, state), answer, 1e-12 * answer) << where; // rounding
                } else {
                    EXPECT_NE(messageOf(f, world, state).find("stage"), std::string::npos)
                        << where << ": " << messageOf(f, world, state);
                }
            }
}

// An empty State is recognized as not one of the System, with or without realizeTopology().
TEST(StateTopology, MustBeRealized) {
    Ball world;
    expectOutOfDate(world, State());
    world.system.realizeTopology();
    expectOutOfDate(world, State());
}

// A copy of a State is evaluated with its own bodies, also after its original has advanced, moved or been destroyed.
// The load over kn is the copy's own overlap, to rounding of the positions.
TEST(StateCopies, KeepTheirOwnBodies) {
    Ball world;
    const auto loadOf = [&world](State& state) {
        world.system.realize(state, Stage::Dynamics);
        return world.force.getContactRecords(state).at(0).normalForce[1];
    };
    auto original = std::make_unique<State>(world.deep(overlap));
    EXPECT_NEAR(loadOf(*original), kn * overlap, 1e-9 * kn * overlap);
    State copy = *original;
    world.ball.setQToFitTranslation(copy, Vec3(0, radius - 2 * overlap, 0));
    EXPECT_NEAR(loadOf(copy), 2 * kn * overlap, 1e-9 * kn * overlap);
    world.ball.setQToFitTranslation(*original, Vec3(0, radius - 3 * overlap, 0));
    EXPECT_NEAR(loadOf(*original), 3 * kn * overlap, 1e-9 * kn * overlap);
    State second = copy;
    copy = *original; // overwritten
    original.reset();
    EXPECT_NEAR(loadOf(copy), 3 * kn * overlap, 1e-9 * kn * overlap);
    world.ball.setQToFitTranslation(second, Vec3(0, radius - 4 * overlap, 0));
    EXPECT_NEAR(loadOf(second), 4 * kn * overlap, 1e-9 * kn * overlap);
}

// Records belong to the State that is passed, also for a copy made before its own contacts were found. Simbody gives
// such a copy the stage versions that the first contacts had.
TEST(StateCopies, HaveNoRecordsOfTheirOriginal) {
    Ball world;
    State state = world.deep(-radius); // above the floor
    world.system.realize(state, Stage::Dynamics);
    EXPECT_EQ(world.force.getContactRecords(state).size(), 0u);
    world.ball.setQToFitTranslation(state, Vec3(0, radius - overlap, 0));
    const State copy = state;
    world.system.realize(copy, Stage::Dynamics);
    EXPECT_EQ(world.force.getContactRecords(copy).size(), 1u);
}

// An added surface makes each earlier State out of date, before and after realizeTopology(), for an enabled or
// disabled force.
TEST(StateTopology, IsOutOfDateAfterANewSurface) {
    for (bool isDisabled : {false, true})
        for (Stage stage : {Stage::Model, Stage::Report}) {
            Ball world;
            const State before = world.at(stage, isDisabled);
            for (int i = 0; i < 100; ++i)
                world.contacts.addBody(world.set, world.ball, ContactGeometry::Sphere(radius), Vec3(1, 0, 0));
            expectOutOfDate(world, before);
            world.system.realizeTopology();
            expectOutOfDate(world, before);
            State now = world.at(stage, isDisabled);
            world.force.setFrictionFactor(now, ContactSurfaceIndex(101), 0.5);
            EXPECT_EQ(world.force.getFrictionFactor(now, ContactSurfaceIndex(101)), 0.5);
        }
}

// A force with the contacts of another System is an error: it would read that System's surfaces in this System's
// State.
TEST(StateTopology, IsNotThatOfContactsOfAnotherSystem) {
    Ball one, other;
    for (GeneralContactSubsystem* contacts : {&other.contacts, static_cast<GeneralContactSubsystem*>(nullptr)}) {
        GeneralContactSubsystem inNone;
        if (!contacts) inNone.createContactSet();
        expectMessage<std::invalid_argument>(
            [&] { HertzMindlinForce(one.forces, contacts ? *contacts : inNone, ContactSetIndex(0)); },
            {"same MultibodySystem"});
    }
    EXPECT_NO_THROW(one.system.realizeTopology());
}

} // namespace
} // namespace test_state
