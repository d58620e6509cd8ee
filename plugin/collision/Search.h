// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SEARCH_H
#define SIMBODYDEM_COLLISION_SEARCH_H

#include "collision/ContactSource.h"

#include <vector>

namespace simbodydem {

/** All touches of these surfaces, found by this library: a list of near pairs, and all for a half space. */
void searchContactPoints(const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

} // namespace simbodydem

#endif
