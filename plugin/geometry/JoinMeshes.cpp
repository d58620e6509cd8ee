// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/JoinMeshes.h"

#include "geometry/Hollow.h"
#include "geometry/MakeMesh.h"
#include "geometry/MeshFeatures.h"
#include "geometry/Precision.h"
#include "geometry/StitchMesh.h"

#include <algorithm>
#include <set>

namespace simbodydem::kernels {
namespace detail {

namespace {

class MeshJoin {
public:
    MeshJoin(const TriangleMesh& own, double rounding)
        : own(own), rounding(rounding), tolerance(1e-9 * own.size), joined(own) {
        for (const TriangleMesh::Triangle& t : own.triangles) triangles.push_back(t.vertex);
        owners.assign(triangles.size(), {Owner::Self, -1});
        std::vector<Box> boxes;
        for (const TriangleMesh::Edge& edge : own.edges)
            if (edge.numFaces == 1) {
                border.push_back(&edge);
                boxes.emplace_back();
                for (const int v : {edge.from, edge.to}) boxes.back().add(own.vertices[v]);
            }
        tree.build(boxes);
    }

    /** Adds the triangles of a neighbour that have a corner on the border, or a corner of the border on one of their edges. */
    void add(const MeshNeighbour& other) {
        if (tree.empty()) return;
        std::vector<Vector> corners;
        for (const Vector& v : other.mesh->vertices) corners.push_back(other.R * v + other.origin);
        for (const TriangleMesh::Triangle& t : other.mesh->triangles) {
            bool isBeside = false;
            for (int k = 0; k < 3 && !isBeside; ++k)
                isBeside = isAlongBorder(corners[t.vertex[k]], corners[t.vertex[(k + 1) % 3]]);
            if (!isBeside) continue;
            const int first = int(joined.vertices.size());
            for (const int v : t.vertex) joined.vertices.push_back(corners[v]);
            triangles.push_back({first, first + 1, first + 2});
            owners.push_back({other.isFirst ? Owner::First : Owner::Second, other.number});
        }
    }

    /** Returns the mesh with the triangles of its neighbours; no mesh if no neighbour continues it. */
    std::optional<TriangleMesh> join() {
        if (triangles.size() == own.triangles.size()) return std::nullopt;
        weld(joined.vertices, triangles, tolerance);
        dropThin();
        if (setTriangles(joined, triangles).exists()) return std::nullopt; // an edge has more than two triangles
        std::vector<int> sourceOf;
        triangles = Stitching(joined).cut(sourceOf);
        std::vector<Owner> all;
        for (const int source : sourceOf) all.push_back(owners[source]);
        owners.swap(all);
        if (setTriangles(joined, triangles).exists()) return std::nullopt;
        joined.numOwn = int(
            std::count_if(owners.begin(), owners.end(), [](const Owner& owner) { return owner.kind == Owner::Self; }));
        std::set<int> numbers;
        for (const TriangleMesh::Edge& edge : joined.edges)
            if (edge.numFaces == 2 && joined.isOwn(edge.face[0]) != joined.isOwn(edge.face[1]))
                numbers.insert(owners[edge.face[joined.isOwn(edge.face[0]) ? 1 : 0]].number);
        if (numbers.empty()) return std::nullopt;
        joined.continuedBy.assign(numbers.begin(), numbers.end());
        joined.isClosed = own.isClosed;
        joined.size = own.size;
        assignFeatures(joined);
        findFeatures(joined, toleranceOf(own.vertices));
        findHollows(joined);
        leaveToFirst();
        plant(joined);
        if (rounding > 0) findRims(joined, rounding);
        return joined;
    }

private:
    struct Owner {
        enum { Self, First, Second } kind;
        int number;
    };

    static double distanceOf(const Vector& query, const Vector& from, const Vector& to) {
        const Vector line = to - from;
        const double along = std::min(std::max(line.dot(query - from) / line.squaredNorm(), 0.), 1.);
        return (query - from - along * line).norm();
    }
    bool isAlongBorder(const Vector& from, const Vector& to) const {
        bool isIt = false;
        tree.visitNear(0.5 * (from + to), 0.5 * (to - from).norm() + tolerance, [&](int e) {
            const Vector &a = own.vertices[border[e]->from], &b = own.vertices[border[e]->to];
            isIt = isIt || distanceOf(from, a, b) <= tolerance || distanceOf(to, a, b) <= tolerance ||
                   distanceOf(a, from, to) <= tolerance || distanceOf(b, from, to) <= tolerance;
        });
        return isIt;
    }
    void dropThin() {
        for (std::size_t t = triangles.size(); t-- > own.triangles.size();) {
            const std::array<int, 3>& v = triangles[t];
            if (v[0] != v[1] && v[1] != v[2] && v[2] != v[0]) continue;
            triangles.erase(triangles.begin() + std::ptrdiff_t(t));
            owners.erase(owners.begin() + std::ptrdiff_t(t));
        }
    }

    // Gives the common border to the first mesh: its edges, its corners, and points of faces to rounding.
    void leaveToFirst() {
        std::vector<bool> isFirsts(joined.vertices.size(), false), isOwns(joined.vertices.size(), false);
        for (std::size_t t = 0; t < owners.size(); ++t)
            for (const int v : joined.triangles[t].vertex) {
                if (owners[t].kind == Owner::First) isFirsts[v] = true;
                if (owners[t].kind == Owner::Self) isOwns[v] = true;
            }
        const auto isFirstsEdge = [&](const TriangleMesh::Edge& edge) {
            return std::any_of(edge.face, edge.face + edge.numFaces,
                               [&](int f) { return owners[f].kind == Owner::First; });
        };
        for (int t = 0; t < joined.numOwn; ++t)
            for (int k = 0; k < 3; ++k) {
                TriangleMesh::Triangle& triangle = joined.triangles[t];
                if (isFirsts[triangle.vertex[k]]) triangle.ownsVertex[k] = false;
                if (!isFirstsEdge(joined.edges[triangle.edge[k]])) continue;
                triangle.ownsEdge[k] = false;
                triangle.inwardHeight[k] += 2e-12 * joined.size; // twice the tolerance of searches
            }
        auto& corners = joined.cornersOf;
        const auto isOthers = [&](int v) { return isFirsts[v] || !isOwns[v]; };
        corners.erase(std::remove_if(corners.begin(), corners.end(), isOthers), corners.end());
        auto& lines = joined.edgeFeatures;
        const auto isOthersLine = [&](const TriangleMesh::Line& line) {
            return !joined.hasOwn(joined.edges[line.index]) || isFirstsEdge(joined.edges[line.index]);
        };
        lines.erase(std::remove_if(lines.begin(), lines.end(), isOthersLine), lines.end());
    }

    const TriangleMesh& own;
    const double rounding, tolerance;
    TriangleMesh joined;
    std::vector<std::array<int, 3>> triangles;
    std::vector<Owner> owners; // of the triangles
    std::vector<const TriangleMesh::Edge*> border;
    BoxTree tree; // of the border
};

} // namespace
} // namespace detail

std::optional<TriangleMesh> joinMeshes(const TriangleMesh& own, double rounding,
                                       const std::vector<MeshNeighbour>& neighbours) {
    detail::MeshJoin join(own, rounding);
    for (const MeshNeighbour& other : neighbours) join.add(other);
    return join.join();
}
} // namespace simbodydem::kernels
