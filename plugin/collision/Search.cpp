// SPDX-License-Identifier: Apache-2.0
#include "collision/Search.h"

#include "collision/PairContacts.h"
#include "collision/SearchMemory.h"
#include "collision/Separation.h"
#include "collision/SimpleContacts.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

void computeCentres(const CompiledSurfaces& compiled, SearchMemory& memory) {
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
    const CompiledSurface& surface = compiled.surfaces[plane];
    const PlacedPlane placed = Placed(compiled, memory).planeOf(plane);
    for (int s = 0; s < int(compiled.surfaces.size()); ++s) {
        const CompiledSurface& ball = compiled.surfaces[s];
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

// Adds the contacts of two surfaces that are not both simple, and no half spaces.
void addUnlessApart(int a, int b, const Vector3& line, kernels::KnownAxis& axis, const CompiledSurfaces& compiled,
                    SearchMemory& memory, std::vector<ContactPoint>& contacts) {
    using AxisState = kernels::KnownAxis::State;
    const bool isConvex = compiled.surfaces[a].kind != ShapeKind::Mesh && compiled.surfaces[b].kind != ShapeKind::Mesh;
    // Surfaces that touched in the last evaluation mostly still do. The search of an axis would be in vain.
    if (isConvex && axis.state != AxisState::Touching && areApart(a, b, line, compiled, memory, axis)) return;
    const std::size_t before = contacts.size();
    addContactPoints(a, b, compiled, memory, contacts);
    axis.state = contacts.size() > before ? AxisState::Touching : AxisState::Unknown;
}

} // namespace

void searchContactPoints(const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<ContactPoint>& contacts) {
    contacts.clear();
    computeCentres(compiled, memory);
    const std::vector<CompiledSurface>& surfaces = compiled.surfaces;
    for (const int plane : compiled.planes) findOnPlane(plane, compiled, memory, contacts);
    const bool areNew = memory.near.update(memory.centres, compiled.reaches, [&](int a, int b) {
        return surfaces[a].body != surfaces[b].body && !compiled.filter.excludes(a, surfaces[a], b, surfaces[b]);
    });
    const std::vector<std::pair<int, int>>& pairs = memory.near.get();
    if (areNew) {
        memory.around.clear();
        if (!compiled.areAllSimple) memory.axes.renew(pairs);
    }
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
        const auto [a, b] = pairs[pair];
        const Vector3 line = memory.centres[b] - memory.centres[a];
        const Real reach = compiled.reaches[a] + compiled.reaches[b], squared = line.squaredNorm();
        if (squared >= reach * reach) continue;
        if (!surfaces[a].isSimple() || !surfaces[b].isSimple()) {
            addUnlessApart(a, b, line, memory.axes.get(pair), compiled, memory, contacts);
            continue;
        }
        contacts.push_back(contactOfSpheres(a, b, memory.centres[a], memory.centres[b], compiled));
    }
}

} // namespace simbodydem
