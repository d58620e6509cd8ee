// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_KERNELS_TRANSPORT_H
#define SIMBODYDEM_KERNELS_TRANSPORT_H

#include "Inline.h"
#include "kernels/Vector3.h"

#include <cmath>

// How displacements move along with two bodies that roll on each other. Always inlined: handed over through memory, three
// numbers are stored one by one and loaded two at a time, and the processor stalls.

namespace simbodydem::kernels {

// Series for the angles that a body turns by in a step. Their next terms are 3e-18.
constexpr double squareOfSmallSine = 1e-4, smallVersine = 1e-4;
template <class T> SIMBODYDEM_ALWAYS_INLINE inline T angleOverSmallSine(const T& sine2) {
    return 1 + sine2 * (1. / 6. + sine2 * (3. / 40. + sine2 * (5. / 112.)));
}
template <class T> SIMBODYDEM_ALWAYS_INLINE inline T inverseOfTwoMinus(const T& t) {
    return 0.5 + t * (0.25 + t * (0.125 + t * 0.0625));
}

// The tangent-plane chord from the present contact point to where the old one has gone, as the arc along a surface whose
// old contact point lies `lever` from the centre of curvature: w asin(s)/s, s = |w|/lever. With the arc a sphere that
// rolls without slip gathers no displacement, whatever the step. inverseLever = 0 is a plane.
template <class T> SIMBODYDEM_ALWAYS_INLINE inline Vector3<T> arc(const Vector3<T>& chord, const T& inverseLever) {
    using std::asin;
    using std::sqrt;
    const T sine2 = chord.squaredNorm() * inverseLever * inverseLever;
    if (sine2 < squareOfSmallSine) return chord * angleOverSmallSine(sine2);
    if (sine2 >= 1) return chord * T(1.57079632679489661923); // a quarter turn or more in one step
    const T sine = sqrt(sine2);
    return chord * (asin(sine) / sine);
}

// 1/(1 + cosine) without a division where the angle is small, as it is from one step to the next.
template <class T> SIMBODYDEM_ALWAYS_INLINE inline T inverseOfOnePlus(const T& cosine) {
    const T t = 1 - cosine;
    if (t < smallVersine) return inverseOfTwoMinus(t);
    return 1 / (1 + cosine);
}

// Parallel transport along a surface: turn `vector`, which is normal to `from`, by the smallest rotation that takes the
// unit vector `from` to `to`. Keeps the length.
template <class T> SIMBODYDEM_ALWAYS_INLINE inline Vector3<T> parallelTransport(const Vector3<T>& vector,
                                                                                const Vector3<T>& from,
                                                                                const Vector3<T>& to) {
    const T along = vector.dot(to);
    const T cosine = from.dot(to);
    if (!(cosine > -1 + 1e-12)) return vector - along * to; // turned head over: no smallest rotation exists
    return vector - (along * inverseOfOnePlus(cosine)) * (from + to);
}

// The mean direction of what the two surfaces make of one stored vector, with its old length. The two differ by the
// bodies' spin against each other; where that is below rounding the plain mean is as long as it should be.
template <class T> SIMBODYDEM_ALWAYS_INLINE inline Vector3<T> meanOfEqualLength(const Vector3<T>& a,
                                                                                const Vector3<T>& b,
                                                                                const T& squaredLength) {
    using std::sqrt;
    const Vector3<T> mean = 0.5 * (a + b);
    const T meanSquared = mean.squaredNorm();
    if (squaredLength - meanSquared <= 1e-15 * squaredLength) return mean;
    if (!(meanSquared > 0)) return Vector3<T>::Zero();
    return mean * sqrt(squaredLength / meanSquared);
}

} // namespace simbodydem::kernels

#endif
