// Tests the gripper.

#include "Gripper.h"

#include <gtest/gtest.h>

namespace test_gripper {

using namespace lab;

namespace {

GripperResult grip(const std::string& name, int points, Real duration) {
    GripperOptions options;
    options.law = findLaw(gripperLaws(), name).law;
    options.pointsPerFinger = points;
    options.duration = duration;
    return runGripper(options);
}

const Real rightAngle = SimTK::Pi / 2;

} // namespace

// An object that is held for a minute and shaken below the Coulomb limit keeps its position to less than a micrometre.
TEST(Gripper, HoldsForAMinute) {
    for (const char* name : {"hertz-mindlin", "cundall-twisting"}) {
        const GripperResult r = grip(name, 2, 60);
        EXPECT_LT(r.slip, 1e-6) << name;  // m, the requirement of the project
        EXPECT_GT(r.swing, 5e-6) << name; // it was shaken
        EXPECT_LT(r.greatestLoad, 0.5) << name;
    }
}

// HuntCrossleyForce has the friction mu N v_t/v_transition, so that the object sinks at least at v_transition m g/(mu N). Shaking and
// the offset of the centre of mass increase this.
TEST(Gripper, SlipsOnHuntCrossleyForce) {
    const Real transitionVelocity = 0.001, friction = 0.8, gripForce = 20, weight = 0.3 * 9.81, time = 16;
    const Real sunk = transitionVelocity * weight / (friction * 2 * gripForce) * time;
    const Real slip = grip("hunt-crossley-0.001", 2, 20).slip;
    EXPECT_GT(slip, 0.9 * sunk); // the grip force grows by a tenth over the pads' own thickness
    EXPECT_LT(slip, 3 * sunk);
}

// An object that each finger holds at one point tips over until its centre of mass is below, unless the contact resists twisting.
TEST(Gripper, PivotsUnlessTwistingIsResisted) {
    EXPECT_GT(grip("hertz-mindlin", 1, 12).pivot, rightAngle);
    for (const char* name : {"hertz-mindlin-twisting", "cundall-twisting"}) {
        const GripperResult r = grip(name, 1, 12);
        EXPECT_LT(r.pivot, 0.05 * rightAngle) << name;
        EXPECT_LT(r.slip, 1e-6) << name; // m
    }
}

// The rotation of the twisting springs is their moment over their stiffness.
TEST(Gripper, TwistsByTheSpringsOwnAngle) {
    const GripperOptions options;
    const Real moment = 0.3 * 9.81 * 0.01, stiffness = 2 * 0.5; // of two springs [N m/rad]
    const GripperResult r = grip("hertz-mindlin-twisting", 1, 12);
    Real atRest = 0;
    for (const GripperSample& s : r.samples)
        if (s.time <= 4) atRest = s.pivot;              // lifted, not yet shaken
    EXPECT_NEAR(atRest / (moment / stiffness), 1, 0.3); // the table carried a part of the moment before
}

} // namespace test_gripper
