// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_ROUNDED_CONTACT_H
#define SIMBODYDEM_GEOMETRY_ROUNDED_CONTACT_H

#include "geometry/Polytope.h"

#include <cstdint>
#include <limits>
#include <vector>

// Finds the contacts of two rounded convex bodies: corners of each body on the other one, and edges that cross. Faces and edges that lie
// flat on each other rest on the corners and crossings of their common area.

namespace simbodydem::kernels {

/** Holds a rounded body in Ground. */
struct RoundedBody {
    const Polytope* core;
    double rounding;
    Matrix R; // rotation from the body's own frame
    Vector origin;

    Vector toGround(const Vector& own) const { return R * own + origin; }
    Vector toOwn(const Vector& point) const { return R.transpose() * (point - origin); }
    bool isSphere() const { return core->vertices.size() == 1; }
};

/** Holds one contact of rounded bodies or meshes. */
struct RoundedContactPoint {
    std::int64_t feature; // number of the contact, constant as long as it lasts
    Vector point, normal; // midway in the overlap; from a to b
    double overlap;
    SurfaceCurvature curvatureA, curvatureB;
    // Distance of its centre in front of a one-sided surface [m], < 0: behind. It is +-onlySide if only the side is known, and infinite if
    // no surface is one-sided.
    double front = std::numeric_limits<double>::infinity();
    std::int64_t corner = 0; // on a one-sided surface: number of the other body's corner, constant while it is near
};

constexpr double onlySide = std::numeric_limits<double>::max();

namespace detail {

// Finds the contact of the sphere of a corner with a body. The normal points from the body to the corner. @returns true if they are within reach
bool findAtCorner(const Vector& corner, double rounding, const RoundedBody& body, double margin,
                  RoundedContactPoint& contact, SurfaceCurvature& curvatureOfBody);

struct PlacedEdge {
    int index;
    Vector from, direction;
    double length;
    Vector intoFace[2] = {Vector::Zero(), Vector::Zero()};
    int numFaces = 0;
};

/** Returns an edge in Ground. @param from  start of the edge in the body's own frame */
template <class Body> PlacedEdge placeEdge(const Body& of, int index, const Polytope::Edge& edge, const Vector& from) {
    PlacedEdge placed{index, of.toGround(from), of.R * edge.direction, edge.length};
    for (; placed.numFaces < edge.numFaces; ++placed.numFaces)
        placed.intoFace[placed.numFaces] = of.R * edge.intoFace[placed.numFaces];
    return placed;
}

bool isBeyondReach(const RoundedBody& body, const PlacedEdge& edge, double reach);

SurfaceCurvature curvatureAcross(const PlacedEdge& edge, const Vector& normal, double rounding);

// Contacts that begin and end lose some of their overlap there, so they have no force then. Losses depend on the geometry of the bodies
// only. A fraction of the overlap itself would take work from the normal force that no law accounts for.

// Returns the loss near the end of an edge, where the corner takes over. It acts within a sixteenth of the radii. It is less than a
// thousandth of them as long as the corner is not deeper.
double lossNearEnd(double toEnd, double radii);

// Finds the contact of two edges that cross. Parallel edges have none: their corners are in contact instead. radiiAtEnd are the radii of the
// corners, if they are others than those of the edges. @returns true if there is a contact
bool crossEdges(const PlacedEdge& a, const PlacedEdge& b, double roundingA, double roundingB, double margin,
                RoundedContactPoint& contact, double radiiAtEnd = 0);

} // namespace detail

/** Workspace of a search; its memory is reused. */
struct RoundedSearch {
    std::vector<RoundedContactPoint> contacts;
    std::vector<detail::PlacedEdge> edgesA, edgesB;
    std::vector<char> nearA, nearB; // by corner: true if it is within reach along the axis between the bodies
};

/** Finds all contacts of two bodies with overlap > -margin, in the order of their features. */
void findContactPoints(const RoundedBody& a, const RoundedBody& b, double margin, RoundedSearch& search);

/** Finds all contacts of a body with a half space, with overlap > -margin. They are corners of the body.
@param outward  outward normal of the half space
@param height   of its surface along this normal [m]
@param isBodyB  true if the body is b and the half space a */
void findContactPoints(const RoundedBody& body, const Vector& outward, double height, bool isBodyB, double margin,
                       RoundedSearch& search);

} // namespace simbodydem::kernels

#endif
