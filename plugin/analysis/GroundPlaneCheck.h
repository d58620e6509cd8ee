// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ANALYSIS_GROUND_PLANE_CHECK_H
#define SIMBODYDEM_ANALYSIS_GROUND_PLANE_CHECK_H

#include "simbodydem/Resultants.h"

#include <string>

namespace simbodydem {

/** Throws std::invalid_argument unless the origin and the normal of the plane are finite. */
void checkPlane(const std::string& owner, const GroundPlane&);

} // namespace simbodydem

#endif
