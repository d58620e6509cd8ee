// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_ROUNDED_CONTACT_H
#define SIMBODYDEM_GEOMETRY_ROUNDED_CONTACT_H

#include "geometry/Polytope.h"

#include <cstdint>

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

struct RoundedTouch {
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
inline bool touchCorner(const Vector& corner, double rounding, const RoundedBody& body, double margin,
                        RoundedTouch& touch, Bend& bendOfBody) {
    const Vector place = body.toOwn(corner);
    const double reach = rounding + body.rounding + margin;
    if (isBeyondReach(*body.core, place, place, reach)) return false;
    const NearestPoint nearest = findNearest(*body.core, place);
    if (!(nearest.distance < reach)) return false;
    touch.normal = body.R * nearest.normal;
    touch.overlap = rounding + body.rounding - nearest.distance;
    touch.point = corner - (rounding - 0.5 * touch.overlap) * touch.normal;
    bendOfBody = bendOfRounded(*body.core, nearest, body.rounding).turned(body.R);
    return true;
}

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

inline bool isBeyondReach(const RoundedBody& body, const PlacedEdge& edge, double reach) {
    const Vector to = edge.from + edge.length * edge.direction;
    return isBeyondReach(*body.core, body.toOwn(edge.from), body.toOwn(to), reach);
}

inline void edgesWithinReach(const RoundedBody& of, const RoundedBody& other, double reach,
                             std::vector<PlacedEdge>& edges) {
    edges.clear();
    for (std::size_t e = 0; e < of.core->edges.size(); ++e) {
        const Polytope::Edge& edge = of.core->edges[e];
        const PlacedEdge placed = placeEdge(of, int(e), edge, of.core->vertices[edge.from]);
        if (!isBeyondReach(other, placed, reach)) edges.push_back(placed);
    }
}

// What is taken off the overlap of a crossing so that it comes and goes without force, from 0 to any amount. All of it is of
// the bodies' geometry alone: a share of the overlap itself would take work from the normal force that no law knows of.

// Near an edge's end, where the corner takes over: within a sixteenth of the radii, by less than a thousandth of them where the
// corner is not yet deeper.
inline double lossNearEnd(double toEnd, double radii) {
    const double from = radii / 16, share = from / toEnd - 1;
    return toEnd < from ? from * from * share * share / (2 * radii) : 0;
}

// Where the normal leads into one of the edge's faces, as it does where the edge dips into the other body's face: all from 15
// degrees on.
inline double lossBetweenFaces(const PlacedEdge& edge, const Vector& outward, double radii) {
    const double most = 0.25881904510252076;
    double loss = 0;
    for (int i = 0; i < edge.numFaces; ++i) {
        const double sine = std::max(outward.dot(edge.intoFace[i]), 0.);
        if (!(sine < most)) return std::numeric_limits<double>::infinity();
        const double share = sine / (1 - sine / most);
        loss += 0.5 * radii * share * share;
    }
    return loss;
}

inline Bend bendAcross(const PlacedEdge& edge, const Vector& normal, double rounding) {
    const Vector across = edge.direction.cross(normal);
    return Bend(Matrix(across * across.transpose() / rounding));
}

// Two edges where they cross; where they are parallel their corners touch.
inline bool crossEdges(const PlacedEdge& a, const PlacedEdge& b, double roundingA, double roundingB, double margin,
                       RoundedTouch& touch) {
    const double cosine = a.direction.dot(b.direction), sine2 = 1 - cosine * cosine;
    if (!(sine2 > 1e-12)) return false;
    const Vector line = b.from - a.from;
    const double alongA = line.dot(a.direction), alongB = line.dot(b.direction);
    const double s = (alongA - cosine * alongB) / sine2, t = (cosine * alongA - alongB) / sine2;
    const double toEnd = std::min(std::min(s, a.length - s), std::min(t, b.length - t));
    if (!(toEnd > 0)) return false;
    const Vector onA = a.from + s * a.direction, gap = b.from + t * b.direction - onA;
    const double distance = gap.norm(), radii = roundingA + roundingB;
    if (!(distance < radii + margin) || !(distance > 0)) return false;
    touch.normal = gap / distance;
    touch.front = distance;
    touch.overlap = radii - distance - lossNearEnd(toEnd * std::sqrt(sine2), radii) -
                    lossBetweenFaces(a, touch.normal, radii) - lossBetweenFaces(b, -touch.normal, radii);
    if (!(touch.overlap > -margin)) return false;
    touch.point = onA + (roundingA - 0.5 * (radii - distance)) * touch.normal;
    touch.bendA = bendAcross(a, touch.normal, roundingA);
    touch.bendB = bendAcross(b, touch.normal, roundingB);
    return true;
}

} // namespace detail

/** Room for a search, used again. */
struct RoundedSearch {
    std::vector<RoundedTouch> touches;
    std::vector<detail::PlacedEdge> edgesA, edgesB;
};

/** All touches with overlap > -margin, in the order of their features. */
inline void findTouches(const RoundedBody& a, const RoundedBody& b, double margin, RoundedSearch& search) {
    std::vector<RoundedTouch>& touches = search.touches;
    touches.clear();
    RoundedTouch touch;
    const int numA = int(a.core->vertices.size()), numB = int(b.core->vertices.size());
    if (!b.isSphere())
        for (int i = 0; i < numA; ++i)
            if (detail::touchCorner(a.toGround(a.core->vertices[i]), a.rounding, b, margin, touch, touch.bendB)) {
                touch.feature = i;
                touch.normal *= -1;
                touch.bendA = Bend::Kind::Round;
                touches.push_back(touch);
            }
    if (!a.isSphere() || b.isSphere())
        for (int i = 0; i < numB; ++i)
            if (detail::touchCorner(b.toGround(b.core->vertices[i]), b.rounding, a, margin, touch, touch.bendA)) {
                touch.feature = numA + i;
                touch.bendB = Bend::Kind::Round;
                touches.push_back(touch);
            }
    if (!a.core->edges.empty() && !b.core->edges.empty()) {
        const double reach = a.rounding + b.rounding + margin;
        detail::edgesWithinReach(a, b, reach, search.edgesA);
        detail::edgesWithinReach(b, a, reach, search.edgesB);
        for (const detail::PlacedEdge& edgeA : search.edgesA)
            for (const detail::PlacedEdge& edgeB : search.edgesB)
                if (detail::crossEdges(edgeA, edgeB, a.rounding, b.rounding, margin, touch)) {
                    touch.feature = numA + numB + edgeA.index * int(b.core->edges.size()) + edgeB.index;
                    touches.push_back(touch);
                }
    }
}

/** The same of a body on a half space: its corners. @param outward of the half space, whose surface is at `height` along it
@param isBodyB  whether the body is b, and the half space a */
inline void findTouches(const RoundedBody& body, const Vector& outward, double height, bool isBodyB, double margin,
                        RoundedSearch& search) {
    std::vector<RoundedTouch>& touches = search.touches;
    touches.clear();
    for (std::size_t i = 0; i < body.core->vertices.size(); ++i) {
        const Vector corner = body.toGround(body.core->vertices[i]);
        const double overlap = body.rounding - (outward.dot(corner) - height);
        if (!(overlap > -margin)) continue;
        const Bend round = Bend::Kind::Round, flat;
        touches.push_back({int(i), corner - (body.rounding - 0.5 * overlap) * outward,
                           isBodyB ? outward : Vector(-outward), overlap, isBodyB ? flat : round,
                           isBodyB ? round : flat});
    }
}

} // namespace simbodydem::kernels

#endif
