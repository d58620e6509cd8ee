// SPDX-License-Identifier: Apache-2.0
#include "collision/RoundedContacts.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"
#include "geometry/EllipsoidOnRounded.h"

namespace simbodydem {

using namespace SimTK;

void addRoundedContactPoints(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                             std::vector<ContactPoint>& contacts) {
    const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const Placed placed(compiled, memory);
    const Real margin = surfaceA.margin + surfaceB.margin;
    if (surfaceA.isPlane() || surfaceB.isPlane()) {
        const int plane = surfaceA.isPlane() ? a : b, other = surfaceA.isPlane() ? b : a;
        const auto [outward, height] = placed.planeOf(plane);
        kernels::findContactPoints(placed.roundedOf(other), outward, height, plane == a, margin, memory.rounded);
    } else
        kernels::findContactPoints(placed.roundedOf(a), placed.roundedOf(b), margin, memory.rounded);
    for (const kernels::RoundedContactPoint& found : memory.rounded.contacts)
        contacts.push_back({{a, b, found.feature},
                            found.point,
                            found.normal,
                            found.overlap,
                            curvatureOf(surfaceA, found.bendA, found.normal, memory.curvatures),
                            curvatureOf(surfaceB, found.bendB, found.normal, memory.curvatures)});
}

void addEllipsoidOnRounded(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                           std::vector<ContactPoint>& contacts) {
    const ShapeKind kind = compiled.surfaces[a].kind;
    const bool isRoundedFirst = kind == ShapeKind::Rounded || kind == ShapeKind::Sphere;
    const int rounded = isRoundedFirst ? a : b, other = isRoundedFirst ? b : a;
    const Placed placed(compiled, memory);
    const kernels::EllipsoidContactPoint found =
        kernels::findContactPoint(placed.roundedOf(rounded), placed.ellipsoidOf(other));
    if (!(found.overlap > -compiled.surfaces[a].margin - compiled.surfaces[b].margin)) return;
    contacts.push_back(
        contactPointOf(rounded, other, found.point, found.normal, found.overlap,
                       curvatureOf(compiled.surfaces[rounded], found.bendOfBody, found.normal, memory.curvatures),
                       memory.curvatures.add(principalCurvaturesOfRadii(found.radiiOfEllipsoid, found.normal,
                                                                        compiled.geometries[other]))));
}

} // namespace simbodydem
