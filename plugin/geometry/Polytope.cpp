// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Polytope.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::kernels {

int addEdge(Polytope& core, int from, int to) {
    const Vector line = core.vertices[to] - core.vertices[from];
    Polytope::Edge edge;
    edge.from = from;
    edge.to = to;
    edge.length = line.norm();
    edge.direction = line / edge.length;
    core.edges.push_back(edge);
    return int(core.edges.size()) - 1;
}

namespace detail {

static NearestPoint nearestOnEdge(const Polytope& core, int edge, const Vector& query) {
    const Polytope::Edge& e = core.edges[edge];
    const double along = e.direction.dot(query - core.vertices[e.from]);
    NearestPoint nearest;
    nearest.feature = along > 0 && along < e.length ? NearestPoint::Feature::Edge : NearestPoint::Feature::Vertex;
    nearest.index = nearest.feature == NearestPoint::Feature::Edge ? edge : along > 0 ? e.to : e.from;
    nearest.point = nearest.feature == NearestPoint::Feature::Edge ? Vector(core.vertices[e.from] + along * e.direction)
                                                                   : core.vertices[nearest.index];
    nearest.normal = query - nearest.point;
    nearest.distance = nearest.normal.norm();
    return nearest;
}
} // namespace detail

NearestPoint findNearest(const Polytope& core, const Vector& query) {
    NearestPoint nearest;
    if (detail::findFaceBelow(
            core, [&](const Polytope::Face&) -> const Vector& { return query; }, nearest))
        return nearest;
    if (!core.faces.empty() && !(nearest.distance > 0)) return nearest;
    if (core.edges.empty()) {
        const Vector line = query - core.vertices[0];
        nearest = {core.vertices[0], line, line.norm(), NearestPoint::Feature::Vertex, 0};
    } else {
        nearest = detail::nearestOnEdge(core, 0, query);
        for (std::size_t e = 1; e < core.edges.size(); ++e) {
            const NearestPoint other = detail::nearestOnEdge(core, int(e), query);
            if (other.distance < nearest.distance) nearest = other;
        }
    }
    nearest.normal = nearest.distance > 0 ? Vector(nearest.normal / nearest.distance) : Vector(Vector::UnitX());
    return nearest;
}

bool isBeyondReach(const Polytope& core, const Vector& from, const Vector& to, double reach) {
    for (const Polytope::Face& face : core.faces)
        if (std::min(face.normal.dot(from), face.normal.dot(to)) - face.height > reach) return true;
    return false;
}

namespace detail {

Matrix curvatureOnEdge(const Polytope::Edge& edge, double along, const Vector& across, double rounding) {
    const double toEnd = std::max(std::min(along, edge.length - along), 0.);
    return (across * across.transpose() + ramp(toEnd / rounding) * edge.direction * edge.direction.transpose()) /
           rounding;
}

static Matrix curvatureOnFace(const Polytope& core, const Polytope::Face& face, const Vector& point, double rounding) {
    Matrix sum = Matrix::Zero();
    double weights = 0, most = 0;
    for (const Polytope::Side& side : face.sides) {
        const double fraction = ramp((side.height - side.outward.dot(point)) / rounding);
        if (!(fraction > 0)) continue;
        double weight = fraction;
        for (const Polytope::Side& other : face.sides)
            if (&other != &side) weight *= 1 - ramp((other.height - other.outward.dot(point)) / rounding);
        const Polytope::Edge& edge = core.edges[side.edge];
        const double along = edge.direction.dot(point - core.vertices[edge.from]);
        sum += weight * curvatureOnEdge(edge, along, side.outward, rounding);
        weights += weight;
        most = std::max(most, fraction);
    }
    if (weights > 0) return most / weights * sum;
    if (most > 0) return (Matrix::Identity() - face.normal * face.normal.transpose()) / rounding; // at a corner
    return sum;
}
} // namespace detail

SurfaceCurvature curvatureOfRounded(const Polytope& core, const NearestPoint& at, double rounding) {
    switch (at.feature) {
    case NearestPoint::Feature::Face: {
        const Matrix tensor = detail::curvatureOnFace(core, core.faces[at.index], at.point, rounding);
        return tensor.isZero(0) ? SurfaceCurvature() : SurfaceCurvature(tensor);
    }
    case NearestPoint::Feature::Edge: {
        const Polytope::Edge& edge = core.edges[at.index];
        const double along = edge.direction.dot(at.point - core.vertices[edge.from]);
        return detail::curvatureOnEdge(edge, along, edge.direction.cross(at.normal), rounding);
    }
    default: return SurfaceCurvature::Kind::Round;
    }
}
} // namespace simbodydem::kernels
