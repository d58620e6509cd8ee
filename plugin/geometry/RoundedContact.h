// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_ROUNDED_CONTACT_H
#define SIMBODYDEM_GEOMETRY_ROUNDED_CONTACT_H

#include "geometry/Polytope.h"

#include <cstdint>
#include <limits>
#include <vector>

// Where two rounded convex bodies touch: corners of the one on the other, corners of the other on the one, edges that cross.
// Faces and edges that lie flat on each other do so on the corners and crossings of what they have in common.

namespace simbodydem::kernels {

/** A rounded body in Ground. */
struct RoundedBody {
    const Polytope* core;
    double rounding;
    Matrix R; // from the body's own frame
    Vector origin;

    Vector toGround(const Vector& own) const { return R * own + origin; }
    Vector toOwn(const Vector& place) const { return R.transpose() * (place - origin); }
    bool isSphere() const { return core->vertices.size() == 1; }
};

struct RoundedContactPoint {
    std::int64_t feature; // lasts as long as the touch does
    Vector point, normal; // midway in the overlap; from a to b
    double overlap;
    Bend bendA, bendB;
    // How far its centre is in front of a one-sided surface, < 0: behind; +-onlySide where nothing more is known; infinite: no
    // surface is one-sided.
    double front = std::numeric_limits<double>::infinity();
    std::int64_t corner =
        0; // on a one-sided surface: which corner of the other one it is; lasts as long as this one is near
};

constexpr double onlySide = std::numeric_limits<double>::max();

namespace detail {

// A corner's sphere on a body. @returns with the normal from the body to the corner
bool findAtCorner(const Vector& corner, double rounding, const RoundedBody& body, double margin,
                  RoundedContactPoint& contact, Bend& bendOfBody);

struct PlacedEdge {
    int index;
    Vector from, direction;
    double length;
    Vector intoFace[2] = {Vector::Zero(), Vector::Zero()};
    int numFaces = 0;
};

/** @param from  where the edge begins, in the body's own frame */
template <class Body> PlacedEdge placeEdge(const Body& of, int index, const Polytope::Edge& edge, const Vector& from) {
    PlacedEdge placed{index, of.toGround(from), of.R * edge.direction, edge.length};
    for (; placed.numFaces < edge.numFaces; ++placed.numFaces)
        placed.intoFace[placed.numFaces] = of.R * edge.intoFace[placed.numFaces];
    return placed;
}

bool isBeyondReach(const RoundedBody& body, const PlacedEdge& edge, double reach);

Bend bendAcross(const PlacedEdge& edge, const Vector& normal, double rounding);

// Two edges where they cross; where they are parallel their corners touch.
bool crossEdges(const PlacedEdge& a, const PlacedEdge& b, double roundingA, double roundingB, double margin,
                RoundedContactPoint& contact);

} // namespace detail

/** Room for a search, used again. */
struct RoundedSearch {
    std::vector<RoundedContactPoint> contacts;
    std::vector<detail::PlacedEdge> edgesA, edgesB;
};

/** All touches with overlap > -margin, in the order of their features. */
void findContactPoints(const RoundedBody& a, const RoundedBody& b, double margin, RoundedSearch& search);

/** The same of a body on a half space: its corners. @param outward of the half space, whose surface is at `height` along it
@param isBodyB  whether the body is b, and the half space a */
void findContactPoints(const RoundedBody& body, const Vector& outward, double height, bool isBodyB, double margin,
                       RoundedSearch& search);

} // namespace simbodydem::kernels

#endif
