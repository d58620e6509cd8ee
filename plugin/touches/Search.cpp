#include "touches/Search.h"

#include "touches/PairTouches.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// Where the surfaces are now; of a plane, where its normal points out of the body's frame, is asked for later.
void placeSurfaces(const CompiledSurfaces& compiled, SearchMemory& memory) {
    memory.centres.resize(compiled.surfaces.size());
    for (std::size_t s = 0; s < compiled.surfaces.size(); ++s) {
        const Transform& X_GB = memory.bodies.getTransform(compiled.surfaces[s].body);
        if (compiled.surfaces[s].isPlane())
            memory.centres[s].setZero(); // is nowhere in particular
        else
            memory.centres[s] = asEigen(X_GB.R()) * compiled.geometries[s].station + toEigen(X_GB.p());
    }
}

void touchPlane(int plane, const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<Touch>& touches) {
    const Surface& surface = compiled.surfaces[plane];
    const Transform& X_GB = memory.bodies.getTransform(surface.body);
    const SurfaceGeometry& geometry = compiled.geometries[plane];
    const Vector3 outward = asEigen(X_GB.R()) * geometry.outward;
    const Real height = outward.dot(asEigen(X_GB.R()) * geometry.station + toEigen(X_GB.p()));
    for (int s = 0; s < int(compiled.surfaces.size()); ++s) {
        const Surface& ball = compiled.surfaces[s];
        if (ball.isPlane()) continue;
        const Real radius = compiled.geometries[s].radius;
        const Real overlap = radius - (outward.dot(memory.centres[s]) - height);
        if (overlap <= -surface.margin - ball.margin || ball.body == surface.body) continue;
        const bool isFirst = plane < s;
        const int a = isFirst ? plane : s, b = isFirst ? s : plane;
        const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
        if (compiled.filter.excludes(a, surfaceA, b, surfaceB)) continue;
        if (!ball.isSimple()) {
            addTouches(a, b, compiled, memory, touches);
            continue;
        }
        touches.push_back({{a, b, 0},
                           memory.centres[s] - (radius - 0.5 * overlap) * outward,
                           isFirst ? outward : Vector3(-outward),
                           overlap,
                           &surfaceA.curvature,
                           &surfaceB.curvature});
    }
}

} // namespace

void searchTouches(const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<Touch>& touches) {
    touches.clear();
    placeSurfaces(compiled, memory);
    const std::vector<Surface>& surfaces = compiled.surfaces;
    for (const int plane : compiled.planes) touchPlane(plane, compiled, memory, touches);
    memory.near.update(memory.centres, compiled.reaches, [&](int a, int b) {
        return surfaces[a].body != surfaces[b].body && !compiled.filter.excludes(a, surfaces[a], b, surfaces[b]);
    });
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
        touches.push_back({{a, b, 0},
                           memory.centres[a] + (radius - 0.5 * overlap) * normal,
                           normal,
                           overlap,
                           &surfaces[a].curvature,
                           &surfaces[b].curvature});
    }
}

} // namespace simbodydem
