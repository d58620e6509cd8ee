// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_OVERLAPS_H
#define SIMBODYDEM_COLLISION_OVERLAPS_H

#include "collision/SurfaceList.h"

#include <memory>
#include <set>

namespace simbodydem {

/** Returns the pairs of surfaces of a list that overlap, without excluded ones.
@param state  realized to Stage::Position
@throws std::invalid_argument if two surfaces cannot have a contact */
std::set<IndexPair> findOverlaps(const std::shared_ptr<SurfaceList>&, const SimTK::State& state);

} // namespace simbodydem

#endif
