// SPDX-License-Identifier: Apache-2.0
#include "collision/CylinderContacts.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"

#include <cmath>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

bool isCylindrical(ShapeKind kind) { return kind == ShapeKind::Cylinder || kind == ShapeKind::Wheel; }

// Returns true if the rims of b have their contacts with those of a, and not the other way round. The choice depends on shapes and poses
// only, never on the order of the surfaces.
bool isSecondFirst(const kernels::CylinderBody& a, const kernels::CylinderBody& b) {
    if (a.radius != b.radius) return b.radius > a.radius;
    if (a.halfLength != b.halfLength) return b.halfLength > a.halfLength;
    const Vector3 line = b.centre - a.centre;
    return std::abs(line.dot(b.axis())) > std::abs(line.dot(a.axis()));
}

} // namespace

void addCylinderContactPoints(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                              std::vector<ContactPoint>& contacts) {
    const Placed placed(compiled, memory);
    const Real margin = compiled.marginOf(a, b);
    std::vector<kernels::RoundedContactPoint>& found = memory.cylinder;
    int first = compiled.surfaces[a].kind == ShapeKind::Cylinder ? a : b, second = first == a ? b : a;
    const ShapeKind kind = compiled.surfaces[second].kind;
    const LocalCurvature* ofEllipsoid = nullptr;
    if (kind == ShapeKind::HalfSpace) {
        const auto [outward, height] = placed.planeOf(second);
        kernels::findContactPoints(placed.cylinderOf(first), outward, height, margin, found);
    } else if (kind == ShapeKind::Ellipsoid) {
        Matrix3 radii;
        found.assign(1, kernels::findContactPoint(placed.cylinderOf(first), placed.ellipsoidOf(second), radii));
        if (!(found[0].overlap > -margin)) return;
        ofEllipsoid =
            memory.curvatures.add(principalCurvaturesOfRadii(radii, found[0].normal, compiled.geometries[second]));
    } else if (isCylindrical(kind)) {
        if (isSecondFirst(placed.cylinderOf(first), placed.cylinderOf(second))) std::swap(first, second);
        kernels::findContactPoints(placed.cylinderOf(first), placed.cylinderOf(second), margin, found);
    } else
        kernels::findContactPoints(placed.cylinderOf(first), placed.roundedOf(second), margin, found);
    for (const kernels::RoundedContactPoint& at : found) {
        const auto curvatureOn = [&](int s, const kernels::SurfaceCurvature& curvature) {
            return curvatureOf(compiled.surfaces[s], curvature, at.normal, memory.curvatures);
        };
        contacts.push_back(contactPointOf(first, second, at.point, at.normal, at.overlap, curvatureOn(first, at.curvatureA),
                                          ofEllipsoid ? ofEllipsoid : curvatureOn(second, at.curvatureB)));
        contacts.back().key.patch = at.feature;
    }
}

} // namespace simbodydem
