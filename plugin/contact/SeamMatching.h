// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SEAM_MATCHING_H
#define SIMBODYDEM_CONTACT_SEAM_MATCHING_H

#include "collision/CompiledSurfaces.h"
#include "contact/ContactMatching.h"
#include "geometry/TriangleMesh.h"

#include <optional>

// Matching of contacts at seams, where a mesh continues another one of the same body and material. A contact that passes from one mesh
// to the other continues.

namespace simbodydem {

/** Exchanges the two surfaces of a row. All quantities of b relative to a change their sign. */
inline void exchangeSides(FullContactRow& row, bool isFull) {
    std::swap(row.key.a, row.key.b);
    row.normal *= -1;
    row.tangentialDisplacement *= -1;
    if (!isFull) return;
    row.rolling.rotation *= -1;
    row.energy.force *= -1;
    row.energy.torque *= -1;
}

/** Returns the contact of the commit with a neighbouring mesh that this contact point continues; null if the contact is new. Its own pair
of surfaces has no contact to continue.
@param isFull  true if rows are full
@param row  storage for the result */
SIMBODYDEM_NOINLINE inline const ContactRow* findPredecessorOnNeighbour(
    HistoryLookup& lookup, const CompiledSurfaces& compiled, const ContactPoint& contact,
    const std::vector<ContactPoint>& contacts, bool reachesBeyondTouch, bool isFull, const ContactKinematics& now,
    const BodyMotion& bodyA, const BodyMotion& bodyB, std::optional<FullContactRow>& row) {
    const auto isThere = [&](const ContactKey& key) {
        return std::any_of(contacts.begin(), contacts.end(), [&](const ContactPoint& other) {
            return other.key == key && (other.overlap > 0 || reachesBeyondTouch);
        });
    };
    for (const bool isA : {true, false}) {
        const int mesh = isA ? contact.key.a : contact.key.b, other = isA ? contact.key.b : contact.key.a;
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
            const ContactRow* found = lookup.claimNearest(std::min(neighbour, other), std::max(neighbour, other),
                                                          [&](const ContactRow& candidate) {
                                                              if (isThere(candidate.key)) return SimTK::Infinity;
                                                              asHere(candidate);
                                                              return distanceFrom(*row, contact, now, bodyA, bodyB);
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
