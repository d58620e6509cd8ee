// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_POINT_DISTANCE_H
#define SIMBODYDEM_AREAS_POINT_DISTANCE_H

#include "base/EigenBridge.h"
#include "collision/shapes/CollisionShape.h"

namespace simbodydem {

/** Holds the point of a surface that is nearest to a given point. */
struct PointDistance {
    SimTK::Real distance;  // [m], < 0: the given point is inside
    Vector3 normal;        // of the surface there, outwards; the gradient of the distance
    bool isBeside = false; // behind an open mesh, beyond its border: outside, but points near it may be inside
};

/** Returns the distance of a point from a shape, in the shape's own frame. It is exact, and changes by no more than the point moves. Deep
inside a rounded body, beyond its rounding, the nearest face counts.
@param bound    upper bound of the distance's size, which shortens the search on a mesh [m]
@param feature  of a mesh: one that may be nearest, or -1; becomes the one that is. It shortens the search and does not change the result. */
PointDistance findDistance(const CollisionShape&, const Vector3& point, SimTK::Real bound, int& feature);

} // namespace simbodydem

#endif
