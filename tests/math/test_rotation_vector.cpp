// Compares rotations over a step with their closed forms.

#include "math/RotationVector.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_rotation_vector {

using namespace simbodydem::kernels;

namespace {

const Vector axis = Vector(1, 2, -3).normalized();

Quaternion turnBy(double angle, const Vector& about = axis) { return Quaternion(Eigen::AngleAxisd(angle, about)); }

} // namespace

// The rotation vector of a turn is its angle times its axis, inside and outside the range of the series. The sign of
// the quaternion does not matter.
TEST(RotationVector, IsAngleTimesAxis) {
    for (double angle : {1e-12, 1e-6, 0.0199, 0.0201, 1., 3.1})
        for (double sign : {1., -1.}) {
            Quaternion q = turnBy(angle);
            q.coeffs() *= sign;
            EXPECT_LT((rotationVector(q, Vector::Zero()) - angle * axis).norm(), 4e-16 * (1 + angle)); // rounding
        }
}

// Among the branches of the rotation vector, the one nearest to the expected vector is taken, for any number of full
// turns.
TEST(RotationVector, CountsFullTurns) {
    for (double angle : {0.5, 3.2, 6.1, 6.5, 12.5663, 60., -7.})
        EXPECT_LT((rotationVector(turnBy(angle), 1.02 * angle * axis) - angle * axis).norm(), 1e-13 * 60); // rounding
}

// Near full turns the axis is lost to rounding, and the expected axis is taken.
TEST(RotationVector, KeepsItsAxisAtFullTurns) {
    const double angle = 4 * pi + 1e-9;
    EXPECT_LT((rotationVector(turnBy(angle), (angle - 0.1) * axis) - angle * axis).norm(), 1e-14);
}

// A body that was moved by hand may not have turned although a turn was expected; its rotation vector is zero.
TEST(RotationVector, IsZeroWithoutATurn) {
    EXPECT_EQ(rotationVector(Quaternion::Identity(), 2 * axis), Vector(Vector::Zero()));
}

// The quaternion of a rotation matrix is the quaternion of its turn, for half turns too.
TEST(QuaternionOfARotation, IsThatOfTheTurn) {
    for (double angle : {0., 1e-9, 0.3, 2., 3.14, 3.141592653589793}) {
        const Quaternion q = quaternionOf(turnBy(angle).toRotationMatrix());
        EXPECT_LT(std::min((q.coeffs() - turnBy(angle).coeffs()).norm(), (q.coeffs() + turnBy(angle).coeffs()).norm()),
                  1e-15)
            << angle;
    }
}

// The smallest rotation takes one normal to the other about the axis perpendicular to both. Its reverse takes vectors
// back exactly.
TEST(SmallestRotation, TurnsAboutTheAxisAcross) {
    const Vector from = Vector(1, 2, 3).normalized();
    for (double angle : {1e-9, 1e-3, 0.014, 0.0142, 0.5, 3.}) {
        const Vector across = from.cross(Vector(1, 0, 0)).normalized();
        const Quaternion smallest = turnBy(angle, across);
        const Vector to = smallest * from, vector(0.3, -1, 2);
        const double rounding = 3e-15 / (1 + std::cos(angle)); // worse near a half turn
        EXPECT_LT((smallestRotation(from, to).coeffs() - smallest.coeffs()).norm(), rounding) << angle;
        EXPECT_LT((SmallestRotation(from, to) * vector - smallest * vector).norm(), 10 * rounding) << angle;
        EXPECT_LT((SmallestRotation(to, from) * (SmallestRotation(from, to) * vector) - vector).norm(), 10 * rounding);
    }
}

// A normal that reverses in one step has no smallest rotation; the transported vector is still tangent and finite.
TEST(SmallestRotation, SurvivesAHalfTurn) {
    const Vector moved = SmallestRotation(Vector(0, 0, 1), Vector(0, 0, -1)) * Vector(1, 0, 0);
    EXPECT_TRUE(moved.allFinite());
    EXPECT_EQ(moved[2], 0);
}

// A wheel that rolls evenly displaces its contact point by the arc on the ground, up to more than half a turn a step.
TEST(MeanDisplacement, OfAWheelIsItsArc) {
    const double radius = 0.3;
    for (double angle : {1e-6, 1e-3, 0.0316, 0.0317, 1., 4.}) {
        const Vector carried(radius * std::sin(angle), radius * (1 - std::cos(angle)), 0); // the point that was lowest
        const Vector mean = meanDisplacement(Vector(0, 0, angle), carried);
        EXPECT_NEAR(mean[0], radius * angle, 1e-14 * radius) << angle; // rounding
        EXPECT_NEAR(mean[1], 0, 1e-14 * radius) << angle;
    }
}

// At full turns the mean velocity is not determined; the result is finite.
TEST(MeanDisplacement, IsFiniteAtAFullTurn) { EXPECT_TRUE(meanDisplacement(Vector(0, 0, 2 * pi), Vector(1, 1, 1)).allFinite()); }

// Sine and cosine agree with the standard library where the series ends.
TEST(SineCosine, MeetsItsSeries) {
    for (double angle : {0., 1e-9, 0.0199, 0.0201, -0.019, 2.}) {
        EXPECT_NEAR(SineCosine(angle).sine, std::sin(angle), 1e-16);
        EXPECT_NEAR(SineCosine(angle).cosine, std::cos(angle), 2e-16);
        EXPECT_NEAR(sinc(angle), angle == 0 ? 1 : std::sin(angle) / angle, 2e-16);
    }
}

} // namespace test_rotation_vector
