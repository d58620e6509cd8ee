// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SURFACE_H
#define SIMBODYDEM_COLLISION_SURFACE_H

#include "collision/ContactPoint.h"
#include "collision/shapes/CollisionShape.h"

#include <memory>

namespace simbodydem {

/** One surface as the loop over touches needs it: a line of the processor's cache. */
struct Surface {
    int body;               // slot of its body among the bodies that have surfaces
    int materialClass = -1; // row and column of the pair table
    ShapeKind kind = ShapeKind::HalfSpace;
    bool isFiltered = false;  // some exclusion concerns it, see ContactFilter
    SimTK::Real margin;       // by which it is found before it touches [m]
    LocalCurvature curvature; // without its margin; of what bends here so and there so, the minCurvatureRadius

    bool isPlane() const { return kind == ShapeKind::HalfSpace; }
    bool isRound() const { return curvature.along > 0; }
    /** Whether its touches with others of its like are found in closed form, where they are searched for. */
    bool isSimple() const { return kind == ShapeKind::HalfSpace || kind == ShapeKind::Sphere; }
};

/** The same surface as a search needs it: the outline of its shape, without a margin, and where it is on the body. */
struct SurfaceGeometry : CollisionShape {
    Vector3 station;       // the origin of S; a point of a plane [m]
    Vector3 outward;       // of a plane
    SimTK::Transform X_BS; // of the shape
    std::shared_ptr<const Shape> shape;
};

/** What keeps two surfaces from ever touching, whatever is excluded; null if nothing does. */
const char* whyNeverTouching(const Surface& a, const Surface& b);

} // namespace simbodydem

#endif
