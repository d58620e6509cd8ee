// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_FILTER_H
#define SIMBODYDEM_COLLISION_CONTACT_FILTER_H

#include "collision/CompiledSurface.h"
#include "simbodydem/CollisionSettings.h"

#include "Simbody.h"

#include <set>
#include <utility>
#include <vector>

namespace simbodydem {

/** Stores the pairs that are excluded from contact, in addition to pairs on the same body. Surfaces without any exclusion have a flag, so they
need no lookup. */
class ContactFilter {
public:
    /** Stores the exclusions and sets the flag isFiltered of the surfaces that they name.
        @param bodies  by slot */
    void build(const Exclusions&, std::vector<CompiledSurface>& surfaces,
               const std::vector<const SimTK::MobilizedBody*>& bodies);

    bool isEmpty() const { return surfacePairs.empty() && slotPairs.empty() && !haveAreas; }

    /** Returns true if surfaces a and b have no contact points. They are excluded from contact, or one of them has a layer. */
    bool excludes(int a, const CompiledSurface& surfaceA, int b, const CompiledSurface& surfaceB) const {
        return surfaceA.hasArea || surfaceB.hasArea || isExcluded(a, surfaceA, b, surfaceB);
    }
    /** Returns true if the user has excluded surfaces a and b from contact. */
    bool isExcluded(int a, const CompiledSurface& surfaceA, int b, const CompiledSurface& surfaceB) const {
        return surfaceA.isFiltered && surfaceB.isFiltered && search(a, surfaceA, b, surfaceB);
    }

private:
    bool haveAreas = false;
    bool search(int a, const CompiledSurface&, int b, const CompiledSurface&) const;

    std::set<std::pair<int, int>> surfacePairs, slotPairs; // smaller first
};

} // namespace simbodydem

#endif
