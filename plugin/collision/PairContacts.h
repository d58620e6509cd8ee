// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_PAIR_CONTACTS_H
#define SIMBODYDEM_COLLISION_PAIR_CONTACTS_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Adds the contacts of surfaces a < b that are not both simple (CompiledSurface::isSimple()), unless they are further apart than their margins.
@throws std::runtime_error with both names, if the contact point is not found */
void addContactPoints(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
