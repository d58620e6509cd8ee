// SPDX-License-Identifier: Apache-2.0
#include "collision/Separation.h"

#include "collision/Placed.h"
#include "collision/SearchMemory.h"
#include "geometry/SeparatingAxis.h"

namespace simbodydem {

using namespace SimTK;

namespace {

kernels::ConvexCore coreOf(const SurfaceGeometry& geometry) {
    using Kind = kernels::ConvexCore::Kind;
    switch (geometry.kind) {
    case ShapeKind::Cylinder:
    case ShapeKind::Wheel: return {Kind::Cylinder, nullptr, geometry.semiAxes};
    case ShapeKind::Ellipsoid: return {Kind::Ellipsoid, nullptr, geometry.semiAxes};
    case ShapeKind::HalfSpace:
    case ShapeKind::Sphere:
    case ShapeKind::Rounded:
    case ShapeKind::Mesh: break;
    }
    return {Kind::Polytope, geometry.core.get(), Vector3::Zero()};
}

} // namespace

void KnownAxes::renew(const std::vector<std::pair<int, int>>& nearPairs) {
    former.swap(axes);
    axes.assign(nearPairs.size(), kernels::KnownAxis());
    std::size_t old = 0;
    for (std::size_t pair = 0; pair < nearPairs.size(); ++pair) {
        while (old < pairs.size() && pairs[old] < nearPairs[pair]) ++old;
        if (old < pairs.size() && pairs[old] == nearPairs[pair]) axes[pair] = former[old];
    }
    pairs = nearPairs;
    former.clear(); // a copy of the State needs no copy of these
}

bool areApart(int a, int b, const Vector3& line, const CompiledSurfaces& compiled, const SearchMemory& memory,
              kernels::KnownAxis& axis) {
    const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const auto RA = asEigen(memory.bodies.getTransform(surfaceA.body).R());
    const auto RB = asEigen(memory.bodies.getTransform(surfaceB.body).R());
    if (axis.stillSeparates(RA, RB, line)) return true;
    const SurfaceGeometry &ofA = compiled.geometries[a], &ofB = compiled.geometries[b];
    const Real reach = ofA.rounding + ofB.rounding + surfaceA.margin + surfaceB.margin;
    const Placed placed(compiled, memory);
    return axis.search({coreOf(ofA), placed.axesOf(a), memory.centres[a]},
                       {coreOf(ofB), placed.axesOf(b), memory.centres[b]}, RA, RB,
                       kernels::gapWithoutContact(reach, ofA.radius + ofB.radius), ofB.radius);
}

} // namespace simbodydem
