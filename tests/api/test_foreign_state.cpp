// Tests that a State or a body of another System is recognized by its structure, not by the number of realizeTopology() calls.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactLinearization.h>
#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/HistoryTracker.h>
#include <simbodydem/ReplayRecorder.h>

#include <sstream>

namespace test_foreign_state {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball on the floor, free or on a slider, with or without a force.
struct Other : FloorScene {
    MobilizedBody ball;
    std::unique_ptr<DEMContactForce> force;

    explicit Other(bool isFree, int numSpheres = 1, bool hasForce = true) {
        const Body::Rigid body(bodyOf(1));
        if (isFree)
            ball = MobilizedBody::Free(matter.updGround(), body);
        else
            ball = MobilizedBody::Slider(matter.updGround(), Rotation(Pi / 2, ZAxis), body, Rotation(Pi / 2, ZAxis));
        for (int i = 0; i < numSpheres; ++i) add(ball, Sphere(0.1), Vec3(0.3 * i, 0, 0));
        if (!hasForce) return;
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        force->setMaterialForAll(rubber());
        force->setTrackDissipatedEnergy(true);
    }

    State apart() {
        State state = start();
        ball.setQToFitTranslation(state, // in the joint's frame
                                  MobilizedBody::Slider::isInstanceOf(ball) ? Vec3(0.0999, 0, 0) : Vec3(0, 0.0999, 0));
        system.realize(state, Stage::Acceleration);
        return state;
    }
};

struct Call {
    const char* name;
    std::function<void(const Other&, State&)> call;
};

const std::vector<Call> calls = {
    {"getContactRecords", [](const Other& w, State& s) { w.force->getContactRecords(s); }},
    {"calcLinearization", [](const Other& w, State& s) { w.force->calcLinearization(s); }},
    {"calcStepBound", [](const Other& w, State& s) { w.force->calcStepBound(s, 1); }},
    {"getDissipatedEnergy", [](const Other& w, State& s) { w.force->getDissipatedEnergy(s); }},
    {"clearHistory", [](const Other& w, State& s) { w.force->clearHistory(s); }},
    {"commitHistory", [](const Other& w, State& s) { w.force->commitHistory(s); }},
    {"getCommitTime", [](const Other& w, State& s) { w.force->getCommitTime(s); }},
    {"copyHistory", [](const Other& w, State& s) { w.force->copyHistory(s, s); }},
    {"setFrictionFactor", [](const Other& w, State& s) { w.force->setFrictionFactor(s, ContactSurfaceIndex(0), 1); }},
    {"getFrictionFactor", [](const Other& w, State& s) { w.force->getFrictionFactor(s, ContactSurfaceIndex(0)); }},
    {"writeHistory",
     [](const Other& w, State& s) {
         std::ostringstream out;
         w.force->writeHistory(s, out);
     }},
    {"readHistory",
     [](const Other& w, State& s) {
         std::istringstream in("SimbodyDEM");
         w.force->readHistory(s, in);
     }},
    {"disable", [](const Other& w, State& s) { w.force->disable(s); }},
    {"enable", [](const Other& w, State& s) { w.force->enable(s); }},
    {"isDisabled", [](const Other& w, State& s) { w.force->isDisabled(s); }},
    {"calcPotentialEnergyContribution", [](const Other& w, State& s) { w.force->calcPotentialEnergyContribution(s); }},
    {"HistoryTracker", [](const Other& w, State& s) { HistoryTracker(*w.force).follow(s); }},
    {"GroundReactionRecorder", [](const Other& w, State& s) { GroundReactionRecorder(*w.force, {}).record(s); }},
    {"ContactDecorations",
     [](const Other& w, State& s) {
         Array_<DecorativeGeometry> geometry;
         ContactDecorations(*w.force, 1, 1).generateDecorations(s, geometry);
     }},
    {"ContactIntegrator", [](const Other& w, State& s) { ContactIntegrator(w.system, *w.force).initialize(s); }},
    {"advise", [](const Other& w, State& s) { advise(w.system, s, *w.force); }},
};

// Each public function rejects a State of a System with other joints, other surfaces or no such force. Both Systems have been realized
// equally often.
TEST(ForeignState, IsRejectedByEveryFunction) {
    Other own(true);
    const State ownState = own.apart();
    Other slider(false), twoSpheres(true, 2), none(true, 1, false);
    for (Other* other : {&slider, &twoSpheres, &none}) {
        const State foreign = other->apart();
        ASSERT_EQ(foreign.getSystemTopologyStageVersion(), ownState.getSystemTopologyStageVersion());
        for (const Call& call : calls) {
            State state = foreign;
            SCOPED_TRACE(call.name);
            expectMessage([&] { call.call(own, state); }, {"the State is of another System"});
        }
    }
}

// The message says what differs.
TEST(ForeignState, IsReportedWithTheDifference) {
    Other own(true), slider(false), twoSpheres(true, 2);
    own.apart();
    State foreign = slider.apart();
    expectMessage<std::logic_error>([&] { own.force->getCommitTime(foreign); }, {"getCommitTime()", "speeds"});
    foreign.invalidateAll(Stage::Model); // without speeds to count
    expectMessage<std::logic_error>([&] { own.force->getCommitTime(foreign); },
                                    {"there, body 1 is on body 0 by a Slider; here, body 1 is on body 0 by a Free"});
    foreign = twoSpheres.apart();
    expectMessage<std::logic_error>([&] { own.force->getCommitTime(foreign); }, {"a surface on body 1"});
}

// A State of an equal System is valid and gives the same forces, to the last bit.
TEST(ForeignState, OfAnEqualSystemIsValid) {
    Other own(true), equal(true);
    State ownState = own.apart();
    const State state = equal.apart();
    EXPECT_EQ(own.force->getContactRecords(state).at(0).normalForce,
              own.force->getContactRecords(ownState).at(0).normalForce);
}

// A linearization rejects a State of another System, and forces on another number of bodies.
TEST(ForeignState, IsRejectedByLinearizations) {
    Other own(true), slider(false);
    const State ownState = own.apart(), foreign = slider.apart();
    const ContactLinearization linearization = own.force->calcLinearization(ownState);
    const auto refused = [&](const auto& function) {
        expectMessage<std::logic_error>([&] { function(); }, {"ContactLinearization", "another System"});
    };
    refused([&] { linearization.calcDamping(foreign); });
    refused([&] { linearization.calcStiffness(foreign); });
    refused([&] { linearization.calcStiffnessByQ(foreign); });
    refused([&] { linearization.calcSparseDamping(foreign); });
    expectMessage<std::invalid_argument>(
        [&] { ContactLinearization(own.matter, {}, Vector_<SpatialVec>(7, SpatialVec(Vec3(0), Vec3(0)))); },
        {"7 forces on bodies", "must be 2"});
}

// A recorder with a System but no force also rejects the State of another System.
TEST(ForeignState, IsRejectedWithoutForces) {
    Other own(true), slider(false);
    own.apart();
    const State foreign = slider.apart();
    ReplayRecorder replay(own.system, ::testing::TempDir() + "foreign_state.html", Infinity);
    expectMessage<std::logic_error>([&] { replay.record(foreign); }, {"ReplayRecorder::record()", "another System"});
}

// A body of another System has no surfaces here, for any index.
TEST(ForeignBody, HasNoSurfaces) {
    Other own(true), other(true);
    expectMessage<std::invalid_argument>([&] { own.force->getSurfaces(other.ball); },
                                         {"getSurfaces()", "another System"});
    EXPECT_EQ(own.force->getSurfaces(own.ball).size(), 1u);
}

} // namespace
} // namespace test_foreign_state
