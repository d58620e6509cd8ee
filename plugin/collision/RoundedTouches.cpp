// SPDX-License-Identifier: Apache-2.0
#include "collision/RoundedTouches.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"

namespace simbodydem {

using namespace SimTK;

void addRoundedTouches(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                       std::vector<Touch>& touches) {
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const Placed placed(compiled, memory);
    const Real margin = surfaceA.margin + surfaceB.margin;
    if (surfaceA.isPlane() || surfaceB.isPlane()) {
        const int plane = surfaceA.isPlane() ? a : b, other = surfaceA.isPlane() ? b : a;
        const auto [outward, height] = placed.planeOf(plane);
        kernels::findTouches(placed.roundedOf(other), outward, height, plane == a, margin, memory.rounded);
    } else
        kernels::findTouches(placed.roundedOf(a), placed.roundedOf(b), margin, memory.rounded);
    for (const kernels::RoundedTouch& found : memory.rounded.touches)
        touches.push_back({{a, b, found.feature},
                           found.point,
                           found.normal,
                           found.overlap,
                           curvatureOf(surfaceA, found.bendA, found.normal, memory.curvatures),
                           curvatureOf(surfaceB, found.bendB, found.normal, memory.curvatures)});
}

void addEllipsoidOnRounded(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                           std::vector<Touch>& touches) {
    const ShapeKind kind = compiled.surfaces[a].kind;
    const bool isRoundedFirst = kind == ShapeKind::Rounded || kind == ShapeKind::Sphere;
    const int rounded = isRoundedFirst ? a : b, other = isRoundedFirst ? b : a;
    const Placed placed(compiled, memory);
    const kernels::EllipsoidTouch found = kernels::findTouch(placed.roundedOf(rounded), placed.ellipsoidOf(other));
    if (!(found.overlap > -compiled.surfaces[a].margin - compiled.surfaces[b].margin)) return;
    touches.push_back(
        touchOf(rounded, other, found.point, found.normal, found.overlap,
                curvatureOf(compiled.surfaces[rounded], found.bendOfBody, found.normal, memory.curvatures),
                memory.curvatures.add(
                    principalCurvaturesOfRadii(found.radiiOfEllipsoid, found.normal, compiled.geometries[other]))));
}

} // namespace simbodydem
