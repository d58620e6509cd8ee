// Tests elastic layers beside Simbody's ElasticFoundationForce on the same meshes.

#include "ElasticFoundation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_elastic_foundation {

using namespace lab;

namespace {

Real creepOf(Foundation foundation, const char* integrator, Real transitionVelocity) {
    FoundationSlopeOptions options;
    options.foundation = foundation;
    options.integrator.name = integrator;
    options.integrator.accuracy = 1e-5;
    options.transitionVelocity = transitionVelocity;
    return runFoundationSlope(options).drift / (0.8 * options.time);
}

} // namespace

// A block on a layer and one on ElasticFoundationForce press with k A d; both sum up the same triangles, up to rounding.
TEST(ElasticFoundation, BlocksPressWithEqualForces) {
    const SimTK::Vec3& half = halfOfFoundationBlock;
    const Real depth = 1e-3, force = foundationStiffness * 4 * half[0] * half[2] * depth;
    for (const Foundation kind : {Foundation::Layer, Foundation::ElasticFoundationForce})
        EXPECT_NEAR(pressOnFoundation(kind, FoundationBody::Block, depth).force, force, 1e-9 * force);
}

// A ball of triangles has the same force on a layer and on ElasticFoundationForce, triangle by triangle.
TEST(ElasticFoundation, BallsPressWithEqualForces) {
    const PressResult layer = pressOnFoundation(Foundation::Layer, FoundationBody::BallOfTriangles, 5e-3);
    const PressResult other =
        pressOnFoundation(Foundation::ElasticFoundationForce, FoundationBody::BallOfTriangles, 5e-3);
    EXPECT_GT(layer.numElements, 50);
    EXPECT_NEAR(layer.force, other.force, 1e-9 * other.force);
}

// A block on ElasticFoundationForce creeps with the transition velocity times tan(17 degrees)/mu, one on a layer not at all.
TEST(ElasticFoundation, OnlyTheLayerHoldsABlockOnASlope) {
    const Real velocity = 0.01, creep = velocity * std::tan(17 * SimTK::Pi / 180) / 0.45;
    EXPECT_NEAR(creepOf(Foundation::ElasticFoundationForce, "rkm", velocity), creep, 0.01 * creep);
    for (const char* integrator : {"rkm", "contact"})
        EXPECT_LT(std::abs(creepOf(Foundation::Layer, integrator, velocity)), 1e-9) << integrator;
}

} // namespace test_elastic_foundation
