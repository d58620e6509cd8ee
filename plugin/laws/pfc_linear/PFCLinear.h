// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_PFC_LINEAR_PFC_LINEAR_H
#define SIMBODYDEM_LAWS_PFC_LINEAR_PFC_LINEAR_H

#include "laws/SpringSlider.h"

#include <algorithm>

namespace simbodydem::kernels {

// PFC's deformability method, kn = A E/L: a bar between the centres with the smaller sphere's cross section. A plane
// (curvature 0) adds no length. At least one curvature must be > 0.
template <class T> T barBetweenCentres(double modulus, const T& curvatureA, const T& curvatureB) {
    const T radius = 1 / std::max(curvatureA, curvatureB);
    const T length = (curvatureA > 0 ? T(1 / curvatureA) : T(0)) + (curvatureB > 0 ? T(1 / curvatureB) : T(0));
    const double pi = 3.14159265358979323846;
    return pi * radius * radius * modulus / length;
}

struct PFCShearConstants {
    double dampingRatio;
    bool cutWhenSlipping;
};

// Equation, units and sources: PFCLinearShear.h. The spring alone is limited, and the spring alone decides about slip. A committed slipping
// spring sits on the limit to rounding, and slips again in the next evaluation.
template <class T> TangentialOutput<T> pfcShear(const FrictionConstants& friction, const PFCShearConstants& law,
                                                const T& stiffness, const TangentialInput<T>& in) {
    TangentialOutput<T> out = springSlider<T>(friction, stiffness, T(0), in);
    if (out.sliding && law.cutWhenSlipping) return out;
    const T damping = dashpot(law.dampingRatio, stiffness, in.effectiveMass);
    out.force -= damping * in.slipVelocity;
    out.dissipatedPower += damping * in.slipVelocity.squaredNorm();
    return out;
}

} // namespace simbodydem::kernels

#endif
