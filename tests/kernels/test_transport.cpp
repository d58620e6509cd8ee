// Arc correction and parallel transport against geometry.

#include "kernels/Transport.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace simbodydem::kernels;
using Vec = Vector3<double>;

// The chord of a turn by theta at lever l comes back as the arc l theta, in the series' range and beyond.
TEST(Arc, IsTheLengthAlongTheSurface) {
    const double lever = 0.3;
    for (double theta : {1e-6, 1e-3, 0.00999, 0.0101, 0.1, 1., 1.5}) {
        const Vec chord(lever * std::sin(theta), 0, 0);
        EXPECT_NEAR(arc(chord, 1 / lever)[0], lever * theta, 1e-14 * lever * theta / std::cos(theta)); // asin near 1
    }
}

// On a plane the chord is the arc.
TEST(Arc, IsTheChordOnAPlane) { EXPECT_EQ(arc(Vec(3, 4, 0), 0.), Vec(3, 4, 0)); }

// Transport is the smallest rotation: it keeps length and angle to the plane's new normal, and goes back exactly.
TEST(ParallelTransport, RotatesByTheSmallestRotation) {
    const Vec from = Vec(1, 2, 3).normalized();
    for (double angle : {1e-9, 1e-3, 0.02, 0.5, 3.}) {
        const Vec axis = from.cross(Vec(1, 0, 0)).normalized();
        const Eigen::AngleAxisd smallest(angle, axis);
        const Vec to = smallest * from;
        const Vec vector = from.cross(Vec(0, 1, 0));
        const Vec moved = parallelTransport(vector, from, to);
        EXPECT_LT((moved - smallest * vector).norm(),
                  1e-14 / (1 + std::cos(angle))); // rounding, worse near 180 degrees
        EXPECT_LT((parallelTransport(moved, to, from) - vector).norm(), 1e-14 / (1 + std::cos(angle)));
    }
}

// A pair that is turned head over in one step has no smallest rotation; the vector is at least tangent and finite.
TEST(ParallelTransport, SurvivesAHalfTurn) {
    const Vec moved = parallelTransport<double>(Vec(1, 0, 0), Vec(0, 0, 1), Vec(0, 0, -1));
    EXPECT_TRUE(moved.allFinite());
    EXPECT_EQ(moved[2], 0);
}

// Two bodies that spin against each other about the normal carry a vector half way between them, at its old length.
TEST(Mean, LiesHalfWayAtTheOldLength) {
    for (double angle : {1e-10, 1e-5, 0.3, 2.}) {
        const Vec a(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0),
            b(0.5 * std::cos(angle), -0.5 * std::sin(angle), 0);
        EXPECT_LT((meanOfEqualLength<double>(a, b, 0.25) - Vec(0.5, 0, 0) * (std::cos(angle) > 0 ? 1 : -1)).norm(),
                  1e-15);
    }
}
