// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_COLUMN_DEPTH_H
#define SIMBODYDEM_AREAS_COLUMN_DEPTH_H

#include "base/EigenBridge.h"
#include "collision/shapes/CollisionShape.h"

namespace simbodydem {

/** Holds the lowest point of a shape on a line, or where the line passes it. */
struct ColumnHit {
    bool isHit;
    SimTK::Real
        height; // of the lowest point, from the origin of the line [m]; if it is missed, of the point nearest to the shape
    Vector3 normal;        // of the shape there, outwards; if it is missed, from the shape to the line
    SimTK::Real clearance; // of a line that misses the shape [m]; infinite if it was not searched for
};

/** Finds the lowest point of a shape on a line. Vectors are in the frame of the shape.
@param origin     of the line
@param up         its direction, a unit vector
@param clearance  true to find by how much the line misses the shape */
ColumnHit findLowest(const CollisionShape&, const Vector3& origin, const Vector3& up, bool clearance);

/** Finds where a line leaves a shape that has edges, from a point inside of it. The height is the distance to there [m], > 0. A smooth shape, and one
that is open there, is not hit.
@param direction  a unit vector; vectors are in the frame of the shape */
ColumnHit findExit(const CollisionShape&, const Vector3& inside, const Vector3& direction);

/** Returns true if faces of a shape meet at edges, or may. */
bool hasEdges(const CollisionShape&);

/** Returns the least width of a shape along one of its own axes [m]; infinite if it is unbounded. */
SimTK::Real leastWidth(const CollisionShape&);

} // namespace simbodydem

#endif
