// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CYLINDER_CONTACTS_H
#define SIMBODYDEM_COLLISION_CYLINDER_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Adds the contacts of surfaces a < b that are not further apart than their margins. One is a cylinder, the other one any shape without
triangles. See geometry/Cylinder.h. */
void addCylinderContactPoints(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
