// SPDX-License-Identifier: Apache-2.0
#include "collision/Search.h"

#include "collision/PairContacts.h"
#include "collision/SearchMemory.h"
#include "collision/SimpleContacts.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

void placeSurfaces(const CompiledSurfaces& compiled, SearchMemory& memory) {
    const Placed placed(compiled, memory);
    memory.centres.resize(compiled.surfaces.size());
    for (std::size_t s = 0; s < compiled.surfaces.size(); ++s)
        if (compiled.surfaces[s].isPlane())
            memory.centres[s].setZero(); // a plane has no centre
        else
            memory.centres[s] = placed.originOf(int(s));
}

void findOnPlane(int plane, const CompiledSurfaces& compiled, SearchMemory& memory,
                 std::vector<ContactPoint>& contacts) {
    const Surface& surface = compiled.surfaces[plane];
    const PlacedPlane placed = Placed(compiled, memory).planeOf(plane);
    for (int s = 0; s < int(compiled.surfaces.size()); ++s) {
        const Surface& ball = compiled.surfaces[s];
        if (ball.isPlane()) continue;
        const Real overlap = overlapOnPlane(placed, memory.centres[s], compiled.geometries[s].radius);
        if (overlap <= -surface.margin - ball.margin || ball.body == surface.body) continue;
        const int a = std::min(plane, s), b = std::max(plane, s);
        if (compiled.filter.excludes(a, compiled.surfaces[a], b, compiled.surfaces[b])) continue;
        if (ball.isSimple())
            contacts.push_back(contactOnPlane(plane, s, placed, memory.centres[s], compiled));
        else
            addContactPoints(a, b, compiled, memory, contacts);
    }
}

} // namespace

void searchContactPoints(const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<ContactPoint>& contacts) {
    contacts.clear();
    placeSurfaces(compiled, memory);
    const std::vector<Surface>& surfaces = compiled.surfaces;
    for (const int plane : compiled.planes) findOnPlane(plane, compiled, memory, contacts);
    const bool areNew = memory.near.update(memory.centres, compiled.reaches, [&](int a, int b) {
        return surfaces[a].body != surfaces[b].body && !compiled.filter.excludes(a, surfaces[a], b, surfaces[b]);
    });
    if (areNew) memory.around.clear();
    for (const auto& [a, b] : memory.near.get()) {
        const Vector3 line = memory.centres[b] - memory.centres[a];
        const Real reach = compiled.reaches[a] + compiled.reaches[b], squared = line.squaredNorm();
        if (squared >= reach * reach) continue;
        if (!surfaces[a].isSimple() || !surfaces[b].isSimple()) {
            addContactPoints(a, b, compiled, memory, contacts);
            continue;
        }
        contacts.push_back(contactOfSpheres(a, b, memory.centres[a], memory.centres[b], compiled));
    }
}

} // namespace simbodydem
