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

} // namespace simbodydem::kernels

#endif
