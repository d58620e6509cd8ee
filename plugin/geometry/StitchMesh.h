// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_STITCH_MESH_H
#define SIMBODYDEM_GEOMETRY_STITCH_MESH_H

#include "geometry/BoxTree.h"
#include "geometry/Precision.h"
#include "geometry/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

// Joins triangles at T-junctions. A border of triangles may run along the longer or shifted border of other triangles. The surface
// continues there without a common edge. Each triangle is cut at the vertices of the others on its border, so that both have the same
// edges.

namespace simbodydem::kernels::detail {

class Stitching {
public:
    using Indices = std::array<int, 3>;

    /** Finds the cuts of a mesh. @param mesh  its triangles must have their edges */
    explicit Stitching(const TriangleMesh& mesh)
        : mesh(mesh), vertices(mesh.vertices), tolerance(std::max(1e-9 * sizeOf(vertices), roundingOf(vertices))) {
        std::vector<const TriangleMesh::Edge*> border;
        for (const TriangleMesh::Edge& edge : mesh.edges)
            if (edge.numFaces == 1) border.push_back(&edge);
        if (border.empty()) return;
        plantBorder(border);
        for (const TriangleMesh::Edge* edge : border) findCuts(edge->from, edge->to, edge->face[0]);
    }
    bool isNeeded() const { return !cuts.empty(); }

    /** Returns the cut triangles. @param sourceOf  gets for each of them the triangle that it is a part of */
    std::vector<Indices> cut(std::vector<int>& sourceOf) const {
        std::vector<Indices> all;
        sourceOf.clear();
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            add(mesh.triangles[t].vertex, all);
            sourceOf.resize(all.size(), int(t));
        }
        return all;
    }

private:
    using Ends = std::pair<int, int>; // in the sense of the triangle

    void plantBorder(const std::vector<const TriangleMesh::Edge*>& border) {
        std::set<int> onBorder;
        for (const TriangleMesh::Edge* edge : border) {
            onBorder.insert({edge->from, edge->to});
            next[edge->from].push_back(edge->to);
            before[edge->to].push_back(edge->from);
        }
        borderVertices.assign(onBorder.begin(), onBorder.end());
        std::vector<Box> boxes(borderVertices.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i].add(vertices[borderVertices[i]]);
        tree.build(boxes);
    }

    bool isOnLine(int vertex, int from, int to) const {
        const Vector line = vertices[to] - vertices[from];
        return (vertices[vertex] - vertices[from]).cross(line).norm() <= tolerance * line.norm();
    }
    double along(int vertex, int from, int to) const {
        return (vertices[vertex] - vertices[from]).dot((vertices[to] - vertices[from]).normalized());
    }

    // Returns true if the border edge between a vertex on from-to and another vertex runs along from-to in the opposite sense. It runs
    // towards `from` if it leaves the vertex, and towards `to` if it ends there.
    bool goesAlong(int vertex, int other, int from, int to, int towards) const {
        const double position = along(vertex, from, to), end = along(other, from, to), length = along(to, from, to);
        if (!(towards == from ? end < position - tolerance : end > position + tolerance)) return false;
        return end >= 0 && end <= length ? isOnLine(other, from, to) : isOnLine(towards, vertex, other);
    }

    void findCuts(int from, int to, int triangle) {
        const Indices& t = mesh.triangles[triangle].vertex;
        const auto isApex = [&](int v) { return v != from && v != to; };
        const int apex = *std::find_if(t.begin(), t.end(), isApex);
        const Vector middle = 0.5 * (vertices[from] + vertices[to]), line = vertices[to] - vertices[from];
        if (!((vertices[apex] - vertices[from]).cross(line).norm() > 4 * tolerance * line.norm())) return;
        std::vector<std::pair<double, int>> found;
        tree.visitNear(middle, 0.5 * line.norm() + tolerance, [&](int i) {
            const int v = borderVertices[i];
            if (v == apex || v == from || v == to || !isOnLine(v, from, to)) return;
            const double position = along(v, from, to);
            if (!(position > tolerance && position < line.norm() - tolerance)) return;
            const auto &out = next[v], &in = before[v];
            if (std::any_of(out.begin(), out.end(), [&](int w) { return goesAlong(v, w, from, to, from); }) ||
                std::any_of(in.begin(), in.end(), [&](int w) { return goesAlong(v, w, from, to, to); }))
                found.emplace_back(position, v);
        });
        if (found.empty()) return;
        std::sort(found.begin(), found.end());
        for (const auto& [position, v] : found) cuts[{from, to}].push_back(v);
    }

    void add(const Indices& t, std::vector<Indices>& all) const {
        for (int k = 0; k < 3; ++k) {
            const auto found = cuts.find({t[k], t[(k + 1) % 3]});
            if (found == cuts.end()) continue;
            int last = t[k];
            for (const int v : found->second) {
                add({last, v, t[(k + 2) % 3]}, all);
                last = v;
            }
            add({last, t[(k + 1) % 3], t[(k + 2) % 3]}, all);
            return;
        }
        all.push_back(t);
    }

    const TriangleMesh& mesh;
    const std::vector<Vector>& vertices;
    const double tolerance;
    std::map<int, std::vector<int>> next, before; // along the border, by vertex
    std::vector<int> borderVertices;
    BoxTree tree; // of borderVertices
    std::map<Ends, std::vector<int>> cuts;
};

} // namespace simbodydem::kernels::detail

#endif
