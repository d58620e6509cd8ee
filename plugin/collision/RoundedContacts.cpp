// SPDX-License-Identifier: Apache-2.0
#include "collision/RoundedContacts.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"
#include "geometry/EllipsoidOnRounded.h"

namespace simbodydem {

using namespace SimTK;

namespace {

void addFound(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<ContactPoint>& contacts) {
    for (const kernels::RoundedContactPoint& found : memory.rounded.contacts)
        contacts.push_back({{a, b, found.feature},
                            found.point,
                            found.normal,
                            found.overlap,
                            curvatureOf(compiled.surfaces[a], found.curvatureA, found.normal, memory.curvatures),
                            curvatureOf(compiled.surfaces[b], found.curvatureB, found.normal, memory.curvatures)});
}

} // namespace

void addRoundedOnPlane(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                       std::vector<ContactPoint>& contacts) {
    const int plane = compiled.surfaces[a].isPlane() ? a : b, other = plane == a ? b : a;
    const Placed placed(compiled, memory);
    const auto [outward, height] = placed.planeOf(plane);
    kernels::findContactPoints(placed.roundedOf(other), outward, height, plane == a, compiled.marginOf(a, b), memory.rounded);
    addFound(a, b, compiled, memory, contacts);
}

void addRoundedOnRounded(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                         std::vector<ContactPoint>& contacts) {
    const Placed placed(compiled, memory);
    kernels::findContactPoints(placed.roundedOf(a), placed.roundedOf(b), compiled.marginOf(a, b), memory.rounded);
    addFound(a, b, compiled, memory, contacts);
}

void addEllipsoidOnRounded(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                           std::vector<ContactPoint>& contacts) {
    const ShapeKind kind = compiled.surfaces[a].kind;
    const bool isRoundedFirst = kind == ShapeKind::Rounded || kind == ShapeKind::Sphere;
    const int rounded = isRoundedFirst ? a : b, other = isRoundedFirst ? b : a;
    const Placed placed(compiled, memory);
    const kernels::EllipsoidContactPoint found =
        kernels::findContactPoint(placed.roundedOf(rounded), placed.ellipsoidOf(other));
    if (!(found.overlap > -compiled.marginOf(a, b))) return;
    contacts.push_back(
        contactPointOf(rounded, other, found.point, found.normal, found.overlap,
                       curvatureOf(compiled.surfaces[rounded], found.curvatureOfBody, found.normal, memory.curvatures),
                       memory.curvatures.add(principalCurvaturesOfRadii(found.radiiOfEllipsoid, found.normal,
                                                                        compiled.geometries[other]))));
}

} // namespace simbodydem
