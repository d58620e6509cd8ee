// SPDX-License-Identifier: Apache-2.0
#include "collision/EllipsoidContacts.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"
#include "geometry/EllipsoidOnRounded.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns the curvature of an ellipsoid at a normal, or that of a sphere or plane, which is the same everywhere.
const LocalCurvature* curvatureAt(int s, const Matrix3& radii, const Vector3& normal, const CompiledSurfaces& compiled,
                                  SearchMemory& memory) {
    return compiled.surfaces[s].kind == ShapeKind::Ellipsoid
               ? memory.curvatures.add(principalCurvaturesOfRadii(radii, normal, compiled.geometries[s]))
               : &compiled.surfaces[s].curvature;
}

} // namespace

void addEllipsoidOnPlane(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                         std::vector<ContactPoint>& contacts) {
    const int plane = compiled.surfaces[a].isPlane() ? a : b, other = plane == a ? b : a;
    const Placed placed(compiled, memory);
    const auto [outward, height] = placed.planeOf(plane);
    const kernels::EllipsoidBody solid = placed.ellipsoidOf(other);
    const kernels::SupportPoint lowest = solid.size().support(-outward);
    const Real overlap = lowest.height - (outward.dot(solid.centre) - height);
    if (!(overlap > -compiled.marginOf(a, b))) return;
    contacts.push_back(contactPointOf(plane, other, solid.centre + lowest.point + 0.5 * overlap * outward, outward,
                                      overlap, &compiled.surfaces[plane].curvature,
                                      curvatureAt(other, lowest.radii, outward, compiled, memory)));
}

void addEllipsoidOnEllipsoid(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                             std::vector<ContactPoint>& contacts) {
    const Placed placed(compiled, memory);
    const Real margins = compiled.marginOf(a, b);
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
                                      -closest.gap, curvatureAt(a, closest.a.radii, normal, compiled, memory),
                                      curvatureAt(b, closest.b.radii, normal, compiled, memory)));
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
        if (!(overlap > -compiled.marginOf(a, b))) continue;
        contacts.push_back(contactPointOf(plane, wheel, points[patch] + 0.5 * overlap * outward, outward, overlap,
                                          &compiled.surfaces[plane].curvature, curvature));
        contacts.back().key.patch = patch;
    }
}

} // namespace simbodydem
