// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_KERNELS_CONVEX_HULL_H
#define SIMBODYDEM_KERNELS_CONVEX_HULL_H

#include "kernels/Polytope.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

// Convex hulls, for the cores of rounded bodies. Points are few, hundreds at most.

namespace simbodydem::kernels {

namespace detail {

struct Plane {
    Vector normal;
    double height;
    double above(const Vector& point) const { return normal.dot(point) - height; }
};

using Triangle = std::array<int, 3>; // counter-clockwise, seen from outside

inline Plane planeOf(const std::vector<Vector>& points, const Triangle& t) {
    const Vector normal = (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]).normalized();
    return {normal, normal.dot(points[t[0]])};
}

// Four points that span a space, the second to fourth as far from what the others span as can be; fewer, if they do not.
inline std::vector<int> findSimplex(const std::vector<Vector>& points, double tolerance) {
    std::vector<int> found{0};
    const auto addFarthest = [&](auto distance) {
        int best = 0;
        double most = tolerance;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (distance(points[i]) > most) most = distance(points[best = int(i)]);
        if (most > tolerance) found.push_back(best);
        return most > tolerance;
    };
    const Vector origin = points[0];
    if (!addFarthest([&](const Vector& p) { return (p - origin).norm(); })) return found;
    const Vector along = (points[found[1]] - origin).normalized();
    if (!addFarthest([&](const Vector& p) { return along.cross(p - origin).norm(); })) return found;
    const Vector normal = along.cross(points[found[2]] - origin).normalized();
    addFarthest([&](const Vector& p) { return std::abs(normal.dot(p - origin)); });
    return found;
}

// Point by point: what triangles it is above of make way for others between it and their rim.
inline std::vector<Triangle> triangulateHull(const std::vector<Vector>& points, double tolerance) {
    const std::vector<int> simplex = findSimplex(points, tolerance);
    if (simplex.size() < 4) return {};
    std::vector<Triangle> hull{{simplex[0], simplex[1], simplex[2]},
                               {simplex[0], simplex[3], simplex[1]},
                               {simplex[1], simplex[3], simplex[2]},
                               {simplex[2], simplex[3], simplex[0]}};
    if (planeOf(points, hull[0]).above(points[simplex[3]]) > 0)
        for (Triangle& t : hull) std::swap(t[1], t[2]);
    for (int p = 0; p < int(points.size()); ++p) {
        std::set<std::pair<int, int>> rim; // of what is taken away, as its triangles had it
        std::vector<Triangle> kept;
        for (const Triangle& t : hull) {
            if (!(planeOf(points, t).above(points[p]) > tolerance)) {
                kept.push_back(t);
                continue;
            }
            for (int i = 0; i < 3; ++i)
                if (rim.erase({t[(i + 1) % 3], t[i]}) == 0) rim.insert({t[i], t[(i + 1) % 3]});
        }
        for (const auto& [from, to] : rim) kept.push_back({from, to, p});
        hull.swap(kept);
    }
    return hull;
}

// Each plane once, however many triangles are in it.
inline std::vector<Plane> planesOf(const std::vector<Vector>& points, const std::vector<Triangle>& hull,
                                   double tolerance) {
    std::vector<Plane> planes;
    for (const Triangle& t : hull) {
        const Plane plane = planeOf(points, t);
        if (!plane.normal.allFinite() || !(plane.normal.squaredNorm() > 0.5)) continue; // a sliver
        const auto isSame = [&](const Plane& other) {
            return std::all_of(t.begin(), t.end(),
                               [&](int v) { return std::abs(other.above(points[v])) <= 4 * tolerance; }) &&
                   plane.normal.dot(other.normal) > 0;
        };
        if (std::none_of(planes.begin(), planes.end(), isSame)) planes.push_back(plane);
    }
    return planes;
}

// The corners of a face, counter-clockwise, of all points that are in its plane.
inline std::vector<int> cornersOf(const std::vector<Vector>& points, const Plane& plane, double tolerance) {
    std::vector<int> in;
    Vector middle = Vector::Zero();
    for (std::size_t i = 0; i < points.size(); ++i)
        if (std::abs(plane.above(points[i])) <= 4 * tolerance) {
            in.push_back(int(i));
            middle += points[i];
        }
    middle /= double(in.size());
    const Vector x = (points[in[0]] - middle).normalized(), y = plane.normal.cross(x);
    const auto angleOf = [&](int i) { return std::atan2(y.dot(points[i] - middle), x.dot(points[i] - middle)); };
    std::sort(in.begin(), in.end(), [&](int i, int j) { return angleOf(i) < angleOf(j); });
    const auto isNearer = [&](int i, int j) { return (points[i] - middle).norm() < (points[j] - middle).norm(); };
    std::rotate(in.begin(), std::max_element(in.begin(), in.end(), isNearer), in.end()); // a corner for certain
    std::vector<int> corners;
    in.push_back(in[0]);
    for (const int next : in) { // what is between two corners, or within, is none
        while (corners.size() > 1) {
            const Vector &last = points[corners[corners.size() - 2]], &here = points[corners.back()];
            if ((points[next] - last).cross(plane.normal).normalized().dot(here - last) > tolerance) break;
            corners.pop_back();
        }
        corners.push_back(next);
    }
    corners.pop_back();
    return corners;
}

inline void addFace(Polytope& core, const std::vector<Vector>& points, const Plane& plane,
                    const std::vector<int>& corners, std::map<int, int>& vertexOf,
                    std::map<std::pair<int, int>, int>& edgeOf) {
    Polytope::Face face{plane.normal, plane.height, {}};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const int ends[] = {corners[i], corners[(i + 1) % corners.size()]};
        int of[2];
        for (int k = 0; k < 2; ++k) {
            const auto found = vertexOf.emplace(ends[k], int(core.vertices.size()));
            if (found.second) core.vertices.push_back(points[ends[k]]);
            of[k] = found.first->second;
        }
        const auto found = edgeOf.emplace(std::minmax(of[0], of[1]), int(core.edges.size()));
        if (found.second) addEdge(core, of[0], of[1]);
        Polytope::Edge& edge = core.edges[found.first->second];
        const Vector outward = (core.vertices[of[1]] - core.vertices[of[0]]).cross(plane.normal).normalized();
        if (edge.numFaces < 2) edge.intoFace[edge.numFaces++] = -outward;
        face.sides.push_back({found.first->second, outward, outward.dot(core.vertices[of[0]])});
    }
    core.faces.push_back(face);
}

} // namespace detail

/** @returns nothing if the points do not span a space */
inline std::optional<Polytope> makeHull(const std::vector<Vector>& given) {
    double size = 0;
    for (const Vector& p : given) size = std::max(size, (p - given[0]).norm());
    const double tolerance = 1e-10 * size;
    std::vector<Vector> points; // each once
    for (const Vector& p : given)
        if (std::none_of(points.begin(), points.end(), [&](const Vector& q) { return (p - q).norm() <= tolerance; }))
            points.push_back(p);
    const std::vector<detail::Triangle> hull = detail::triangulateHull(points, tolerance);
    if (hull.empty()) return std::nullopt;
    Polytope core;
    std::map<int, int> vertexOf;
    std::map<std::pair<int, int>, int> edgeOf;
    for (const detail::Plane& plane : detail::planesOf(points, hull, tolerance))
        detail::addFace(core, points, plane, detail::cornersOf(points, plane, tolerance), vertexOf, edgeOf);
    return core;
}

inline Vector middleOf(const Polytope& body) {
    Vector middle = Vector::Zero();
    for (const Vector& v : body.vertices) middle += v;
    return middle / double(body.vertices.size());
}

/** The least distance of a face from the body's middle. */
inline double halfWidthOf(const Polytope& body) {
    const Vector middle = middleOf(body);
    double least = std::numeric_limits<double>::infinity();
    for (const Polytope::Face& face : body.faces) least = std::min(least, face.height - face.normal.dot(middle));
    return least;
}

/** What is further than `depth` from every face, inside: swept by a sphere of that radius it has the same faces. By duality: a
plane n . x = h is the point n/h, and the planes of these points' hull are the corners that are left.
@param depth  < halfWidthOf(body) */
inline std::optional<Polytope> shrunk(const Polytope& body, double depth) {
    const Vector middle = middleOf(body);
    std::vector<Vector> duals, corners;
    for (const Polytope::Face& face : body.faces)
        duals.push_back(face.normal / (face.height - depth - face.normal.dot(middle)));
    const std::optional<Polytope> dual = makeHull(duals);
    if (!dual) return std::nullopt;
    for (const Polytope::Face& face : dual->faces) corners.push_back(middle + face.normal / face.height);
    return makeHull(corners);
}

} // namespace simbodydem::kernels

#endif
