// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/EllipsoidOnRounded.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

// Returns the distance of a point from a wheel, found from its disc.
static OffEllipsoid findOffWheel(const EllipsoidBody& body, const Vector& query) {
    const Vector y = body.R.transpose() * (query - body.centre);
    const double q = std::hypot(y[0], y[1]), beyond = std::max(q - body.semiAxes[0], 0.);
    const Vector line = q > 0 ? Vector(y[0] / q * beyond, y[1] / q * beyond, y[2]) : Vector(0, 0, y[2]);
    const double distance = line.norm();
    return {body.R * (distance > 0 ? Vector(line / distance) : Vector(Vector::UnitZ())), distance - body.rounding};
}

std::array<Vector, 3> threeOnRim(const EllipsoidBody& wheel, const Vector& n) {
    const Vector axis = wheel.R.col(2), lower = n - axis.dot(n) * axis;
    const Vector u = lower.norm() > 1e-12 ? Vector(lower.normalized()) : Vector(wheel.R.col(0)), v = axis.cross(u);
    const auto at = [&](double cosine, double sine) -> Vector {
        return wheel.centre + wheel.semiAxes[0] * (cosine * u + sine * v) + wheel.rounding * n;
    };
    const double sine = std::sqrt(0.75);
    return {at(1, 0), at(-0.5, sine), at(-0.5, -sine)};
}

OffEllipsoid findOffEllipsoid(const EllipsoidBody& body, const Vector& query) {
    if (body.isWheel()) return findOffWheel(body, query);
    const Vector y = body.R.transpose() * (query - body.centre), a2 = body.semiAxes.cwiseAbs2();
    const double inside = y.cwiseQuotient(body.semiAxes).squaredNorm();
    double t = 0;
    if (inside < 1) // a bound of the root, from one axis
        t = (body.semiAxes.cwiseProduct(y).cwiseAbs() - a2).maxCoeff();
    if (t > -a2.minCoeff())
        for (int i = 0; i < 200; ++i) {
            const Eigen::Array3d ratio = (y.array() * body.semiAxes.array()) / (t + a2.array());
            const double excess = ratio.square().sum() - 1, slope = -2 * (ratio.square() / (t + a2.array())).sum();
            const double next = t - excess / slope;
            if (!(next > t) || excess < 1e-15) break;
            t = next;
        }
    else
        t = 0; // at the centre
    const Vector x = (a2.array() * y.array() / (t + a2.array())).matrix();
    Vector gradient = x.cwiseQuotient(a2);
    if (!(gradient.squaredNorm() > 0)) gradient = Vector::UnitX();
    const double distance = inside > 1 ? (y - x).norm() : t < 0 ? -(y - x).norm() : -body.semiAxes.minCoeff();
    return {body.R * gradient.normalized(), distance};
}

namespace detail {

AlongEdge nearestOfEdge(const EllipsoidBody& ellipsoid, const Vector& from, const Vector& direction, double length) {
    OffEllipsoid off;
    const auto slopeAt = [&](double along) {
        off = findOffEllipsoid(ellipsoid, from + along * direction);
        return off.normal.dot(direction);
    };
    double low = 0, high = length, slopeLow = slopeAt(low), along = low;
    if (slopeLow < 0) {
        double slopeHigh = slopeAt(high);
        along = high;
        for (int i = 0; i < 200 && slopeHigh > 0; ++i) {
            const double secant = (low * slopeHigh - high * slopeLow) / (slopeHigh - slopeLow);
            along = i % 2 ? 0.5 * (low + high) : secant;
            const double slope = slopeAt(along);
            if (std::abs(slope) < 1e-15 || !(along > low && along < high)) break;
            (slope < 0 ? low : high) = along;
            (slope < 0 ? slopeLow : slopeHigh) = slope;
        }
    }
    return {along, off};
}

static NearestPoint nearestOfEdge(const EllipsoidBody& ellipsoid, const RoundedBody& body, int index) {
    const Polytope::Edge& edge = body.core->edges[index];
    const AlongEdge at =
        nearestOfEdge(ellipsoid, body.toGround(body.core->vertices[edge.from]), body.R * edge.direction, edge.length);
    const bool isInner = at.along > 0 && at.along < edge.length;
    return {body.core->vertices[edge.from] + at.along * edge.direction, -(body.R.transpose() * at.off.normal),
            at.off.distance, isInner ? NearestPoint::Feature::Edge : NearestPoint::Feature::Vertex,
            isInner        ? index
            : at.along > 0 ? edge.to
                           : edge.from};
}
} // namespace detail

NearestPoint findNearest(const RoundedBody& body, const EllipsoidBody& ellipsoid, const EllipsoidSize& size) {
    if (body.isSphere()) {
        const OffEllipsoid off = findOffEllipsoid(ellipsoid, body.origin);
        return {Vector::Zero(), -(body.R.transpose() * off.normal), off.distance, NearestPoint::Feature::Vertex, 0};
    }
    const auto lowestOver = [&](const Polytope::Face& face) {
        return body.toOwn(ellipsoid.centre + size.support(body.R * -face.normal).point);
    };
    NearestPoint highest;
    if (detail::findFaceBelow(*body.core, lowestOver, highest)) return highest;
    NearestPoint nearest = detail::nearestOfEdge(ellipsoid, body, 0);
    for (std::size_t e = 1; e < body.core->edges.size(); ++e) {
        const NearestPoint other = detail::nearestOfEdge(ellipsoid, body, int(e));
        if (other.distance < nearest.distance) nearest = other;
    }
    if (body.core->faces.empty()) return nearest;
    const auto isBehind = [&](const Vector& v) {
        return nearest.normal.dot(v - nearest.point) < 1e-9 * (ellipsoid.semiAxes.maxCoeff() + ellipsoid.rounding);
    };
    const bool areApart =
        nearest.distance > 0 && std::all_of(body.core->vertices.begin(), body.core->vertices.end(), isBehind);
    return areApart ? nearest : highest;
}

EllipsoidContactPoint findContactPoint(const RoundedBody& body, const EllipsoidBody& ellipsoid) {
    const EllipsoidSize size = ellipsoid.size();
    const NearestPoint nearest = findNearest(body, ellipsoid, size);
    EllipsoidContactPoint contact;
    contact.normal = body.R * nearest.normal;
    contact.overlap = body.rounding - nearest.distance;
    contact.point = body.toGround(nearest.point) + (body.rounding - 0.5 * contact.overlap) * contact.normal;
    contact.curvatureOfBody = curvatureOfRounded(*body.core, nearest, body.rounding).turned(body.R);
    contact.radiiOfEllipsoid = size.support(-contact.normal).radii;
    return contact;
}
} // namespace simbodydem::kernels
