// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SEARCH_H
#define SIMBODYDEM_COLLISION_SEARCH_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Finds all contacts of these surfaces. Pairs come from a list of near pairs. A half space is compared with every other surface. */
void searchContactPoints(const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
