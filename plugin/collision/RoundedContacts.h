// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_ROUNDED_CONTACTS_H
#define SIMBODYDEM_COLLISION_ROUNDED_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Add the contacts of surfaces a < b that are not further apart than their margins. One is a rounded convex body, the other one a half space; or
both are rounded convex bodies or spheres. See geometry/RoundedContact.h. */
void addRoundedOnPlane(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);
void addRoundedOnRounded(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

/** Adds the only contact of surfaces a < b, unless they are further apart than their margins. One is a rounded convex body or a sphere, the
other one an ellipsoid or a wheel. See geometry/EllipsoidOnRounded.h. */
void addEllipsoidOnRounded(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
