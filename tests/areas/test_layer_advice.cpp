// SPDX-License-Identifier: Apache-2.0
// Tests the advice on layers against closed forms.

#include "LayerScene.h"
#include "OneAdvice.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Brick.h>

#include <sstream>

namespace test_layer_advice {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real R = 0.05, half = 0.02, g = 9.81;

// Returns the advice on a body of 1 kg whose layer is at this depth in the floor.
OneAdvice adviseAt(Real depth, const Shape& shape, Real height, const ElasticLayer& layer,
                   const AdviceOptions& options = AdviceOptions()) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), shape, Vec3(0), layer);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, height - depth, 0));
    const OneAdvice advice = firstOf(advise(scene.system, state, force, options));
    EXPECT_EQ(advice.table.getSubjects().size(), 1u);
    EXPECT_FALSE(advice.table.has(advice.subject, "overlap"));
    return advice;
}

// The advice on a ball with a layer has the depth, the area and the stiffness of N = pi R d^2 K/h, under the load that is asked.
// The area, of which the exponent follows, is right to 5e-3 with 90 elements across.
TEST(LayerAdvice, BallUnderALoad) {
    AdviceOptions options;
    options.load = 400;
    const Real present = 1e-3, d = std::sqrt(400 / (Pi * R * padNormal));
    const OneAdvice advice = adviseAt(present, Sphere(R), R, pad(2e-4).setRestitution(0.5), options);
    EXPECT_EQ(advice.subject, "ground and body");
    EXPECT_NEAR(advice["depth"], d, 2e-3 * d);
    EXPECT_NEAR(advice["depth_fraction"], d / 5e-3, 2e-3 * d / 5e-3);
    EXPECT_NEAR(advice["area"], 2 * Pi * R * d, 5e-3 * 2 * Pi * R * d);
    EXPECT_NEAR(advice["mean_pressure"], 0.5 * padNormal * d, 5e-3 * padNormal * d);
    EXPECT_NEAR(advice["stiffness"], 2 * 400 / d, 5e-3 * 2 * 400 / d);
    EXPECT_NEAR(advice["tangential_stiffness"] / advice["stiffness"], padShear / padNormal, 1e-12);
    EXPECT_NEAR(advice["sliding_length"], 0.5 * 400 / advice["tangential_stiffness"], 1e-12);
    EXPECT_NEAR(advice["moved_mass"], 1, 1e-12);
    const Real stiffest = std::max(advice["stiffness"], 3.5 * advice["tangential_stiffness"]);
    EXPECT_NEAR(advice["swing_time"], 2 * Pi * std::sqrt(1 / stiffest), 1e-12);
    EXPECT_TRUE(advice.table.getWarnings(advice.subject).empty());
}

// An impact on a flat undamped layer is half a period of a linear spring. The rounding takes a hundredth of the area.
TEST(LayerAdvice, FlatImpactIsHalfAPeriod) {
    AdviceOptions options;
    options.speed = 0.1;
    const OneAdvice advice = adviseAt(1e-4, Brick(Vec3(half), 1e-4), half, pad(2e-3).setFriction(0), options);
    const Real k = 4 * half * half * padNormal;
    EXPECT_NEAR(advice["stiffness"], k, 1e-2 * k);
    EXPECT_NEAR(advice["contact_time"], Pi * std::sqrt(1 / k), 1e-2 * advice["contact_time"]);
    EXPECT_NEAR(advice["impact_depth"], 0.1 * std::sqrt(1 / k), 1e-2 * advice["impact_depth"]);
    EXPECT_NEAR(advice["restitution"], 1, 1e-6);
    EXPECT_EQ(advice["sliding_length"], 0);
}

// The predicted impact returns the restitution that the layer asks for, and a dissipation returns that of the equation of ElasticLayer.
TEST(LayerAdvice, ImpactReturnsTheRestitution) {
    AdviceOptions options;
    options.speed = 0.5;
    for (const Real e : {0.2, 0.5, 0.8})
        EXPECT_NEAR(adviseAt(5e-4, Sphere(R), R, pad(1e-3).setRestitution(e), options)["restitution"], e, 1e-4);
    const Real kappa = 1.4328; // of e = 0.5
    EXPECT_NEAR(adviseAt(5e-4, Sphere(R), R, pad(1e-3).setDissipation(kappa / 0.5), options)["restitution"], 0.5, 1e-4);
}

// The load is the present one without the part of the dashpots, whatever the speed.
TEST(LayerAdvice, SpeedDoesNotChangeTheLoad) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), Vec3(0), pad(1e-3).setDissipation(5));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, R - 5e-4, 0));
    const Real atRest = firstOf(advise(scene.system, state, force))["load"];
    scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0.3, -0.2, 0)));
    EXPECT_EQ(firstOf(advise(scene.system, state, force))["load"], atRest);
}

// Advice warns of a layer that is too soft, too coarse or undamped, and is silent about one that is apart.
TEST(LayerAdvice, WarnsOfPoorLayersOnly) {
    AdviceOptions options;
    options.load = 1e5;
    EXPECT_TRUE(says(adviseAt(5e-4, Sphere(R), R, pad(1e-3), options), "times as stiff"));
    options.load = g;
    options.speed = 20;
    EXPECT_TRUE(says(adviseAt(5e-4, Sphere(R), R, pad(1e-3), options), "an impact at 20 m/s"));
    EXPECT_TRUE(says(adviseAt(5e-4, Sphere(R), R, pad(5e-3)), "elements cross the contact"));
    EXPECT_TRUE(says(adviseAt(5e-4, Sphere(R), R, pad(1e-3)), "no damping"));
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), Vec3(0), pad(1e-3));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, 2 * R, 0));
    EXPECT_TRUE(advise(scene.system, state, force).getRows().empty());
}

// The text names the surfaces, and gives each value with its unit.
TEST(LayerAdvice, IsPrinted) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), Vec3(0), pad(1e-3));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, R - 5e-4, 0));
    std::ostringstream text;
    text << advise(scene.system, state, force);
    for (const char* part :
         {"ground and body", "with a layer", "mean_pressure", "depth_fraction", "! the layer has no damping"})
        EXPECT_NE(text.str().find(part), std::string::npos) << text.str();
}

} // namespace
} // namespace test_layer_advice
