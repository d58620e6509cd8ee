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
    case ShapeKind::Wheel: return {Kind::Cylinder, nullptr, geometry.semiAxes, geometry.rounding};
    case ShapeKind::Ellipsoid: return {Kind::Ellipsoid, nullptr, geometry.semiAxes, 0};
    default: return {Kind::Polytope, geometry.core.get(), Vector3::Zero(), geometry.rounding};
    }
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
}

bool areApart(int a, int b, const CompiledSurfaces& compiled, const SearchMemory& memory, kernels::KnownAxis& axis) {
    const SurfaceGeometry &ofA = compiled.geometries[a], &ofB = compiled.geometries[b];
    const auto bodyAxesOf = [&](int s) { return asEigen(memory.bodies.getTransform(compiled.surfaces[s].body).R()); };
    const Matrix3 RA = bodyAxesOf(a), RB = bodyAxesOf(b);
    const kernels::ConvexCore coreA = coreOf(ofA), coreB = coreOf(ofB);
    const Real reach = coreA.rounding + coreB.rounding + compiled.surfaces[a].margin + compiled.surfaces[b].margin;
    const Real bound = kernels::gapWithoutContact(reach, ofA.radius + ofB.radius);
    if (axis.state == kernels::KnownAxis::State::Apart &&
        axis.stillSeparates(RA, RB, memory.centres[b] - memory.centres[a], ofB.radius, bound))
        return true;
    const Placed placed(compiled, memory);
    return axis.search({coreA, placed.axesOf(a), memory.centres[a]}, {coreB, placed.axesOf(b), memory.centres[b]}, RA,
                       RB, bound);
}

} // namespace simbodydem
