// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_ELLIPSOID_CONTACTS_H
#define SIMBODYDEM_COLLISION_ELLIPSOID_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Add the contact of surfaces a < b, unless they are further apart than their margins. One is an ellipsoid or a sphere, the other one a half
space; or both are ellipsoids or spheres.
@throws std::runtime_error with both names, if no common normal is found */
void addEllipsoidOnPlane(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);
void addEllipsoidOnEllipsoid(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

/** Adds the contacts of a wheel with a half space: one, or three if the wheel lies on its side. */
void addWheelOnPlane(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
