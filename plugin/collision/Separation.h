// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SEPARATION_H
#define SIMBODYDEM_COLLISION_SEPARATION_H

#include "base/EigenBridge.h"
#include "geometry/SeparatingAxis.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace simbodydem {

struct CompiledSurfaces;
struct SearchMemory;

/** Stores an axis for each near pair. No contact depends on it. */
class KnownAxes {
public:
    /** Takes a new list of near pairs, which is sorted. Pairs that were near before keep their axes. */
    void renew(const std::vector<std::pair<int, int>>& nearPairs);
    /** Returns the axis of a near pair. @param pair  its row in the list */
    kernels::KnownAxis& get(std::size_t pair) { return axes[pair]; }

private:
    std::vector<std::pair<int, int>> pairs;
    std::vector<kernels::KnownAxis> axes, former;
};

/** Returns true if two surfaces a < b, which are convex and no half spaces, are certainly too far apart for a contact.
@param line  from the centre of a to that of b [m]
@param axis  of this pair */
bool areApart(int a, int b, const Vector3& line, const CompiledSurfaces&, const SearchMemory&,
              kernels::KnownAxis& axis);

} // namespace simbodydem

#endif
