// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SEAM_HAND_OVER_H
#define SIMBODYDEM_SEAM_HAND_OVER_H

#include "collision/CompiledSurfaces.h"
#include "contact/HandOver.h"
#include "geometry/TriangleMesh.h"

#include <optional>

// Where a mesh continues another one of the same body and material, a contact goes on as it passes from the one to the other.

namespace simbodydem {

/** Exchanges the two surfaces of a row: what is of b relative to a turns its sign. */
inline void exchangeSides(FullContactRow& row, bool isFull) {
    std::swap(row.key.a, row.key.b);
    row.normal *= -1;
    row.tangentialDisplacement *= -1;
    if (!isFull) return;
    row.rolling.rotation *= -1;
    row.energy.force *= -1;
    row.energy.torque *= -1;
}

/** Returns the contact of the commit with a neighbouring mesh that has become this touch, which has none of its own pair; null: it is new.
@param isFull  whether rows are full @param row  room for it */
SIMBODYDEM_NOINLINE inline const ContactRow* takeOverFromNeighbour(
    HistoryLookup& lookup, const CompiledSurfaces& compiled, const Touch& touch, const std::vector<Touch>& touches,
    bool reachesBeyondTouch, bool isFull, const Follow& now, const BodyMotion& bodyA, const BodyMotion& bodyB,
    std::optional<FullContactRow>& row) {
    const auto isThere = [&](const TouchKey& key) {
        return std::any_of(touches.begin(), touches.end(), [&](const Touch& other) {
            return other.key == key && (other.overlap > 0 || reachesBeyondTouch);
        });
    };
    for (const bool isA : {true, false}) {
        const int mesh = isA ? touch.key.a : touch.key.b, other = isA ? touch.key.b : touch.key.a;
        if (compiled.surfaces[mesh].kind != ShapeKind::Mesh) continue;
        for (const int neighbour : compiled.geometries[mesh].mesh->continuedBy) {
            if (compiled.surfaces[neighbour].materialClass != compiled.surfaces[mesh].materialClass) continue;
            const bool isExchanged = (mesh < other) != (neighbour < other);
            const auto asHere = [&](const ContactRow& found) {
                row.emplace();
                if (isFull)
                    *row = found.full();
                else
                    static_cast<ContactRow&>(*row) = found;
                if (isExchanged) exchangeSides(*row, isFull);
            };
            const ContactRow* found = lookup.handOver(std::min(neighbour, other), std::max(neighbour, other),
                                                      [&](const ContactRow& candidate) {
                                                          if (isThere(candidate.key)) return SimTK::Infinity;
                                                          asHere(candidate);
                                                          return distanceFrom(*row, touch, now, bodyA, bodyB);
                                                      });
            if (!found) continue;
            asHere(*found);
            return &*row;
        }
    }
    return nullptr;
}

} // namespace simbodydem

#endif
