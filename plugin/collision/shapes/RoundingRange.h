// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_ROUNDING_RANGE_H
#define SIMBODYDEM_COLLISION_SHAPES_ROUNDING_RANGE_H

#include "base/Checks.h"
#include "geometry/MakeMesh.h"

#include <string>

namespace simbodydem {

/** Returns which rounding a mesh can have that has been given too large a one. @param otherwise  where it is no one triangle's fault */
inline std::string rangeOfRounding(const kernels::MeshFault& fault, const std::string& otherwise) {
    if (fault.triangle < 0) return otherwise;
    return "< " + toText(fault.most, "m") + ": from there on nothing is left of triangle " +
           std::to_string(fault.triangle) + ", which is " + toText(fault.width, "m") +
           " wide, as the edges beside it move inwards";
}

} // namespace simbodydem

#endif
