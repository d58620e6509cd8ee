// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_MESH_CONTACTS_H
#define SIMBODYDEM_COLLISION_MESH_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Add the touches of surfaces a < b, one a mesh and the other one of any shape, that are not further apart than their margins:
geometry/MeshContact.h. */
void addMeshContactPoints(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
