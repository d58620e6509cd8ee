// SPDX-License-Identifier: Apache-2.0
#include "touches/Search.h"

#include "touches/PairTouches.h"
#include "touches/Placed.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

void placeSurfaces(const CompiledSurfaces& compiled, SearchMemory& memory) {
    const Placed placed(compiled, memory);
    memory.centres.resize(compiled.surfaces.size());
    for (std::size_t s = 0; s < compiled.surfaces.size(); ++s)
        if (compiled.surfaces[s].isPlane())
            memory.centres[s].setZero(); // is nowhere in particular
        else
            memory.centres[s] = placed.originOf(int(s));
}

void touchPlane(int plane, const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<Touch>& touches) {
    const Surface& surface = compiled.surfaces[plane];
    const auto [outward, height] = Placed(compiled, memory).planeOf(plane);
    for (int s = 0; s < int(compiled.surfaces.size()); ++s) {
        const Surface& ball = compiled.surfaces[s];
        if (ball.isPlane()) continue;
        const Real radius = compiled.geometries[s].radius;
        const Real overlap = radius - (outward.dot(memory.centres[s]) - height);
        if (overlap <= -surface.margin - ball.margin || ball.body == surface.body) continue;
        const int a = std::min(plane, s), b = std::max(plane, s);
        if (compiled.filter.excludes(a, compiled.surfaces[a], b, compiled.surfaces[b])) continue;
        if (ball.isSimple())
            touches.push_back(touchOf(plane, s, memory.centres[s] - (radius - 0.5 * overlap) * outward, outward,
                                      overlap, &surface.curvature, &ball.curvature));
        else
            addTouches(a, b, compiled, memory, touches);
    }
}

} // namespace

void searchTouches(const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<Touch>& touches) {
    touches.clear();
    placeSurfaces(compiled, memory);
    const std::vector<Surface>& surfaces = compiled.surfaces;
    for (const int plane : compiled.planes) touchPlane(plane, compiled, memory, touches);
    const bool areNew = memory.near.update(memory.centres, compiled.reaches, [&](int a, int b) {
        return surfaces[a].body != surfaces[b].body && !compiled.filter.excludes(a, surfaces[a], b, surfaces[b]);
    });
    if (areNew) memory.around.clear();
    for (const auto& [a, b] : memory.near.get()) {
        const Vector3 line = memory.centres[b] - memory.centres[a];
        const Real reach = compiled.reaches[a] + compiled.reaches[b], squared = line.squaredNorm();
        if (squared >= reach * reach) continue;
        if (!surfaces[a].isSimple() || !surfaces[b].isSimple()) {
            addTouches(a, b, compiled, memory, touches);
            continue;
        }
        const Real distance = std::sqrt(squared);
        const Vector3 normal = distance > 0 ? Vector3(line / distance) : Vector3::UnitX(); // one inside the other
        const Real radius = compiled.geometries[a].radius;
        const Real overlap = radius + compiled.geometries[b].radius - distance;
        touches.push_back(touchOf(a, b, memory.centres[a] + (radius - 0.5 * overlap) * normal, normal, overlap,
                                  &surfaces[a].curvature, &surfaces[b].curvature));
    }
}

} // namespace simbodydem
