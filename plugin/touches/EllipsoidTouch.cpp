#include "touches/EllipsoidTouch.h"

#include "kernels/Ellipsoid.h"
#include "touches/PrincipalCurvatures.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// A sphere or an ellipsoid in Ground: its centre, and S of kernels/Ellipsoid.h.
struct Solid {
    Vector3 centre;
    Matrix3 S;

    Solid(const SurfaceGeometry& geometry, const Transform& X_GB)
        : centre(toEigen(X_GB.p()) + asEigen(X_GB.R()) * geometry.station) {
        const Matrix3 axes = asEigen(X_GB.R()) * asEigen(geometry.X_BS.R());
        S = axes * geometry.semiAxes.cwiseAbs2().asDiagonal() * axes.transpose();
    }
};

} // namespace

void addEllipsoidTouch(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                       std::vector<Touch>& touches) {
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const auto transformOf = [&](const Surface& surface) -> const Transform& {
        return memory.bodies.getTransform(surface.body);
    };
    const auto curvatureOf = [&](const Surface& surface, const Matrix3& radii, const Vector3& normal) {
        return surface.kind == ShapeKind::Ellipsoid ? memory.curvatures.add(principalCurvaturesOfRadii(radii, normal))
                                                    : &surface.curvature;
    };
    const Real margins = surfaceA.margin + surfaceB.margin;
    if (surfaceA.isPlane() || surfaceB.isPlane()) {
        const int plane = surfaceA.isPlane() ? a : b, other = surfaceA.isPlane() ? b : a;
        const Transform& X_GB = transformOf(compiled.surfaces[plane]);
        const Vector3 outward = asEigen(X_GB.R()) * compiled.geometries[plane].outward;
        const Vector3 ofPlane = toEigen(X_GB.p()) + asEigen(X_GB.R()) * compiled.geometries[plane].station;
        const Solid solid(compiled.geometries[other], transformOf(compiled.surfaces[other]));
        const kernels::SupportPoint lowest = kernels::supportOfEllipsoid(solid.S, -outward);
        const Real overlap = lowest.height - outward.dot(solid.centre - ofPlane);
        if (!(overlap > -margins)) return;
        const bool isPlaneFirst = plane == a;
        const LocalCurvature* flat = &compiled.surfaces[plane].curvature;
        const LocalCurvature* bent = curvatureOf(compiled.surfaces[other], lowest.radii, outward);
        touches.push_back({{a, b, 0},
                           solid.centre + lowest.point + 0.5 * overlap * outward,
                           isPlaneFirst ? outward : Vector3(-outward),
                           overlap,
                           isPlaneFirst ? flat : bent,
                           isPlaneFirst ? bent : flat});
        return;
    }
    const Solid solidA(compiled.geometries[a], transformOf(surfaceA)),
        solidB(compiled.geometries[b], transformOf(surfaceB));
    const Vector3 line = solidB.centre - solidA.centre;
    const Real reach = compiled.geometries[a].radius + compiled.geometries[b].radius + margins;
    if (!(line.squaredNorm() < reach * reach)) return;
    const kernels::CommonNormal closest = kernels::findCommonNormal(line, solidA.S, solidB.S);
    if (!closest.isFound)
        throw std::runtime_error(compiled.names[a] + " and " + compiled.names[b] +
                                 ": no point is found where they are closest to each other; are their places finite?");
    if (!(-closest.gap > -margins)) return;
    const Vector3& normal = closest.normal;
    touches.push_back({{a, b, 0},
                       solidA.centre + closest.a.point + 0.5 * closest.gap * normal,
                       normal,
                       -closest.gap,
                       curvatureOf(surfaceA, closest.a.radii, normal),
                       curvatureOf(surfaceB, closest.b.radii, normal)});
}

} // namespace simbodydem
