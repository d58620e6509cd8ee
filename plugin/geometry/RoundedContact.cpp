// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/RoundedContact.h"

#include "geometry/SeparatingAxis.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {
namespace detail {

bool findAtCorner(const Vector& corner, double rounding, const RoundedBody& body, double margin,
                  RoundedContactPoint& contact, SurfaceCurvature& curvatureOfBody) {
    const Vector query = body.toOwn(corner);
    const double reach = rounding + body.rounding + margin;
    if (isBeyondReach(*body.core, query, query, reach)) return false;
    const NearestPoint nearest = findNearest(*body.core, query);
    if (!(nearest.distance < reach)) return false;
    contact.normal = body.R * nearest.normal;
    contact.overlap = rounding + body.rounding - nearest.distance;
    contact.point = corner - (rounding - 0.5 * contact.overlap) * contact.normal;
    curvatureOfBody = curvatureOfRounded(*body.core, nearest, body.rounding).turned(body.R);
    return true;
}

bool isBeyondReach(const RoundedBody& body, const PlacedEdge& edge, double reach) {
    const Vector to = edge.from + edge.length * edge.direction;
    return isBeyondReach(*body.core, body.toOwn(edge.from), body.toOwn(to), reach);
}

template <class IsNear> static void edgesWithinReach(const RoundedBody& of, const IsNear& isNear,
                                                     const RoundedBody& other, double reach,
                                                     std::vector<PlacedEdge>& edges) {
    edges.clear();
    for (std::size_t e = 0; e < of.core->edges.size(); ++e) {
        const Polytope::Edge& edge = of.core->edges[e];
        if (!isNear(edge.from) && !isNear(edge.to)) continue;
        const PlacedEdge placed = placeEdge(of, int(e), edge, of.core->vertices[edge.from]);
        if (!isBeyondReach(other, placed, reach)) edges.push_back(placed);
    }
}

double lossNearEnd(double toEnd, double radii) {
    const double from = radii / 16, ratio = from / toEnd - 1;
    return toEnd < from ? from * from * ratio * ratio / (2 * radii) : 0;
}

// Returns the loss if the normal points into a face of the edge, as it does where the edge dips into the other body's face.
// From 15 degrees on the loss is infinite.
static double lossBetweenFaces(const PlacedEdge& edge, const Vector& outward, double radii) {
    const double most = 0.25881904510252076;
    double loss = 0;
    for (int i = 0; i < edge.numFaces; ++i) {
        const double sine = std::max(outward.dot(edge.intoFace[i]), 0.);
        if (!(sine < most)) return std::numeric_limits<double>::infinity();
        const double ratio = sine / (1 - sine / most);
        loss += 0.5 * radii * ratio * ratio;
    }
    return loss;
}

SurfaceCurvature curvatureAcross(const PlacedEdge& edge, const Vector& normal, double rounding) {
    const Vector across = edge.direction.cross(normal);
    return SurfaceCurvature(Matrix(across * across.transpose() / rounding));
}

bool crossEdges(const PlacedEdge& a, const PlacedEdge& b, double roundingA, double roundingB, double margin,
                RoundedContactPoint& contact, double radiiAtEnd) {
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
    contact.normal = gap / distance;
    contact.front = distance;
    contact.overlap = radii - distance - lossNearEnd(toEnd * std::sqrt(sine2), radiiAtEnd > 0 ? radiiAtEnd : radii) -
                      lossBetweenFaces(a, contact.normal, radii) - lossBetweenFaces(b, -contact.normal, radii);
    if (!(contact.overlap > -margin)) return false;
    contact.point = onA + (roundingA - 0.5 * (radii - distance)) * contact.normal;
    contact.curvatureA = curvatureAcross(a, contact.normal, roundingA);
    contact.curvatureB = curvatureAcross(b, contact.normal, roundingB);
    return true;
}

static double radiusOf(const Polytope& core) {
    double squared = 0;
    for (const Vector& vertex : core.vertices) squared = std::max(squared, vertex.squaredNorm());
    return std::sqrt(squared);
}

// Marks the corners of both bodies that are within reach of the other body's core along the axis between them. All other corners, and edges
// between them, have no contact. Each one takes a product instead of one per face. @returns false if the bodies have no contact
static bool markNear(const RoundedBody& a, const RoundedBody& b, double reach, RoundedSearch& search) {
    const auto placed = [](const RoundedBody& body) -> PlacedCore {
        return {{ConvexCore::Kind::Polytope, body.core, Vector::Zero()}, body.R, body.origin};
    };
    const AxisGap axis =
        findSeparatingAxis(placed(a), placed(b), 0, Vector::Zero(), std::numeric_limits<double>::infinity());
    const double bound = gapWithoutContact(reach, radiusOf(*a.core) + radiusOf(*b.core) + a.rounding + b.rounding);
    if (axis.gap > bound) return false;
    const auto mark = [&](const RoundedBody& of, const Vector& towards, std::vector<char>& near) {
        const Vector own = of.R.transpose() * towards;
        near.resize(of.core->vertices.size());
        double furthest = -std::numeric_limits<double>::infinity();
        for (const Vector& vertex : of.core->vertices) furthest = std::max(furthest, own.dot(vertex));
        for (std::size_t i = 0; i < near.size(); ++i)
            near[i] = !(furthest - own.dot(of.core->vertices[i]) > bound - axis.gap);
    };
    mark(a, axis.axis, search.nearA);
    mark(b, -axis.axis, search.nearB);
    return true;
}
} // namespace detail

void findContactPoints(const RoundedBody& a, const RoundedBody& b, double margin, RoundedSearch& search) {
    std::vector<RoundedContactPoint>& contacts = search.contacts;
    contacts.clear();
    RoundedContactPoint contact;
    const int numA = int(a.core->vertices.size()), numB = int(b.core->vertices.size());
    const double reach = a.rounding + b.rounding + margin;
    const int manyCorners = 20; // with fewer, as of two bricks, all corners take less CPU time than an axis
    const bool areMarked = !a.isSphere() && !b.isSphere() && numA + numB > manyCorners;
    if (areMarked && !detail::markNear(a, b, reach, search)) return;
    const auto isNearA = [&](int corner) { return !areMarked || search.nearA[corner]; };
    const auto isNearB = [&](int corner) { return !areMarked || search.nearB[corner]; };
    if (!b.isSphere())
        for (int i = 0; i < numA; ++i)
            if (isNearA(i) &&
                detail::findAtCorner(a.toGround(a.core->vertices[i]), a.rounding, b, margin, contact, contact.curvatureB)) {
                contact.feature = i;
                contact.normal *= -1;
                contact.curvatureA = SurfaceCurvature::Kind::Round;
                contacts.push_back(contact);
            }
    if (!a.isSphere() || b.isSphere())
        for (int i = 0; i < numB; ++i)
            if (isNearB(i) &&
                detail::findAtCorner(b.toGround(b.core->vertices[i]), b.rounding, a, margin, contact, contact.curvatureA)) {
                contact.feature = numA + i;
                contact.curvatureB = SurfaceCurvature::Kind::Round;
                contacts.push_back(contact);
            }
    if (!a.core->edges.empty() && !b.core->edges.empty()) {
        detail::edgesWithinReach(a, isNearA, b, reach, search.edgesA);
        detail::edgesWithinReach(b, isNearB, a, reach, search.edgesB);
        for (const detail::PlacedEdge& edgeA : search.edgesA)
            for (const detail::PlacedEdge& edgeB : search.edgesB)
                if (detail::crossEdges(edgeA, edgeB, a.rounding, b.rounding, margin, contact)) {
                    contact.feature = numA + numB + edgeA.index * int(b.core->edges.size()) + edgeB.index;
                    contacts.push_back(contact);
                }
    }
}

void findContactPoints(const RoundedBody& body, const Vector& outward, double height, bool isBodyB, double margin,
                       RoundedSearch& search) {
    std::vector<RoundedContactPoint>& contacts = search.contacts;
    contacts.clear();
    for (std::size_t i = 0; i < body.core->vertices.size(); ++i) {
        const Vector corner = body.toGround(body.core->vertices[i]);
        const double overlap = body.rounding - (outward.dot(corner) - height);
        if (!(overlap > -margin)) continue;
        const SurfaceCurvature round = SurfaceCurvature::Kind::Round, flat;
        contacts.push_back({int(i), corner - (body.rounding - 0.5 * overlap) * outward,
                            isBodyB ? outward : Vector(-outward), overlap, isBodyB ? flat : round,
                            isBodyB ? round : flat});
    }
}
} // namespace simbodydem::kernels
