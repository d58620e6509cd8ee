// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_ROUNDED_H
#define SIMBODYDEM_GEOMETRY_ELLIPSOID_ON_ROUNDED_H

#include "geometry/Ellipsoid.h"
#include "geometry/RoundedContact.h"

#include <array>
#include <limits>

// Where an ellipsoid touches a rounded convex body: in one place, where it is nearest to the body's core.

namespace simbodydem::kernels {

/** How far a place is from an ellipsoid, and which way. */
struct OffEllipsoid {
    Vector normal;   // outwards, of the ellipsoid where it is nearest
    double distance; // < 0: within
};

/** Of a wheel that leans the lowest point along n, and those a third of its rim away, which are as low where it lies on its side: there all
three push alike whichever one is the first. */
std::array<Vector, 3> threeOnRim(const EllipsoidBody& wheel, const Vector& n);

// The nearest point x_i = a_i^2 y_i/(t + a_i^2) lies on the ellipsoid for one t > -min a_i^2, a root of a falling convex function, on
// which Newton's method comes from below without overshooting. The signed distance is convex, inside as outside.
OffEllipsoid findOffEllipsoid(const EllipsoidBody& body, const Vector& place);

namespace detail {

/** Of an edge the place that is nearest to an ellipsoid. */
struct AlongEdge {
    double along;
    OffEllipsoid off;
};

// Along an edge the distance is convex: where its slope changes sign, by bisection and the secant rule in turn.
AlongEdge nearestOfEdge(const EllipsoidBody& ellipsoid, const Vector& from, const Vector& direction, double length);

} // namespace detail

/** The point of the body's core, in its own frame, that is nearest to the ellipsoid; its normal leads there. Where core and ellipsoid
overlap, beyond what rounded bodies are valid for, it is the face that parts them soonest. @param size the ellipsoid's */
NearestPoint findNearest(const RoundedBody& body, const EllipsoidBody& ellipsoid, const EllipsoidSize& size);

struct EllipsoidContactPoint {
    Vector point, normal; // midway in the overlap; from the rounded body to the ellipsoid
    double overlap;
    Bend bendOfBody;
    Matrix radiiOfEllipsoid;
};

EllipsoidContactPoint findContactPoint(const RoundedBody& body, const EllipsoidBody& ellipsoid);

} // namespace simbodydem::kernels

#endif
