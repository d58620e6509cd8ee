// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_MINDLIN_CONSERVATIVE_MINDLIN_CONSERVATIVE_H
#define SIMBODYDEM_LAWS_MINDLIN_CONSERVATIVE_MINDLIN_CONSERVATIVE_H

#include "laws/SpringSlider.h"

namespace simbodydem::kernels {

// Equation, units and sources: simbodydem/laws/tangential/MindlinConservative.h.

// Returns 1/2 dkt/ddelta xi^2, kt ~ sqrt(delta).
template <class T> T thrust(const T& stiffness, const T& overlap, const Vector3<T>& displacement) {
    return 0.25 * stiffness / overlap * displacement.squaredNorm();
}

// Returns the smaller root of F = mu (N + F^2/(4 kt delta)): the limit that an undamped spring reaches first. Without a root friction grows
// faster than the spring that presses the surfaces together. The limit is then 2 mu N, the largest value of that root.
// @param limit  mu N
template <class T> T limitWithThrust(const T& limit, const T& load, const T& stiffness, const T& overlap) {
    using std::sqrt;
    const T discriminant = 1 - limit * limit / load / (stiffness * overlap);
    return 2 * limit / (1 + (discriminant > 0 ? T(sqrt(discriminant)) : T(0)));
}

template <class T> TangentialOutput<T> mindlinConservative(const FrictionConstants& law, double effectiveShearModulus,
                                                           double dampingRatio, const T& contactRadius,
                                                           const T& overlap, const TangentialInput<T>& in) {
    const T stiffness = mindlinStiffness(effectiveShearModulus, contactRadius);
    const T limitOfLoad =
        coulombLimit<T>(law, in.frictionalLoad, in.slipVelocity.squaredNorm(), stiffness * in.effectiveMass);
    if (!(limitOfLoad > 0) || !(stiffness > 0) || !(overlap > 0)) return released<T>();
    const T damping = dashpot(dampingRatio, stiffness, in.effectiveMass);
    const T limit = limitWithThrust<T>(limitOfLoad, in.frictionalLoad, stiffness, overlap);
    TangentialOutput<T> out = slideWithDashpot<T>(law.isKelvinVoigt, limit, stiffness, damping, in);
    out.normalForce = thrust<T>(stiffness, overlap, out.displacement);
    return out;
}

} // namespace simbodydem::kernels

#endif
