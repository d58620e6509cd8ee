// SPDX-License-Identifier: Apache-2.0
#include "collision/EllipsoidContacts.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"
#include "geometry/EllipsoidOnRounded.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void addEllipsoidContactPoint(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                              std::vector<ContactPoint>& contacts) {
    const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const Placed placed(compiled, memory);
    const auto curvatureOf = [&](int s, const Matrix3& radii, const Vector3& normal) {
        return compiled.surfaces[s].kind == ShapeKind::Ellipsoid
                   ? memory.curvatures.add(principalCurvaturesOfRadii(radii, normal, compiled.geometries[s]))
                   : &compiled.surfaces[s].curvature;
    };
    const Real margins = surfaceA.margin + surfaceB.margin;
    if (surfaceA.isPlane() || surfaceB.isPlane()) {
        const int plane = surfaceA.isPlane() ? a : b, other = surfaceA.isPlane() ? b : a;
        const auto [outward, height] = placed.planeOf(plane);
        const kernels::EllipsoidBody solid = placed.ellipsoidOf(other);
        const kernels::SupportPoint lowest = solid.size().support(-outward);
        const Real overlap = lowest.height - (outward.dot(solid.centre) - height);
        if (!(overlap > -margins)) return;
        contacts.push_back(contactPointOf(plane, other, solid.centre + lowest.point + 0.5 * overlap * outward, outward,
                                          overlap, &compiled.surfaces[plane].curvature,
                                          curvatureOf(other, lowest.radii, outward)));
        return;
    }
    const kernels::EllipsoidBody solidA = placed.ellipsoidOf(a), solidB = placed.ellipsoidOf(b);
    const Vector3 line = solidB.centre - solidA.centre;
    const Real reach = compiled.geometries[a].radius + compiled.geometries[b].radius + margins;
    if (!(line.squaredNorm() < reach * reach)) return;
    const kernels::CommonNormal closest = kernels::findCommonNormal(line, solidA.size(), solidB.size());
    if (!closest.isFound)
        throw std::runtime_error(compiled.names[a] + " and " + compiled.names[b] +
                                 " have no closest points; check that their positions are finite");
    if (!(-closest.gap > -margins)) return;
    const Vector3& normal = closest.normal;
    contacts.push_back(contactPointOf(a, b, solidA.centre + closest.a.point + 0.5 * closest.gap * normal, normal,
                                      -closest.gap, curvatureOf(a, closest.a.radii, normal),
                                      curvatureOf(b, closest.b.radii, normal)));
}

void addWheelOnPlane(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                     std::vector<ContactPoint>& contacts) {
    const int plane = compiled.surfaces[a].isPlane() ? a : b, wheel = plane == a ? b : a;
    const Placed placed(compiled, memory);
    const auto [outward, height] = placed.planeOf(plane);
    const kernels::EllipsoidBody solid = placed.ellipsoidOf(wheel);
    const LocalCurvature* curvature = memory.curvatures.add(
        principalCurvaturesOfRadii(solid.size().support(-outward).radii, outward, compiled.geometries[wheel]));
    const std::array<Vector3, 3> points = kernels::threeOnRim(solid, -outward);
    for (int patch = 0; patch < 3; ++patch) {
        const Real overlap = height - outward.dot(points[patch]);
        if (!(overlap > -compiled.surfaces[a].margin - compiled.surfaces[b].margin)) continue;
        contacts.push_back(contactPointOf(plane, wheel, points[patch] + 0.5 * overlap * outward, outward, overlap,
                                          &compiled.surfaces[plane].curvature, curvature));
        contacts.back().key.patch = patch;
    }
}

} // namespace simbodydem
