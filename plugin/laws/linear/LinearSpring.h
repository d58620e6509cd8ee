// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_LINEAR_LINEAR_SPRING_H
#define SIMBODYDEM_LAWS_LINEAR_LINEAR_SPRING_H

#include "laws/Normal.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

struct LinearSpringConstants {
    double dampingRatio;
    bool tensionAllowed;
};

// Equation, units and sources: LinearNormal.h.
template <class T>
NormalOutput<T> linearSpring(const T& stiffness, const LinearSpringConstants& law, const NormalInput<T>& in) {
    using std::sqrt;
    NormalOutput<T> out;
    out.elasticForce = stiffness * in.overlap;
    out.stiffness = stiffness;
    out.storedEnergy = 0.5 * out.elasticForce * in.overlap;
    out.force = out.elasticForce;
    if (law.dampingRatio > 0) out.force += 2 * law.dampingRatio * sqrt(stiffness * in.effectiveMass) * in.overlapRate;
    if (!law.tensionAllowed && out.force < 0) out.force = T(0);
    return out;
}

// Returns the stiffness of two bars in series, each as long as its surface's radius, with the smaller sphere's cross section (Woo). A plane
// (curvature 0) counts as a sphere of the other's radius, or as a facet if half its thickness is more than that. At least one curvature
// must be > 0.
template <class T> T barsInSeries(double complianceA, double complianceB, const T& curvatureA, const T& curvatureB,
                                  double facetHalfThickness = 0) {
    const T minCurvatureRadius = std::max(curvatureA, curvatureB);
    const T flat = facetHalfThickness * minCurvatureRadius > 1 ? T(1 / facetHalfThickness) : minCurvatureRadius;
    const T a = curvatureA > 0 ? curvatureA : flat, b = curvatureB > 0 ? curvatureB : flat;
    const double pi = 3.14159265358979323846;
    return pi * a * b /
           (minCurvatureRadius * minCurvatureRadius * (complianceA * b + complianceB * a)); // A/(l_a c_a + l_b c_b)
}

struct EquivalentConstants {
    double coefficient;        // k = coefficient (v0 R* sqrt(m*))^(2/5)
    double dampingRatio;       // of the linear spring
    double minimumImpactSpeed; // > 0
};

// Returns the stiffness that is equivalent to Hertz's contact at impact speed v0. Spring and dashpot have already lowered the speed when a
// contact is first seen: v0^2 = (v + 2 beta w delta)^2 + (w delta)^2 with w^2 = k/m*, to second order in delta. Since k grows with
// v0^(2/5) only, each iteration leaves at most a fifth of the error; twenty leave rounding.
template <class T> T equivalentStiffness(const EquivalentConstants& law, const NormalInput<T>& in) {
    using std::pow;
    using std::sqrt;
    const T seen = in.overlapRate > 0 ? in.overlapRate : T(0);
    const T scale = law.coefficient * pow(T(in.effectiveRadius * sqrt(in.effectiveMass)), 0.4);
    T speed = seen, stiffness;
    for (int i = 0; i < 20; ++i) {
        if (speed < law.minimumImpactSpeed) speed = T(law.minimumImpactSpeed);
        stiffness = scale * pow(speed, 0.4);
        const T swing = sqrt(stiffness / in.effectiveMass) * in.overlap;
        const T damped = seen > 0 ? T(seen + 2 * law.dampingRatio * swing) : T(0);
        speed = sqrt(damped * damped + swing * swing);
    }
    return stiffness;
}

// Returns the ratio of the stiffness whose damped spring has Hertz's largest overlap to m* v0^2/delta_max^2, which stores Hertz's energy at
// that overlap. It is exp(-2 beta acos(beta)/sqrt(1 - beta^2)), continued beyond beta = 1.
inline double equalOverlapFactor(double dampingRatio) {
    const double b = dampingRatio, root = std::sqrt(std::abs(1 - b * b));
    if (root == 0) return std::exp(-2.);
    return std::exp(-2 * b * (b < 1 ? std::acos(b) : std::acosh(b)) / root);
}

// Returns that ratio for a contact that lasts as long as Hertz's: (pi/c)^2/(1 - beta^2) with T = c delta_max/v0,
// c = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) = 2.943275; beta < 1.
inline double equalTimeFactor(double dampingRatio) {
    const double pi = 3.14159265358979323846;
    const double c = 0.8 * std::sqrt(pi) * std::tgamma(0.4) / std::tgamma(0.9);
    return pi * pi / (c * c * (1 - dampingRatio * dampingRatio));
}

} // namespace simbodydem::kernels

#endif
