// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_ROUNDED_CONTACTS_H
#define SIMBODYDEM_COLLISION_ROUNDED_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Add the touches of surfaces a < b, one a rounded convex body and the other one, a sphere or a half space, that are not further
apart than their margins: geometry/RoundedContact.h. */
void addRoundedContactPoints(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

/** The same where the other one is an ellipsoid: one touch, geometry/EllipsoidOnRounded.h. */
void addEllipsoidOnRounded(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
