// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Cylinder.h"

#include "geometry/EllipsoidOnRounded.h"
#include "geometry/LowestOfRim.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::kernels {

NearestOnCylinder findNearest(const CylinderBody& body, const Vector& query) {
    using Part = NearestOnCylinder::Part;
    const Vector y = body.toOwn(query);
    const double q = std::hypot(y[0], y[1]), up = y[2] < 0 ? -1 : 1;
    const Vector outward = q > 0 ? Vector(y[0] / q, y[1] / q, 0) : Vector(Vector::UnitX()); // any, on the axis
    const double besides = q - body.radius, above = std::abs(y[2]) - body.halfLength;       // > 0: beyond side and end
    NearestOnCylinder at;
    Vector normal;
    if (besides > 0 && above > 0) {
        at.part = Part::Rim;
        at.distance = std::hypot(besides, above);
        normal = (besides * outward + above * up * Vector::UnitZ()) / at.distance;
        at.toRim = 0;
    } else {
        at.part = besides > above ? Part::Side : Part::End; // the nearer one, if the point is inside
        at.distance = std::max(besides, above);
        normal = at.part == Part::Side ? outward : Vector(up * Vector::UnitZ());
        at.toRim = -std::min(besides, above);
    }
    at.normal = body.R * normal;
    at.point = query - at.distance * at.normal;
    return at;
}

// Returns the curvature of a rim at a point where the normal has this component along `outward`, the direction away from the axis.
static Matrix curvatureTensorOfRim(const CylinderBody& body, const Vector& outward, const Vector& normal, double floor) {
    const double outwards = normal.dot(outward);
    const Vector line = body.axis().cross(outward), along = (line - line.dot(normal) * normal).normalized();
    const Vector across = normal.cross(along);
    const double curvature = std::max(outwards / (body.radius + body.rounding * outwards), floor);
    return across * across.transpose() / body.rounding + curvature * along * along.transpose();
}

SurfaceCurvature curvatureOfCylinder(const CylinderBody& body, const NearestOnCylinder& at) {
    const Vector line = at.point - body.centre, outwards = line - line.dot(body.axis()) * body.axis();
    const double q = outwards.norm();
    if (!(q > 0)) return SurfaceCurvature(); // in the middle of an end
    const Vector outward = outwards / q;
    const double factor = detail::ramp(at.toRim / body.rounding) / body.rounding;
    switch (at.part) {
    case NearestOnCylinder::Part::End: return factor > 0 ? SurfaceCurvature(Matrix(factor * outward * outward.transpose())) : SurfaceCurvature();
    case NearestOnCylinder::Part::Side: {
        const Vector along = body.axis().cross(outward);
        return SurfaceCurvature(
            Matrix(along * along.transpose() / body.outerRadius() + factor * body.axis() * body.axis().transpose()));
    }
    default: return SurfaceCurvature(curvatureTensorOfRim(body, outward, at.normal, 0));
    }
}

namespace detail {

Vector fixedPointOf(const CylinderBody& body, int rim, int index) {
    const Vector outward = body.R.col(index % 2);
    return body.centreOf(rim) + (index > 2 ? -body.radius : body.radius) * outward;
}

SurfaceCurvature curvatureOfRim(const CylinderBody& body, const Vector& onRim, const Vector& normal) {
    const Vector line = onRim - body.centre, outward = (line - line.dot(body.axis()) * body.axis()).normalized();
    return SurfaceCurvature(curvatureTensorOfRim(body, outward, normal, 0.1 / body.outerRadius()));
}

Leaning::Leaning(const CylinderBody& body, const Vector& normal)
    : radius(body.radius),
      width(std::min(body.rounding, 2 * body.radius) / 16),
      lower(normal - body.axis().dot(normal) * body.axis()),
      depth(body.radius * lower.norm()) {}

Leaning::Loss Leaning::ofLowest(double radii) const {
    if (!(depth < width)) return {0, 0};
    if (!hasLowest()) return {std::numeric_limits<double>::infinity(), 0};
    const double factor = width / depth - 1, scale = width * width / (2 * radii);
    return {scale * factor * factor, -2 * scale * factor * width / (depth * depth)};
}

Leaning::Loss Leaning::ofFixed(double radii) const {
    if (!(depth > width)) return {0, 0};
    if (!hasFixed()) return {std::numeric_limits<double>::infinity(), 0};
    const double x = depth / width - 1, factor = x / (1 - x), scale = width * width / (2 * radii);
    return {scale * factor * factor, 2 * scale * factor / ((1 - x) * (1 - x) * width)};
}

void Leaning::subtract(const Loss& of, RoundedContactPoint& contact) const {
    contact.overlap -= of.loss;
    const double slope = std::min(std::max(of.slope, -1.), 1.);
    if (slope != 0) contact.point -= slope * radius * radius / depth * lower;
}

PlacedEdge tangentEdge(const CylinderBody& body, int rim, const Vector& onRim) {
    const Vector outward = (onRim - body.centreOf(rim)) / body.radius;
    PlacedEdge edge{rim, Vector::Zero(), body.outwardOf(rim).cross(outward), 2e3 * body.radius}; // longer than any edge
    edge.from = onRim - 0.5 * edge.length * edge.direction;
    edge.numFaces = body.numRims(); // the side of a disc is no face
    edge.intoFace[0] = -outward;
    edge.intoFace[1] = -body.outwardOf(rim);
    return edge;
}

PlacedEdge axisEdge(const CylinderBody& body) {
    return {0, body.centre - body.halfLength * body.axis(), body.axis(), 2 * body.halfLength};
}

bool crossRim(const CylinderBody& body, int rim, const Vector& from, const Vector& direction, double spread,
              Vector points[2]) {
    const Vector axis = body.axis(), centre = body.centreOf(rim);
    const double rise = axis.dot(direction);
    if (!(std::abs(rise) < spread)) return false;
    const Vector flat = (direction - rise * axis).normalized(), line = from - centre;
    const Vector inPlane = line - axis.dot(line) * axis, foot = inPlane - flat.dot(inPlane) * flat;
    const double squared = body.radius * body.radius - foot.squaredNorm();
    if (!(squared > 0)) return false;
    points[0] = centre + foot - std::sqrt(squared) * flat;
    points[1] = centre + foot + std::sqrt(squared) * flat;
    return true;
}

bool touchAcrossRim(const CylinderBody& body, int rim, const Vector& onRim, const PlacedEdge& edge, double rounding,
                    double radiiAtEnd, double margin, RoundedContactPoint& contact) {
    const PlacedEdge tangent = tangentEdge(body, rim, onRim);
    if (!crossEdges(tangent, edge, body.rounding, rounding, margin, contact, radiiAtEnd)) return false;
    if (body.numRims() > 1 && !(contact.normal.dot(body.outwardOf(rim)) > 0)) return false;
    // An edge enters or leaves the rim where it is tangential.
    const double inside = body.radius * (1 - std::abs(tangent.direction.dot(edge.direction)));
    contact.overlap -= lossNearEnd(inside, body.rounding);
    Leaning(body, contact.normal).subtractFromFixed(body.rounding + rounding, contact);
    contact.curvatureA = curvatureOfRim(body, onRim, contact.normal);
    return contact.overlap > -margin;
}

// Returns the contact of the sphere of a corner with a cylinder. The normal points from the cylinder. Its overlap is < 0 if they are apart.
static RoundedContactPoint touchCorner(const CylinderBody& body, const Vector& corner, double rounding, int feature) {
    const NearestOnCylinder nearest = findNearest(body, corner);
    const double overlap = body.rounding + rounding - nearest.distance;
    return {feature,
            corner - (rounding - 0.5 * overlap) * nearest.normal,
            nearest.normal,
            overlap,
            curvatureOfCylinder(body, nearest),
            SurfaceCurvature::Kind::Round};
}

RoundedContactPoint touchOfRim(const CylinderBody& body, const Vector& onRim, const Vector& normal, double distance,
                               double rounding, const SurfaceCurvature& curvatureOfOther, int feature) {
    const double overlap = body.rounding + rounding - distance;
    return {
        feature,    onRim + (body.rounding - 0.5 * overlap) * normal, normal, overlap, curvatureOfRim(body, onRim, normal),
        curvatureOfOther};
}
} // namespace detail

void findContactPoints(const CylinderBody& body, const Vector& outward, double height, double margin,
                       std::vector<RoundedContactPoint>& contacts) {
    contacts.clear();
    const Vector normal = -outward, lower = normal - body.axis().dot(normal) * body.axis();
    const detail::Leaning leaning(body, normal);
    const auto touchAt = [&](const Vector& onRim, int feature) {
        return detail::touchOfRim(body, onRim, normal, outward.dot(onRim) - height, 0, SurfaceCurvature(), feature);
    };
    const auto addIt = [&](const RoundedContactPoint& contact) {
        if (contact.overlap > -margin) contacts.push_back(contact);
    };
    for (int rim = 0; rim < body.numRims(); ++rim) {
        const int feature = rim * detail::pointsOfRim;
        if (leaning.hasLowest()) {
            RoundedContactPoint contact = touchAt(body.centreOf(rim) + body.radius * lower.normalized(), feature);
            leaning.subtractFromLowest(body.rounding, contact);
            addIt(contact);
        }
        if (!leaning.hasFixed() || (body.numRims() > 1 && !(normal.dot(body.outwardOf(rim)) > 0))) continue;
        for (int i = 1; i < detail::pointsOfRim; ++i) {
            RoundedContactPoint contact = touchAt(detail::fixedPointOf(body, rim, i), feature + i);
            leaning.subtractFromFixed(body.rounding, contact);
            addIt(contact);
        }
    }
}

void findContactPoints(const CylinderBody& body, const RoundedBody& other, double margin,
                       std::vector<RoundedContactPoint>& contacts) {
    contacts.clear();
    const double radii = body.rounding + other.rounding;
    const auto addIf = [&](bool isThere, const RoundedContactPoint& contact) {
        if (isThere && contact.overlap > -margin) contacts.push_back(contact);
    };
    RoundedContactPoint contact;
    int feature = 2 * detail::pointsOfRim;
    for (const Vector& vertex : other.core->vertices)
        addIf(true, detail::touchCorner(body, other.toGround(vertex), other.rounding, feature++));
    if (other.isSphere()) return;

    const detail::PlacedEdge axis = detail::axisEdge(body);
    const detail::Leaning lying(body, body.R.col(0));
    for (std::size_t e = 0; e < other.core->edges.size(); ++e, feature += 5) {
        const Polytope::Edge& own = other.core->edges[e];
        const detail::PlacedEdge edge = detail::placeEdge(other, int(e), own, other.core->vertices[own.from]);
        if (body.halfLength > 0 &&
            detail::crossEdges(axis, edge, body.outerRadius(), other.rounding, margin, contact, radii)) {
            contact.feature = feature;
            contacts.push_back(contact);
        }
        Vector points[2];
        for (int rim = 0; rim < body.numRims(); ++rim) {
            if (!detail::crossRim(body, rim, edge.from, edge.direction, 2 * lying.getWidth() / body.radius, points))
                continue;
            for (int k = 0; k < 2; ++k) {
                const bool isThere =
                    detail::touchAcrossRim(body, rim, points[k], edge, other.rounding, radii, margin, contact);
                contact.feature = feature + 1 + 2 * rim + k;
                addIf(isThere, contact);
            }
        }
    }
    for (int rim = 0; rim < body.numRims(); ++rim) {
        const EllipsoidBody disc = body.discOf(rim);
        const NearestPoint nearest = findNearest(other, disc, disc.size());
        const double overlap = radii - (nearest.distance + body.rounding);
        if (nearest.feature != NearestPoint::Feature::Vertex && overlap > -margin) {
            const Vector normal = -(other.R * nearest.normal);
            double toVertex = std::numeric_limits<double>::infinity();
            for (const Vector& vertex : other.core->vertices)
                toVertex = std::min(toVertex, (vertex - nearest.point).norm());
            const Vector onRim = other.toGround(nearest.point) - (nearest.distance + body.rounding) * normal;
            contact = detail::touchOfRim(body, onRim, normal, nearest.distance + body.rounding, other.rounding,
                                         curvatureOfRounded(*other.core, nearest, other.rounding).turned(other.R),
                                         rim * detail::pointsOfRim);
            contact.overlap -= detail::lossNearEnd(toVertex, radii);
            detail::Leaning(body, normal).subtractFromLowest(radii, contact);
            addIf(true, contact);
        }
        for (int i = 1; i < detail::pointsOfRim; ++i) {
            const Vector onRim = detail::fixedPointOf(body, rim, i);
            RoundedContactPoint at;
            if (!detail::findAtCorner(onRim, body.rounding, other, margin, at, at.curvatureB)) continue;
            at.normal *= -1;
            if (body.numRims() > 1 && !(at.normal.dot(body.outwardOf(rim)) > 0)) continue;
            detail::Leaning(body, at.normal).subtractFromFixed(radii, at);
            at.curvatureA = detail::curvatureOfRim(body, onRim, at.normal);
            at.feature = rim * detail::pointsOfRim + i;
            addIf(true, at);
        }
    }
}

RoundedContactPoint findContactPoint(const CylinderBody& body, const EllipsoidBody& ellipsoid, Matrix& radii) {
    using Part = NearestOnCylinder::Part;
    const EllipsoidSize size = ellipsoid.size();
    NearestOnCylinder nearest{Vector::Zero(), Vector::Zero(), -std::numeric_limits<double>::infinity(), Part::End, 0};
    bool isFound = false;
    const auto consider = [&](const Vector& point, const Vector& normal, double distance, Part part, bool isOver) {
        if (isFound || !((isOver && distance > 0) || distance > nearest.distance)) return;
        isFound = isOver && distance > 0;
        const Vector own = body.toOwn(point);
        const double toRim = part == Part::End    ? body.radius - std::hypot(own[0], own[1])
                             : part == Part::Side ? body.halfLength - std::abs(own[2])
                                                  : 0;
        nearest = {point, normal, distance, part, std::max(toRim, 0.)};
    };
    for (const double sign : {1., -1.}) {
        const Vector outward = sign * body.axis(), lowest = ellipsoid.centre + size.support(-outward).point;
        const Vector own = body.toOwn(lowest);
        const double distance = sign * own[2] - body.halfLength;
        consider(lowest - distance * outward, outward, distance, Part::End, std::hypot(own[0], own[1]) <= body.radius);
    }
    if (body.halfLength > 0) {
        const detail::PlacedEdge axis = detail::axisEdge(body);
        const detail::AlongEdge at = detail::nearestOfEdge(ellipsoid, axis.from, axis.direction, axis.length);
        if (at.along > 0 && at.along < axis.length)
            consider(axis.from + at.along * axis.direction - body.radius * at.off.normal, -at.off.normal,
                     at.off.distance - body.radius, Part::Side, true);
    }
    if (!isFound) {
        detail::LowestOfRim least{Vector::Zero(), Vector::Zero(), std::numeric_limits<double>::infinity()};
        for (int rim = 0; rim < body.numRims(); ++rim) {
            const detail::LowestOfRim at =
                detail::findLowest(body, rim, [&](const Vector& query) { return findOffEllipsoid(ellipsoid, query); });
            if (at.distance < least.distance) least = at;
        }
        if (least.distance > 0) consider(least.onRim, least.normal, least.distance, Part::Rim, true);
    }
    radii = size.support(-nearest.normal).radii;
    const double overlap = body.rounding - nearest.distance;
    return {0,
            nearest.point + (body.rounding - 0.5 * overlap) * nearest.normal,
            nearest.normal,
            overlap,
            curvatureOfCylinder(body, nearest),
            SurfaceCurvature()};
}

} // namespace simbodydem::kernels
