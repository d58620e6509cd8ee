// SPDX-License-Identifier: Apache-2.0
#include "collision/Overlaps.h"

#include "collision/CompiledSurfaces.h"
#include "collision/SearchMemory.h"

#include <algorithm>
#include <vector>

namespace simbodydem {

using namespace SimTK;

std::set<IndexPair> findOverlaps(const std::shared_ptr<SurfaceList>& list, const State& state) {
    const SurfaceListSource source(list);
    CompiledSurfaces compiled;
    compiled.build(source, list->matter, "ContactSurfaces::findOverlaps()", DetectionMargins());
    compiled.filter.build(source.getExclusions(), compiled.surfaces, compiled.bodies);
    SearchMemory memory;
    std::vector<Transform> poses; // by slot
    for (const MobilizedBody* body : compiled.bodies) poses.push_back(body->getBodyTransform(state));
    for (std::size_t slot = 0; slot < poses.size(); ++slot) memory.bodies.setTransform(int(slot), poses[slot]);
    std::vector<ContactPoint> contacts;
    source.findContactPoints(state, compiled, memory, contacts);
    std::set<IndexPair> pairs;
    for (const ContactPoint& contact : contacts)
        if (contact.overlap > 0) pairs.insert(std::minmax(int(contact.key.a), int(contact.key.b)));
    return pairs;
}

} // namespace simbodydem
