// SPDX-License-Identifier: Apache-2.0
#include "collision/ContactFilter.h"

#include <algorithm>
#include <map>

namespace simbodydem {

void ContactFilter::build(const Exclusions& exclusions, std::vector<CompiledSurface>& surfaces,
                          const std::vector<const SimTK::MobilizedBody*>& bodies) {
    surfacePairs = exclusions.surfaces;
    haveAreas = std::any_of(surfaces.begin(), surfaces.end(), [](const CompiledSurface& s) { return s.hasArea; });
    slotPairs.clear();
    std::map<int, int> slotOf; // by MobilizedBodyIndex
    for (int slot = 0; slot < int(bodies.size()); ++slot) slotOf[bodies[slot]->getMobilizedBodyIndex()] = slot;
    const auto exclude = [&](int one, int other) {
        if (slotOf.count(one) && slotOf.count(other)) slotPairs.insert(std::minmax(slotOf[one], slotOf[other]));
    };
    for (const auto& pair : exclusions.bodies) exclude(pair.first, pair.second);
    if (exclusions.adjacentBodies)
        for (const SimTK::MobilizedBody* body : bodies) {
            if (body->isGround()) continue;
            const SimTK::MobilizedBody& parent = body->getParentMobilizedBody();
            if (!parent.isGround()) exclude(parent.getMobilizedBodyIndex(), body->getMobilizedBodyIndex());
        }

    std::set<int> filteredSlots;
    for (const auto& pair : slotPairs) filteredSlots.insert({pair.first, pair.second});
    for (CompiledSurface& surface : surfaces) surface.isFiltered = filteredSlots.count(surface.body) > 0;
    for (const auto& pair : surfacePairs) surfaces[pair.first].isFiltered = surfaces[pair.second].isFiltered = true;
}

bool ContactFilter::search(int a, const CompiledSurface& surfaceA, int b, const CompiledSurface& surfaceB) const {
    return slotPairs.count(std::minmax(surfaceA.body, surfaceB.body)) > 0 || surfacePairs.count(std::minmax(a, b)) > 0;
}

} // namespace simbodydem
