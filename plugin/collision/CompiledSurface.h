// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_COMPILED_SURFACE_H
#define SIMBODYDEM_COLLISION_COMPILED_SURFACE_H

#include "collision/ContactPoint.h"
#include "collision/shapes/CollisionShape.h"

#include <memory>

namespace simbodydem {

/** Holds the data of one surface that the loop over contacts needs. It fits into a line of the processor's cache. */
struct CompiledSurface {
    int body;               // slot of its body among the bodies that have surfaces
    int materialClass = -1; // row and column of the pair table
    ShapeKind kind = ShapeKind::HalfSpace;
    bool hasArea =
        false; // true if it has an ElasticLayer, or is of Sand or Soil; it then has areas of contact, not points
    bool isFiltered = false;  // true if an exclusion names it, see ContactFilter
    SimTK::Real margin;       // distance at which it is found before it overlaps [m]
    LocalCurvature curvature; // without the margin; 1/minCurvatureRadius if it varies

    bool isPlane() const { return kind == ShapeKind::HalfSpace; }
    bool isRound() const { return curvature.along > 0; }
    /** Returns true if its contacts with other simple surfaces have a closed form. */
    bool isSimple() const { return kind == ShapeKind::HalfSpace || kind == ShapeKind::Sphere; }
};

/** Holds the data of one surface that a search needs: its shape without a margin, and its pose on the body. */
struct SurfaceGeometry : CollisionShape {
    Vector3 station;       // origin of S in the body frame; a point of a plane [m]
    Vector3 outward;       // outward normal of a plane in the body frame
    SimTK::Transform X_BS; // of the shape
    std::shared_ptr<const Shape> shape;
};

/** Returns the reason why two surfaces can never touch, apart from exclusions; null if they can. */
const char* whyNeverTouching(const CompiledSurface& a, const CompiledSurface& b);

} // namespace simbodydem

#endif
