// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_ROUNDED_H
#define SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_ROUNDED_H

#include "geometry/Ellipsoid.h"
#include "geometry/RoundedContact.h"

#include <array>
#include <limits>

// Finds the contact of an ellipsoid with a rounded convex body. It is one point, where the ellipsoid is nearest to the core of the body.

namespace simbodydem::kernels {

/** Holds the distance and direction of a point from an ellipsoid. */
struct OffEllipsoid {
    Vector normal;   // outward normal at the nearest point of the ellipsoid
    double distance; // [m], < 0: inside
};

/** Returns the lowest point of a wheel along n, and the two points that are a third of its rim away. If the wheel lies on its side, all three are
equally low. They then push equally, whatever point is the first. */
std::array<Vector, 3> threeOnRim(const EllipsoidBody& wheel, const Vector& n);

// Returns the distance of a point y from an ellipsoid. The nearest point x_i = a_i^2 y_i/(t + a_i^2) lies on the ellipsoid for one t > -min
// a_i^2. This t is a root of a falling convex function, which Newton's method approaches from below without overshooting. The signed
// distance is convex, inside and outside.
OffEllipsoid findOffEllipsoid(const EllipsoidBody& body, const Vector& query);

namespace detail {

/** Holds the point of an edge that is nearest to an ellipsoid. */
struct AlongEdge {
    double along; // from the start of the edge [m]
    OffEllipsoid off;
};

// Finds the point of an edge that is nearest to an ellipsoid. The distance is convex along an edge. The zero of its slope is found by
// bisection and the secant rule in turn.
AlongEdge nearestOfEdge(const EllipsoidBody& ellipsoid, const Vector& from, const Vector& direction, double length);

} // namespace detail

/** Returns the point of the body's core, in its own frame, that is nearest to the ellipsoid. Its normal points to the ellipsoid. If core
and ellipsoid overlap, rounded bodies are no longer valid. The result is then the face that the least displacement parts from the ellipsoid.
@param size  of the ellipsoid */
NearestPoint findNearest(const RoundedBody& body, const EllipsoidBody& ellipsoid, const EllipsoidSize& size);

/** Holds the contact of a rounded body with an ellipsoid. */
struct EllipsoidContactPoint {
    Vector point, normal; // midway in the overlap; from the rounded body to the ellipsoid
    double overlap;
    SurfaceCurvature curvatureOfBody;
    Matrix radiiOfEllipsoid;
};

/** Finds the contact of a rounded body with an ellipsoid. Its overlap is < 0 if they are apart. */
EllipsoidContactPoint findContactPoint(const RoundedBody& body, const EllipsoidBody& ellipsoid);

} // namespace simbodydem::kernels

#endif
