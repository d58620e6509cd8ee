// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_PLACED_H
#define SIMBODYDEM_COLLISION_PLACED_H

#include "collision/CompiledSurfaces.h"
#include "collision/SearchMemory.h"
#include "geometry/Cylinder.h"
#include "geometry/Ellipsoid.h"
#include "geometry/RoundedContact.h"

namespace simbodydem {

/** A half space in Ground: its outward normal, and the height of its surface along this normal [m]. */
struct PlacedPlane {
    Vector3 outward;
    SimTK::Real height;
};

/** Returns surfaces at the present poses of their bodies, in the form that the kernels take. */
class Placed {
public:
    Placed(const CompiledSurfaces& compiled, const SearchMemory& memory) : compiled(compiled), memory(memory) {}

    Vector3 originOf(int surface) const {
        const SimTK::Transform& X_GB = transformOf(surface);
        return asEigen(X_GB.R()) * compiled.geometries[surface].station + toEigen(X_GB.p());
    }
    PlacedPlane planeOf(int surface) const {
        const Vector3 outward = asEigen(transformOf(surface).R()) * compiled.geometries[surface].outward;
        return {outward, outward.dot(originOf(surface))};
    }
    kernels::EllipsoidBody ellipsoidOf(int surface) const {
        const SurfaceGeometry& geometry = compiled.geometries[surface];
        return {geometry.semiAxes, axesOf(surface), originOf(surface),
                geometry.kind == ShapeKind::Wheel ? geometry.rounding : 0};
    }
    /** Returns a cylinder, or a wheel as a cylinder. */
    kernels::CylinderBody cylinderOf(int surface) const {
        const SurfaceGeometry& geometry = compiled.geometries[surface];
        return {geometry.semiAxes[0], geometry.semiAxes[2], geometry.rounding, axesOf(surface), originOf(surface)};
    }
    kernels::RoundedBody roundedOf(int surface) const {
        const SurfaceGeometry& geometry = compiled.geometries[surface];
        return {geometry.core.get(), geometry.rounding, axesOf(surface), originOf(surface)};
    }

    kernels::PlacedMesh meshOf(int surface) const {
        const SurfaceGeometry& geometry = compiled.geometries[surface];
        return {geometry.mesh.get(), geometry.rounding, axesOf(surface), originOf(surface)};
    }
    /** Returns the rotation R_GS of a surface. */
    Matrix3 axesOf(int surface) const {
        return asEigen(transformOf(surface).R()) * asEigen(compiled.geometries[surface].X_BS.R());
    }

private:
    const SimTK::Transform& transformOf(int surface) const {
        return memory.bodies.getTransform(compiled.surfaces[surface].body);
    }

    const CompiledSurfaces& compiled;
    const SearchMemory& memory;
};

/** Returns the only contact of two surfaces, which was found with the normal from `first` to `second`, ordered as in its key. */
inline ContactPoint contactPointOf(int first, int second, const Vector3& point, const Vector3& normal,
                                   SimTK::Real overlap, const LocalCurvature* ofFirst, const LocalCurvature* ofSecond) {
    if (first < second) return {{first, second, 0}, point, normal, overlap, ofFirst, ofSecond};
    return {{second, first, 0}, point, -normal, overlap, ofSecond, ofFirst};
}

} // namespace simbodydem

#endif
