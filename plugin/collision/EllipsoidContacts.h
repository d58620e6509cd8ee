// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_ELLIPSOID_CONTACTS_H
#define SIMBODYDEM_COLLISION_ELLIPSOID_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Add the touch of surfaces a < b, one an ellipsoid and the other one, a sphere or a half space, unless they are further apart
than their margins. @throws std::runtime_error, naming both, if no common normal is found */
void addEllipsoidContactPoint(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

/** Add those of a wheel on a half space: one, or three where it lies on its side. */
void addWheelOnPlane(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
