#include "touches/EllipsoidTouch.h"

#include "kernels/EllipsoidOnRounded.h"
#include "touches/Placed.h"
#include "touches/PrincipalCurvatures.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void addEllipsoidTouch(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                       std::vector<Touch>& touches) {
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
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
        if (solid.isWheel()) {
            const LocalCurvature* curvature = curvatureOf(other, lowest.radii, outward);
            const std::array<Vector3, 3> points = kernels::threeOnRim(solid, -outward);
            for (int patch = 0; patch < 3; ++patch) {
                const Real depth = height - outward.dot(points[patch]);
                if (!(depth > -margins)) continue;
                touches.push_back(touchOf(plane, other, points[patch] + 0.5 * depth * outward, outward, depth,
                                          &compiled.surfaces[plane].curvature, curvature));
                touches.back().key.patch = patch;
            }
            return;
        }
        touches.push_back(touchOf(plane, other, solid.centre + lowest.point + 0.5 * overlap * outward, outward, overlap,
                                  &compiled.surfaces[plane].curvature, curvatureOf(other, lowest.radii, outward)));
        return;
    }
    if (compiled.geometries[a].isWheel() || compiled.geometries[b].isWheel()) { // on a sphere
        const int wheel = compiled.geometries[a].isWheel() ? a : b, sphere = wheel == a ? b : a;
        const kernels::EllipsoidBody solid = placed.ellipsoidOf(wheel);
        const Vector3 centre = placed.originOf(sphere);
        const kernels::OffEllipsoid off = kernels::findOffWheel(solid, centre);
        const Real radius = compiled.geometries[sphere].radius, overlap = radius - off.distance;
        if (!(overlap > -margins)) return;
        touches.push_back(touchOf(wheel, sphere, centre - (radius - 0.5 * overlap) * off.normal, off.normal, overlap,
                                  curvatureOf(wheel, solid.size().support(off.normal).radii, off.normal),
                                  &compiled.surfaces[sphere].curvature));
        return;
    }
    const kernels::EllipsoidBody solidA = placed.ellipsoidOf(a), solidB = placed.ellipsoidOf(b);
    const Vector3 line = solidB.centre - solidA.centre;
    const Real reach = compiled.geometries[a].radius + compiled.geometries[b].radius + margins;
    if (!(line.squaredNorm() < reach * reach)) return;
    const kernels::CommonNormal closest = kernels::findCommonNormal(line, solidA.size(), solidB.size());
    if (!closest.isFound)
        throw std::runtime_error(compiled.names[a] + " and " + compiled.names[b] +
                                 ": no point is found where they are closest to each other; are their places finite?");
    if (!(-closest.gap > -margins)) return;
    const Vector3& normal = closest.normal;
    touches.push_back(touchOf(a, b, solidA.centre + closest.a.point + 0.5 * closest.gap * normal, normal, -closest.gap,
                              curvatureOf(a, closest.a.radii, normal), curvatureOf(b, closest.b.radii, normal)));
}

} // namespace simbodydem
