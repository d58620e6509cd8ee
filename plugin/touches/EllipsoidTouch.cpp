#include "touches/EllipsoidTouch.h"

#include "touches/Placed.h"
#include "touches/PrincipalCurvatures.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void addEllipsoidTouch(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                       std::vector<Touch>& touches) {
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const Placed placed(compiled, memory);
    const auto curvatureOf = [&](const Surface& surface, const Matrix3& radii, const Vector3& normal) {
        return surface.kind == ShapeKind::Ellipsoid ? memory.curvatures.add(principalCurvaturesOfRadii(radii, normal))
                                                    : &surface.curvature;
    };
    const Real margins = surfaceA.margin + surfaceB.margin;
    if (surfaceA.isPlane() || surfaceB.isPlane()) {
        const int plane = surfaceA.isPlane() ? a : b, other = surfaceA.isPlane() ? b : a;
        const auto [outward, height] = placed.planeOf(plane);
        const kernels::EllipsoidBody solid = placed.ellipsoidOf(other);
        const kernels::SupportPoint lowest = kernels::supportOfEllipsoid(solid.S(), -outward);
        const Real overlap = lowest.height - (outward.dot(solid.centre) - height);
        if (!(overlap > -margins)) return;
        touches.push_back(touchOf(plane, other, solid.centre + lowest.point + 0.5 * overlap * outward, outward, overlap,
                                  &compiled.surfaces[plane].curvature,
                                  curvatureOf(compiled.surfaces[other], lowest.radii, outward)));
        return;
    }
    const kernels::EllipsoidBody solidA = placed.ellipsoidOf(a), solidB = placed.ellipsoidOf(b);
    const Vector3 line = solidB.centre - solidA.centre;
    const Real reach = compiled.geometries[a].radius + compiled.geometries[b].radius + margins;
    if (!(line.squaredNorm() < reach * reach)) return;
    const kernels::CommonNormal closest = kernels::findCommonNormal(line, solidA.S(), solidB.S());
    if (!closest.isFound)
        throw std::runtime_error(compiled.names[a] + " and " + compiled.names[b] +
                                 ": no point is found where they are closest to each other; are their places finite?");
    if (!(-closest.gap > -margins)) return;
    const Vector3& normal = closest.normal;
    touches.push_back(touchOf(a, b, solidA.centre + closest.a.point + 0.5 * closest.gap * normal, normal, -closest.gap,
                              curvatureOf(surfaceA, closest.a.radii, normal),
                              curvatureOf(surfaceB, closest.b.radii, normal)));
}

} // namespace simbodydem
