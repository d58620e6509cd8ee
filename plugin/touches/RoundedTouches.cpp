#include "touches/RoundedTouches.h"

#include "kernels/EllipsoidOnRounded.h"
#include "touches/PrincipalCurvatures.h"

namespace simbodydem {

using namespace SimTK;

namespace {

kernels::RoundedBody place(const SurfaceGeometry& geometry, const Transform& X_GB) {
    const auto R_GB = asEigen(X_GB.R());
    return {geometry.core.get(), geometry.rounding, R_GB * asEigen(geometry.X_BS.R()),
            R_GB * geometry.station + toEigen(X_GB.p())};
}

const LocalCurvature flat;

const LocalCurvature* curvatureOf(const Surface& surface, const kernels::Bend& bend, const Vector3& normal,
                                  SearchMemory& memory) {
    switch (bend.kind) {
    case kernels::Bend::Kind::Flat: return &flat;
    case kernels::Bend::Kind::Round: return &surface.curvature; // of its corners
    default: return memory.curvatures.add(principalCurvatures(bend.tensor, normal));
    }
}

} // namespace

void addRoundedTouches(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                       std::vector<Touch>& touches) {
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const auto transformOf = [&](const Surface& surface) -> const Transform& {
        return memory.bodies.getTransform(surface.body);
    };
    const Real margin = surfaceA.margin + surfaceB.margin;
    if (surfaceA.isPlane() || surfaceB.isPlane()) {
        const int plane = surfaceA.isPlane() ? a : b, other = surfaceA.isPlane() ? b : a;
        const Transform& X_GB = transformOf(compiled.surfaces[plane]);
        const SurfaceGeometry& geometry = compiled.geometries[plane];
        const Vector3 outward = asEigen(X_GB.R()) * geometry.outward;
        const Real height = outward.dot(asEigen(X_GB.R()) * geometry.station + toEigen(X_GB.p()));
        kernels::findTouches(place(compiled.geometries[other], transformOf(compiled.surfaces[other])), outward, height,
                             plane == a, margin, memory.rounded);
    } else
        kernels::findTouches(place(compiled.geometries[a], transformOf(surfaceA)),
                             place(compiled.geometries[b], transformOf(surfaceB)), margin, memory.rounded);
    for (const kernels::RoundedTouch& found : memory.rounded.touches)
        touches.push_back({{a, b, found.feature},
                           found.point,
                           found.normal,
                           found.overlap,
                           curvatureOf(surfaceA, found.bendA, found.normal, memory),
                           curvatureOf(surfaceB, found.bendB, found.normal, memory)});
}

void addEllipsoidOnRounded(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                           std::vector<Touch>& touches) {
    const bool isRoundedFirst = compiled.surfaces[a].kind == ShapeKind::Rounded;
    const int rounded = isRoundedFirst ? a : b, other = isRoundedFirst ? b : a;
    const auto transformOf = [&](int surface) -> const Transform& {
        return memory.bodies.getTransform(compiled.surfaces[surface].body);
    };
    const SurfaceGeometry& geometry = compiled.geometries[other];
    const auto R_GB = asEigen(transformOf(other).R());
    const kernels::EllipsoidTouch found =
        kernels::findTouch(place(compiled.geometries[rounded], transformOf(rounded)),
                           {geometry.semiAxes, R_GB * asEigen(geometry.X_BS.R()),
                            R_GB * geometry.station + toEigen(transformOf(other).p())});
    if (!(found.overlap > -compiled.surfaces[a].margin - compiled.surfaces[b].margin)) return;
    const LocalCurvature* ofRounded = curvatureOf(compiled.surfaces[rounded], found.bendOfBody, found.normal, memory);
    const LocalCurvature* ofEllipsoid =
        memory.curvatures.add(principalCurvaturesOfRadii(found.radiiOfEllipsoid, found.normal));
    touches.push_back({{a, b, 0},
                       found.point,
                       isRoundedFirst ? found.normal : Vector3(-found.normal),
                       found.overlap,
                       isRoundedFirst ? ofRounded : ofEllipsoid,
                       isRoundedFirst ? ofEllipsoid : ofRounded});
}

} // namespace simbodydem
