// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_ROUNDING_RANGE_H
#define SIMBODYDEM_COLLISION_SHAPES_ROUNDING_RANGE_H

#include "base/Checks.h"
#include "geometry/MakeMesh.h"

#include <string>

namespace simbodydem {

/** Returns the range of the rounding for the message that a rounding is too large.
@param otherwise  the range if no triangle is known that vanishes */
inline std::string rangeOfRounding(const kernels::MeshFault& fault, const std::string& otherwise) {
    if (fault.triangle < 0) return otherwise;
    return "< " + toText(fault.most, "m") + ", at which triangle " + std::to_string(fault.triangle) +
           " vanishes: it is " + toText(fault.width, "m") + " wide, and edges beside it move inwards by the rounding";
}

} // namespace simbodydem

#endif
