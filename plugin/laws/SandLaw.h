// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_SAND_LAW_H
#define SIMBODYDEM_LAWS_SAND_LAW_H

#include "laws/Element.h"

namespace simbodydem::kernels {

/** Holds the constants of sand. Vectors are in the frame in which the law is evaluated. */
struct SandConstants {
    double strength;        // xi [Pa/m]
    double surfaceFriction; // infinite: rough
    double elasticDepth;     // epsilon [-]
    double damping;         // zeta [-]
    double gravity;         // |g| [m/s^2]
};

/** Returns the dimensionless traction per depth of resistive force theory in three dimensions, as the formula gives it.
@param normal  outward @param direction  of the motion @param up  against gravity; all unit vectors */
Vector resistiveTraction(const Vector& normal, const Vector& direction, const Vector& up);

/** Returns alpha [Pa/m]: the traction per depth with the bounds of Sand. */
Vector sandTraction(const SandConstants&, const Vector& normal, const Vector& direction, const Vector& up);

/** Computes an element of a body in sand: a bristle of at most epsilon times the depth, whose traction is alpha times the depth where it is
bent that far. See Sand. @param up  against gravity, in the frame of the element's vectors */
BristleResult evaluateSand(const SandConstants&, const Vector& up, const ElementState&, const ElementNeeds&);

constexpr double leastCosineOfSand = 0.1; // between the normal of sand and the vertical

} // namespace simbodydem::kernels

#endif
