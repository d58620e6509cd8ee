// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/ConvexHull.h"

#include "geometry/Precision.h"
#include "geometry/QuickHull.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace simbodydem::kernels {

namespace detail {

namespace {

struct Plane {
    Vector normal;
    double height;
};

/** Groups neighbouring triangles of a hull. */
class TriangleGroups {
public:
    struct Edge { // between two triangles
        int a, b;
        double order;
    };

    explicit TriangleGroups(const std::vector<HullTriangle>& triangles)
        : groupOf(triangles.size()), members(triangles.size()) {
        std::iota(groupOf.begin(), groupOf.end(), 0);
        for (std::size_t t = 0; t < triangles.size(); ++t) members[t] = {int(t)};
        for (std::size_t t = 0; t < triangles.size(); ++t)
            for (const int other : triangles[t].across)
                if (int(t) < other) edges.push_back({int(t), other, 0});
    }

    int of(int triangle) const { return groupOf[triangle]; }
    const std::vector<int>& in(int group) const { return members[group]; } // empty after it has joined another group

    void join(int a, int b) {
        if (members[a].size() < members[b].size()) std::swap(a, b);
        for (const int t : members[b]) groupOf[t] = a;
        members[a].insert(members[a].end(), members[b].begin(), members[b].end());
        members[b].clear();
    }

    /** Joins neighbouring groups while misfit(triangles of both) of some of them is within the tolerance. Groups that fit best are joined
    first. */
    template <class Misfit> void joinNeighbours(double tolerance, const Misfit& misfit) {
        std::vector<int> both;
        const auto misfitOf = [&](int a, int b) {
            const bool isSmaller = members[a].size() < members[b].size(); // small group first: a misfit is found sooner
            const std::vector<int>&small = members[isSmaller ? a : b], &large = members[isSmaller ? b : a];
            both.assign(small.begin(), small.end());
            both.insert(both.end(), large.begin(), large.end());
            return misfit(both);
        };
        for (Edge& edge : edges) edge.order = misfitOf(edge.a, edge.b);
        std::stable_sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.order < y.order; });
        for (bool hasJoined = true; hasJoined;) {
            hasJoined = false;
            for (const Edge& edge : edges) {
                const int a = of(edge.a), b = of(edge.b);
                if (a == b || !(misfitOf(a, b) <= tolerance)) continue;
                join(a, b);
                hasJoined = true;
            }
        }
    }

private:
    std::vector<int> groupOf;
    std::vector<std::vector<int>> members;
    std::vector<Edge> edges;
};

} // namespace

namespace {

/** Makes the faces of a hull from its triangles, whose vertices are points. */
class HullFaces {
public:
    HullFaces(const std::vector<Vector>& points, const std::vector<HullTriangle>& triangles, double tolerance)
        : points(points), triangles(triangles), tolerance(tolerance), groups(triangles) {
        for (const HullTriangle& t : triangles)
            areas.push_back(
                (points[t.vertex[1]] - points[t.vertex[0]]).cross(points[t.vertex[2]] - points[t.vertex[0]]));
        groups.joinNeighbours(tolerance, [&](const std::vector<int>& some) { return misfitOf(some); });
        joinDegenerateGroups();
    }

    /** Calls visit(plane, corners), counter-clockwise, for each face. */
    template <class Visit> void visitFaces(const Visit& visit) const {
        const std::vector<int> around = countAround();
        for (std::size_t g = 0; g < triangles.size(); ++g)
            if (!groups.in(int(g)).empty()) visit(planeOf(groups.in(int(g))), cornersOf(int(g), around));
    }

private:
    // Returns the plane of some triangles. Its normal is the sum of their area vectors, which depends on the rim alone, so slivers have no
    // effect. Its height is the middle of all heights.
    // @param most  a misfit beyond this need not be exact
    Plane planeOf(const std::vector<int>& some, double* misfit = nullptr,
                  double most = std::numeric_limits<double>::infinity()) const {
        Vector area = Vector::Zero();
        for (const int t : some) area += areas[t];
        const Vector normal = area.normalized();
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const int t : some) {
            for (const int v : triangles[t].vertex) {
                const double height = normal.dot(points[v]);
                low = std::min(low, height);
                high = std::max(high, height);
            }
            if (high - low > 2 * most) break;
        }
        if (misfit) *misfit = 0.5 * (high - low);
        return {normal, 0.5 * (low + high)};
    }

    // Returns how far some triangles are off their plane. It is infinite if one of them is turned over, because that belongs to the other
    // side of a thin body.
    double misfitOf(const std::vector<int>& some) const {
        double misfit;
        const Plane plane = planeOf(some, &misfit, tolerance);
        if (misfit > tolerance) return misfit;
        double turnedOver = 0, all = 0;
        for (const int t : some) {
            all += areas[t].norm();
            turnedOver = std::max(turnedOver, -plane.normal.dot(areas[t]));
        }
        return turnedOver > 1e-3 * all ? std::numeric_limits<double>::infinity() : misfit;
    }

    // Returns for each vertex the number of groups around it.
    std::vector<int> countAround() const {
        std::set<std::pair<int, int>> pairs;
        for (std::size_t t = 0; t < triangles.size(); ++t)
            for (const int v : triangles[t].vertex) pairs.emplace(v, groups.of(int(t)));
        std::vector<int> around(points.size(), 0);
        for (const auto& [vertex, group] : pairs) ++around[vertex];
        return around;
    }

    // Returns the vertices along the rim where three faces meet. Other vertices are on an edge or within a face.
    std::vector<int> cornersOf(int group, const std::vector<int>& around) const {
        std::vector<int> best;
        std::set<std::pair<int, int>> seen; // edges, by triangle and number
        for (const int start : groups.in(group))
            for (int first = 0; first < 3; ++first) {
                if (groups.of(triangles[start].across[first]) == group || seen.count({start, first}) > 0) continue;
                std::vector<int> corners;
                int t = start, k = first;
                do {
                    seen.emplace(t, k);
                    if (around[triangles[t].vertex[k]] >= 3) corners.push_back(triangles[t].vertex[k]);
                    const int end = triangles[t].vertex[(k + 1) % 3];
                    k = (k + 1) % 3;
                    while (groups.of(triangles[t].across[k]) == group) { // about the edge's end
                        t = triangles[t].across[k];
                        k = int(std::find(triangles[t].vertex.begin(), triangles[t].vertex.end(), end) -
                                triangles[t].vertex.begin());
                    }
                } while (t != start || k != first);
                if (corners.size() > best.size()) best = corners; // the outer rim
            }
        return best;
    }

    // Joins a group with fewer than three corners, which is not a face, to the neighbour that it fits best.
    void joinDegenerateGroups() {
        for (bool hasJoined = true; hasJoined;) {
            hasJoined = false;
            const std::vector<int> around = countAround();
            for (std::size_t g = 0; g < triangles.size() && !hasJoined; ++g) {
                const std::vector<int>& own = groups.in(int(g));
                if (own.empty() || cornersOf(int(g), around).size() >= 3) continue;
                int best = -1;
                double least = std::numeric_limits<double>::infinity();
                std::set<int> neighbours;
                for (const int t : own)
                    for (const int other : triangles[t].across) neighbours.insert(groups.of(other));
                neighbours.erase(int(g));
                for (const int other : neighbours) {
                    std::vector<int> both = own;
                    both.insert(both.end(), groups.in(other).begin(), groups.in(other).end());
                    double misfit;
                    planeOf(both, &misfit);
                    if (best >= 0 && !(misfit < least)) continue;
                    best = other;
                    least = misfit;
                }
                if (best < 0) return;
                groups.join(int(g), best);
                hasJoined = true;
            }
        }
    }

    const std::vector<Vector>& points;
    const std::vector<HullTriangle>& triangles;
    double tolerance;
    std::vector<Vector> areas; // by triangle: twice its area vector
    TriangleGroups groups;
};

} // namespace

// Returns the vertices of the triangles. Of vertices within the tolerance of each other it returns the first one.
static std::vector<Vector> weld(const std::vector<Vector>& points, const std::vector<HullTriangle>& triangles,
                                double tolerance) {
    std::set<int> used;
    for (const HullTriangle& t : triangles) used.insert(t.vertex.begin(), t.vertex.end());
    std::vector<int> byX(used.begin(), used.end());
    std::stable_sort(byX.begin(), byX.end(), [&](int i, int j) { return points[i][0] < points[j][0]; });
    for (std::size_t i = 0; i < byX.size(); ++i)
        for (std::size_t j = i + 1; j < byX.size() && points[byX[j]][0] - points[byX[i]][0] <= tolerance; ++j)
            if (used.count(std::min(byX[i], byX[j])) > 0 && (points[byX[j]] - points[byX[i]]).norm() <= tolerance)
                used.erase(std::max(byX[i], byX[j]));
    std::vector<Vector> welded;
    for (const int i : used) welded.push_back(points[i]);
    return welded;
}

static void addFace(Polytope& core, const std::vector<Vector>& points, const Plane& plane,
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

std::optional<Polytope> makeHull(const std::vector<Vector>& given, double tolerance) {
    if (given.empty()) return std::nullopt;
    std::vector<Vector> points = detail::weld(given, detail::QuickHull(given).build(), tolerance);
    if (points.size() < 4) return std::nullopt;
    const std::vector<detail::HullTriangle> triangles = detail::QuickHull(points).build();
    if (triangles.empty()) return std::nullopt;
    Polytope core;
    std::map<int, int> vertexOf;
    std::map<std::pair<int, int>, int> edgeOf;
    const detail::HullFaces faces(points, triangles, tolerance);
    faces.visitFaces([&](const detail::Plane& plane, const std::vector<int>& corners) {
        if (corners.size() >= 3) detail::addFace(core, points, plane, corners, vertexOf, edgeOf);
    });
    if (core.faces.size() < 4) return std::nullopt;
    return core;
}

std::optional<Polytope> makeHull(const std::vector<Vector>& given) {
    return given.empty() ? std::nullopt : makeHull(given, detail::toleranceOf(given));
}

static Vector middleOf(const Polytope& body) {
    Vector middle = Vector::Zero();
    for (const Vector& v : body.vertices) middle += v;
    return middle / double(body.vertices.size());
}

Polytope makeBox(const Vector& half) {
    std::vector<Vector> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return *makeHull(corners, 0);
}

Polytope makeSegment(double halfLength) {
    const Vector end(0, 0, halfLength);
    Polytope core;
    core.vertices = {-end, end};
    addEdge(core, 0, 1);
    return core;
}

double halfWidthOf(const Polytope& body) {
    const Vector middle = middleOf(body);
    double least = std::numeric_limits<double>::infinity();
    for (const Polytope::Face& face : body.faces) least = std::min(least, face.height - face.normal.dot(middle));
    return least;
}

namespace detail {

namespace {

/** Finds the corners where planes meet. Each is a group of triangles of a dual hull. */
class DualCorners {
public:
    /** @param planes  around the origin, which is inside all of them */
    DualCorners(const std::vector<Plane>& planes, const QuickHull& dual, const std::vector<HullTriangle>& triangles,
                double tolerance)
        : planes(planes), triangles(triangles), groups(triangles), corners(triangles.size()) {
        for (std::size_t t = 0; t < triangles.size(); ++t) {
            const Vector normal = dual.normalOnGrid(triangles[t]);
            corners[t] = normal / normal.dot(dual.onGrid(triangles[t].vertex[0]));
        }
        groups.joinNeighbours(tolerance, [&](const std::vector<int>& some) {
            Vector corner;
            return fit(some, corner);
        });
        for (std::size_t g = 0; g < triangles.size(); ++g) {
            Vector corner;
            if (groups.in(int(g)).empty()) continue;
            if (fit(groups.in(int(g)), corner) <= tolerance) corners[g] = corner;
        }
    }

    const std::vector<Vector>& get() const { return corners; } // by group

    /** Returns the corners of the face of a plane, counter-clockwise. They are fewer than three if the plane has no face.
    @param start  any triangle at this plane */
    std::vector<int> around(int plane, int start) const {
        std::vector<int> ring;
        int t = start;
        do {
            if (ring.empty() || ring.back() != groups.of(t)) ring.push_back(groups.of(t));
            const auto& v = triangles[t].vertex;
            const int k = int(std::find(v.begin(), v.end(), plane) - v.begin());
            t = triangles[t].across[(k + 2) % 3];
        } while (t != start);
        while (ring.size() > 1 && ring.back() == ring.front()) ring.pop_back();
        if (std::set<int>(ring.begin(), ring.end()).size() < ring.size()) ring.clear(); // narrower than the tolerance
        return ring;
    }

private:
    // Finds the point that is nearest to all planes of these triangles, by least squares from the mean of their corners. If planes are nearly
    // parallel, or have a line in common, it stays at this mean. @returns the largest distance from a plane
    double fit(const std::vector<int>& some, Vector& corner) const {
        Vector mean = Vector::Zero(), sum = Vector::Zero();
        Matrix squares = 1e-9 * Matrix::Identity();
        for (const int t : some) mean += corners[t] / double(some.size());
        for (const int t : some)
            for (const int p : triangles[t].vertex) {
                squares += planes[p].normal * planes[p].normal.transpose();
                sum += planes[p].normal * (planes[p].height - planes[p].normal.dot(mean));
            }
        corner = mean + squares.ldlt().solve(sum);
        double most = 0;
        for (const int t : some)
            for (const int p : triangles[t].vertex)
                most = std::max(most, std::abs(planes[p].normal.dot(corner) - planes[p].height));
        return most;
    }

    const std::vector<Plane>& planes;
    const std::vector<HullTriangle>& triangles;
    TriangleGroups groups;
    std::vector<Vector> corners; // by triangle, and later by group
};

} // namespace
} // namespace detail

std::optional<Polytope> shrunk(const Polytope& body, double depth) {
    const Vector middle = middleOf(body);
    std::vector<detail::Plane> planes;
    std::vector<Vector> duals;
    for (const Polytope::Face& face : body.faces) {
        planes.push_back({face.normal, face.height - depth - face.normal.dot(middle)});
        if (!(planes.back().height > 0)) return std::nullopt;
        duals.push_back(face.normal / planes.back().height);
    }
    detail::QuickHull dual(duals);
    const std::vector<detail::HullTriangle> triangles = dual.build();
    if (triangles.empty()) return std::nullopt;
    // The half width of the core where it is thinnest. The tolerance must not flatten the core.
    const double left = halfWidthOf(body) - depth;
    const detail::DualCorners found(planes, dual, triangles,
                                    std::min(1e-6 * detail::sizeOf(body.vertices), 1e-2 * left));
    std::vector<Vector> corners = found.get();
    for (Vector& corner : corners) corner += middle;
    std::vector<int> triangleOf(planes.size(), -1);
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (const int p : triangles[t].vertex) triangleOf[p] = int(t);
    Polytope core;
    std::map<int, int> vertexOf;
    std::map<std::pair<int, int>, int> edgeOf;
    for (std::size_t p = 0; p < planes.size(); ++p) {
        if (triangleOf[p] < 0) continue; // the plane is beyond the others
        const std::vector<int> ring = found.around(int(p), triangleOf[p]);
        const detail::Plane plane{body.faces[p].normal, body.faces[p].height - depth};
        if (ring.size() >= 3) detail::addFace(core, corners, plane, ring, vertexOf, edgeOf);
    }
    if (core.faces.size() < 4) return std::nullopt;
    return core;
}
} // namespace simbodydem::kernels
