// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_FILTER_H
#define SIMBODYDEM_COLLISION_CONTACT_FILTER_H

#include "collision/Surface.h"
#include "simbodydem/CollisionSettings.h"

#include "Simbody.h"

#include <set>
#include <utility>
#include <vector>

namespace simbodydem {

/** Which pairs never touch, beyond those on one and the same body. Surfaces that no exclusion names carry a flag of
their own and are never looked up. */
class ContactFilter {
public:
    /** Find out which surfaces are concerned (sets their isFiltered).
        @param bodies by slot */
    void build(const Exclusions&, std::vector<Surface>& surfaces,
               const std::vector<const SimTK::MobilizedBody*>& bodies);

    bool isEmpty() const { return surfacePairs.empty() && slotPairs.empty(); }

    /** Whether surfaces number a and b are kept apart. */
    bool excludes(int a, const Surface& surfaceA, int b, const Surface& surfaceB) const {
        return surfaceA.isFiltered && surfaceB.isFiltered && search(a, surfaceA, b, surfaceB);
    }

private:
    bool search(int a, const Surface&, int b, const Surface&) const;

    std::set<std::pair<int, int>> surfacePairs, slotPairs; // smaller first
};

} // namespace simbodydem

#endif
