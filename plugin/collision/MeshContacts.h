// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_MESH_CONTACTS_H
#define SIMBODYDEM_COLLISION_MESH_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Adds the contacts of surfaces a < b that are not further apart than their margins. One is a mesh, the other one has any shape. See
geometry/MeshContact.h. */
void addMeshContactPoints(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
