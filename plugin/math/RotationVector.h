// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_MATH_ROTATION_VECTOR_H
#define SIMBODYDEM_MATH_ROTATION_VECTOR_H

#include "math/Inline.h"
#include "math/Vector3.h"

#include <algorithm>
#include <cmath>

// Computes with rotations of bodies over a step, as unit quaternions and as rotation vectors (angle times axis). Turns of a step are usually
// small. Each function has a series for small turns, whose next term is below 1e-17, and the closed form for all others.

namespace simbodydem::kernels {

using Quaternion = Eigen::Quaternion<double>;

constexpr double pi = 3.14159265358979323846;

/** Returns the unit quaternion of a rotation matrix. */
SIMBODYDEM_ALWAYS_INLINE inline Quaternion quaternionOf(const Matrix& R) {
    const double square = 1 + R.trace(); // (2 w)^2
    if (square < 1) return Quaternion(R);
    const double twiceW = std::sqrt(square), f = 0.5 / twiceW;
    return {0.5 * twiceW, f * (R(2, 1) - R(1, 2)), f * (R(0, 2) - R(2, 0)), f * (R(1, 0) - R(0, 1))};
}

/** Returns the smallest rotation that takes one unit vector to another. For a half turn it takes any axis at right angles. */
SIMBODYDEM_ALWAYS_INLINE inline Quaternion smallestRotation(const Vector& from, const Vector& to) {
    const double cosine = from.dot(to), e = 1 - cosine;
    Quaternion q;
    if (e < 1e-4) {
        const double k = 0.5 + e * (0.125 + e * (3. / 64 + e * (5. / 256))); // 1/(2 w) = (1 - e/2)^(-1/2)/2
        q.vec() = k * from.cross(to);
        q.w() = (2 - e) * k;
    } else if (e < 2 - 1e-12) {
        q.w() = std::sqrt(0.5 * (1 + cosine));
        q.vec() = (0.5 / q.w()) * from.cross(to);
    } else {
        q.vec() = from.unitOrthogonal();
        q.w() = 0;
    }
    return q;
}

/** Rotates vectors by the smallest rotation that takes one unit vector to another. Exchange the two unit vectors for the inverse. */
class SmallestRotation {
public:
    SmallestRotation() = default;
    SIMBODYDEM_ALWAYS_INLINE SmallestRotation(const Vector& from, const Vector& to)
        : SmallestRotation(from, to, inverseFor(1 - from.dot(to))) {}
    /** @param inverse  1/(1 + cosine of the angle). It is 0 for a half turn, which has no smallest rotation: the component along `to` is then
    left out. */
    SIMBODYDEM_ALWAYS_INLINE SmallestRotation(const Vector& from, const Vector& to, double inverse)
        : from(from), to(to), inverse(inverse) {}

    SIMBODYDEM_ALWAYS_INLINE Vector operator*(const Vector& vector) const {
        const double alongFrom = vector.dot(from), alongTo = vector.dot(to);
        if (inverse == 0) return vector - alongTo * to;
        return vector - ((alongFrom + alongTo) * inverse) * (from + to) + (2 * alongFrom) * to;
    }
    const Vector& getTo() const { return to; }

private:
    static double inverseFor(double e) { return e < 2 - 1e-12 ? 1 / (2 - e) : 0; }

    Vector from, to;
    double inverse = 0;
};

/** Returns sin(x)/x by its series in x^2, up to x^2 = 4e-4. */
SIMBODYDEM_ALWAYS_INLINE inline double sincOfSquare(double s) {
    return 1 - s * (1. / 6 - s * (1. / 120 - s * (1. / 5040)));
}

/** Computes the sine and cosine of an angle. */
struct SineCosine {
    double sine = 0, cosine = 1;

    SineCosine() = default;
    SIMBODYDEM_ALWAYS_INLINE explicit SineCosine(double angle) {
        const double s = angle * angle;
        if (s < 4e-4) {
            sine = angle * sincOfSquare(s);
            cosine = 1 - s * (1. / 2 - s * (1. / 24 - s * (1. / 720 - s * (1. / 40320))));
        } else {
            sine = std::sin(angle);
            cosine = std::cos(angle);
        }
    }
};

/** Returns sin(x)/x. */
SIMBODYDEM_ALWAYS_INLINE inline double sinc(double x) {
    const double s = x * x;
    return s < 4e-4 ? sincOfSquare(s) : std::sin(x) / x;
}

/** Returns the rotation vector of a turn that is not small, or that is expected not to be small. See rotationVector(). */
SIMBODYDEM_NOINLINE inline Vector largeRotationVector(const Quaternion& q, const Vector& expected) {
    const double sine = q.vec().norm(), length = expected.norm();
    if (!(sine > 0)) return std::round(length / (2 * pi)) * (2 * pi / length) * expected;
    if (!(length > 0)) return (2 * std::atan2(sine, std::abs(q.w())) * (q.w() < 0 ? -1 : 1) / sine) * q.vec();
    // Close to a number of full turns, rounding alone decides the axis. The expected rotation vector has a better one.
    const Vector direction = expected / length;
    const bool isAxisKnown = sine > 1e-3 || length < pi;
    const Vector axis = isAxisKnown ? Vector(q.vec() / sine) : direction;
    const double along = isAxisKnown ? sine : q.vec().dot(direction);
    const double angle = 2 * std::atan2(along, q.w());
    const double turns = std::round((expected.dot(axis) - angle) / (2 * pi));
    return (angle + 2 * pi * turns) * axis;
}

/** Returns 2 asin(s)/s by its series in s^2, up to s^2 = 1e-4. */
template <class Number> SIMBODYDEM_ALWAYS_INLINE inline Number rotationVectorOverSine(const Number& s2) {
    return 2 + s2 * (1. / 3 + s2 * (3. / 20 + s2 * (5. / 56)));
}

/** Returns the rotation vector theta [rad] of a unit quaternion, exp(theta/2) = +-q. Of its branches (full turns about the same axis) it takes
the one nearest to `expected`. */
SIMBODYDEM_ALWAYS_INLINE inline Vector rotationVector(const Quaternion& q, const Vector& expected) {
    const double s2 = q.vec().squaredNorm();
    if (!(s2 < 1e-4 && expected.squaredNorm() < 1)) return largeRotationVector(q, expected);
    return (q.w() < 0 ? -1 : 1) * rotationVectorOverSine(s2) * q.vec();
}

/** Returns J^-1(theta) x, the translational part of the logarithm of a rigid motion. A body turns evenly by theta about a moving origin, and its
point that was at the origin at the start of the step ends at x. The result is the mean velocity of the body's points at the origin, times the
step. J^-1 has poles at full turns. Beyond five radians it keeps its value of there.

    J^-1(t) x = x - t x x/2 + (1 - (|t|/2) cot(|t|/2))/|t|^2 t x (t x x) */
inline Vector meanDisplacement(const Vector& theta, const Vector& x) {
    const double t2 = theta.squaredNorm();
    double factor = 1. / 12 + t2 * (1. / 720 + t2 / 30240);
    if (t2 > 1e-3) {
        const double half = 0.5 * std::min(std::sqrt(t2), 5.);
        factor = (1 - half / std::tan(half)) / (4 * half * half);
    }
    const Vector across = theta.cross(x);
    return x - 0.5 * across + factor * theta.cross(across);
}

} // namespace simbodydem::kernels

#endif
