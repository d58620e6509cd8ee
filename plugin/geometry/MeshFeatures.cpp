// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/MeshFeatures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace simbodydem::kernels::detail {

namespace {

/** Groups triangles into flat regions. Each region is between two parallel planes that are no further apart than the tolerance. */
class FlatRegions {
public:
    FlatRegions(const TriangleMesh& mesh, double tolerance)
        : mesh(mesh), tolerance(tolerance), regionOf(mesh.triangles.size(), -1) {
        // The largest triangles come first, because the rounding of coordinates turns their planes least. Triangles of similar size keep
        // their order.
        std::vector<int> seeds(mesh.triangles.size()), magnitude;
        std::iota(seeds.begin(), seeds.end(), 0);
        for (const TriangleMesh::Triangle& t : mesh.triangles) magnitude.push_back(std::ilogb(areaOf(t).norm()));
        std::stable_sort(seeds.begin(), seeds.end(), [&](int s, int t) { return magnitude[s] > magnitude[t]; });
        for (const int seed : seeds)
            if (regionOf[seed] < 0) grow(seed);
    }

    /** Returns true if a convex edge lies between two regions. */
    bool isFeature(const TriangleMesh::Edge& edge) const {
        if (edge.numFaces < 2) return true;
        if (!isNearlyFlat(edge)) return edge.convexity == TriangleMesh::Convexity::Convex;
        const int a = regionOf[edge.face[0]], b = regionOf[edge.face[1]];
        return a != b && edge.direction.dot(normals[a].cross(normals[b])) > flatForSpheres;
    }

private:
    struct Range {
        double low, high;
    };

    Vector areaOf(const TriangleMesh::Triangle& t) const {
        const Vector& a = mesh.vertices[t.vertex[0]];
        return 0.5 * (mesh.vertices[t.vertex[1]] - a).cross(mesh.vertices[t.vertex[2]] - a);
    }
    bool isNearlyFlat(const TriangleMesh::Edge& edge) const {
        if (edge.numFaces < 2) return false;
        const Vector& normal = mesh.triangles[edge.face[0]].normal;
        return std::abs(normal.dot(edge.intoFace[1])) < flatForFaces &&
               normal.dot(mesh.triangles[edge.face[1]].normal) > 0;
    }
    void widen(Range& range, int triangle, const Vector& normal) const {
        for (const int v : mesh.triangles[triangle].vertex) {
            const double height = normal.dot(mesh.vertices[v] - origin);
            range.low = std::min(range.low, height);
            range.high = std::max(range.high, height);
        }
    }
    bool isThin(const Range& range) const { return range.high - range.low <= tolerance; }

    void grow(int seed) {
        const int region = int(normals.size());
        normals.push_back(mesh.triangles[seed].normal);
        Vector& normal = normals.back();
        origin = mesh.vertices[mesh.triangles[seed].vertex[0]];
        Vector sum = areaOf(mesh.triangles[seed]); // depends on the border only: noise inside cancels
        Range range{0, 0};
        std::vector<int> members{seed}, open{seed}, refused;
        regionOf[seed] = region;
        double fitted = sum.norm(); // area of the last fit
        const auto fit = [&] {
            fitted = sum.norm();
            const Vector mean = sum.normalized();
            Range all{0, 0};
            for (const int t : members) widen(all, t, mean);
            if (!isThin(all)) return false;
            normal = mean;
            range = all;
            return true;
        };
        while (!open.empty()) {
            for (std::size_t i = 0; i < open.size(); ++i)
                for (const int e : mesh.triangles[open[i]].edge) {
                    const TriangleMesh::Edge& edge = mesh.edges[e];
                    if (!isNearlyFlat(edge)) continue;
                    const int other = edge.face[edge.face[0] == open[i] ? 1 : 0];
                    if (regionOf[other] >= 0) continue;
                    Range wider = range;
                    widen(wider, other, normal);
                    if (!isThin(wider) || !(mesh.triangles[other].normal.dot(normal) > 0.5)) {
                        refused.push_back(open[i]);
                        continue;
                    }
                    range = wider;
                    regionOf[other] = region;
                    members.push_back(other);
                    open.push_back(other);
                    sum += areaOf(mesh.triangles[other]);
                    if (sum.norm() > 1.5 * fitted) fit();
                }
            // Triangles that did not fit before may fit to the plane of all members.
            open.clear();
            if (sum.norm() != fitted && fit()) open.swap(refused);
            refused.clear();
        }
    }

    const TriangleMesh& mesh;
    const double tolerance;
    std::vector<int> regionOf;   // by triangle
    std::vector<Vector> normals; // by region
    Vector origin = Vector::Zero();
};

} // namespace

namespace {

/** Follows the edges that are features. Straight edges that continue each other become one line. Where they do not, there is a corner. */
class FeatureLines {
public:
    FeatureLines(TriangleMesh& mesh, double tolerance)
        : mesh(mesh), tolerance(tolerance), isUsed(mesh.edges.size(), false), isCorner(mesh.vertices.size(), false) {}

    void find() {
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            const std::size_t count = featureEdgesOf(int(v)).size();
            isCorner[v] = count > 0 && count != 2;
        }
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
            if (isCorner[v])
                for (const int e : featureEdgesOf(int(v))) follow(int(v), e);
        for (std::size_t e = 0; e < mesh.edges.size(); ++e) // closed rings without a corner
            if (mesh.edges[e].isFeature && !isUsed[e]) {
                isCorner[mesh.edges[e].from] = true;
                follow(mesh.edges[e].from, int(e));
            }
        mesh.cornersOf.clear();
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
            if (isCorner[v]) mesh.cornersOf.push_back(int(v));
        std::sort(mesh.edgeFeatures.begin(), mesh.edgeFeatures.end(),
                  [](const TriangleMesh::Line& a, const TriangleMesh::Line& b) { return a.index < b.index; });
    }

private:
    std::vector<int> featureEdgesOf(int vertex) const {
        std::vector<int> featureEdges;
        for (const int e : mesh.edgesOfVertex[vertex])
            if (mesh.edges[e].isFeature) featureEdges.push_back(e);
        return featureEdges;
    }
    int endOf(int edge, int from) const {
        return mesh.edges[edge].from == from ? mesh.edges[edge].to : mesh.edges[edge].from;
    }

    // Follows an edge from a corner to the next corner, or back to this one.
    void follow(int corner, int edge) {
        if (isUsed[edge]) return;
        start(corner, edge);
        int lineFrom = corner, lineEdge = edge, at = endOf(edge, corner);
        int lowest = edge;
        isUsed[edge] = true;
        while (true) {
            const std::vector<int> featureEdges = featureEdgesOf(at);
            const int next = isCorner[at] ? -1 : featureEdges[featureEdges[0] == edge ? 1 : 0];
            const bool isEnd = next < 0 || isUsed[next];
            const bool isStraight = !isEnd && goesStraightOn(at, edge, next);
            if (!isStraight || !areBesideTheSame(lineEdge, next)) {
                add(lineFrom, at, lineEdge, lowest);
                lineFrom = at;
                lineEdge = lowest = next;
            }
            if (isEnd) return;
            if (!isStraight) {
                isCorner[at] = true;
                start(at, next);
            }
            edge = next;
            at = endOf(edge, at);
            lowest = std::min(lowest, edge);
            isUsed[edge] = true;
        }
    }

    // Starts a ray at a corner. All vertices since this corner are within half of the tolerance of the ray. So they are within the
    // tolerance of the chord.
    void start(int vertex, int edge) {
        passed.assign(1, endOf(edge, vertex));
        origin = mesh.vertices[vertex];
        ray = mesh.awayFrom(vertex, edge);
        fitted = mesh.edges[edge].length;
    }
    bool isOnRay(int vertex, const Vector& direction) const {
        return (mesh.vertices[vertex] - origin).cross(direction).norm() <= 0.5 * tolerance;
    }
    bool goesStraightOn(int at, int edge, int next) {
        if ((mesh.awayFrom(at, edge) + mesh.awayFrom(at, next)).norm() > flatForFaces) return false;
        const int end = endOf(next, at);
        if (!isOnRay(end, ray) || !(mesh.awayFrom(at, next).dot(ray) > 0.5)) return false;
        passed.push_back(end);
        const Vector line = mesh.vertices[end] - origin;
        if (line.norm() > 1.5 * fitted) {
            fitted = line.norm();
            const Vector there = line.normalized();
            if (std::all_of(passed.begin(), passed.end(), [&](int v) { return isOnRay(v, there); })) ray = there;
        }
        return true;
    }

    bool areBesideTheSame(int edge, int other) const {
        const TriangleMesh::Edge &a = mesh.edges[edge], &b = mesh.edges[other];
        const auto isAmong = [&](const Vector& into) {
            return std::any_of(b.intoFace, b.intoFace + b.numFaces,
                               [&](const Vector& v) { return (v - into).norm() < flatForFaces; });
        };
        return a.numFaces == b.numFaces && mesh.hasOwn(a) == mesh.hasOwn(b) &&
               std::all_of(a.intoFace, a.intoFace + a.numFaces, isAmong);
    }

    void add(int from, int to, int firstEdge, int lowest) {
        TriangleMesh::Line line;
        static_cast<Polytope::Edge&>(line) = mesh.edges[firstEdge];
        line.index = lowest;
        if (endOf(firstEdge, from) != to) {
            const Vector chord = mesh.vertices[to] - mesh.vertices[from];
            line.from = from;
            line.to = to;
            line.length = chord.norm();
            line.direction = chord / line.length;
        }
        mesh.edgeFeatures.push_back(line);
    }

    TriangleMesh& mesh;
    const double tolerance;
    std::vector<bool> isUsed, isCorner;
    std::vector<int> passed; // vertices since the last corner
    Vector origin = Vector::Zero(), ray = Vector::Zero();
    double fitted = 0;
};

} // namespace

void findFeatures(TriangleMesh& mesh, double tolerance) {
    const FlatRegions regions(mesh, tolerance);
    for (TriangleMesh::Edge& edge : mesh.edges) edge.isFeature = regions.isFeature(edge);
    mesh.edgeFeatures.clear();
    FeatureLines(mesh, tolerance).find();
}
} // namespace simbodydem::kernels::detail
