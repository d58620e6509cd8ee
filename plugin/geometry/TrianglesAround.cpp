// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/TrianglesAround.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::kernels {
namespace detail {

// Returns how far a point above a face may move, at no more than its present height, until it is near to another feature. This may be
// another face, an edge or a vertex, or a groove. Each of them has a distance to this condition, which decreases by no more than the
// displacement of the point.
static double clearanceOnFace(const TriangleMesh& mesh, int face, const Vector& query, double reach, double grooveRadius,
                         const std::vector<int>& around) {
    double inside[3];
    const TriangleMesh::Triangle& f = mesh.triangles[face];
    const TriangleMesh::Triangle::Over over = f.over(query, inside);
    // Centre of a sphere that lies on the face, see Groove.h.
    const Vector centre = query + (grooveRadius - over.height) * f.normal;
    double clearance = std::min(over.inside, over.height);
    const auto fromEdge = [&](const TriangleMesh::Edge& edge) {
        const Vector line = query - mesh.vertices[edge.from];
        const double along = edge.direction.dot(line);
        double most = std::max(std::max(-along, along - edge.length), (line - along * edge.direction).norm() - reach);
        for (int k = 0; k < edge.numFaces; ++k) most = std::max(most, edge.intoFace[k].dot(line));
        return most;
    };
    const auto fromVertex = [&](int vertex) {
        const Vector line = query - mesh.vertices[vertex];
        double most = line.norm() - reach;
        for (const int e : mesh.edgesOfVertex[vertex]) most = std::max(most, mesh.awayFrom(vertex, e).dot(line));
        return most;
    };
    const auto fromGroove = [&](int index) {
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        const auto isBelow = [&](int v) { return f.normal.dot(mesh.vertices[v]) <= f.height + 1e-15 * mesh.size; };
        if (std::all_of(t.vertex.begin(), t.vertex.end(), isBelow)) return std::numeric_limits<double>::infinity();
        const double above = t.normal.dot(centre) - t.height - grooveRadius, sine = t.normal.cross(f.normal).norm();
        const double apart = (centre - footOnTriangle(mesh, index, centre).point).norm() - grooveRadius;
        return std::max(above > 0 ? above / sine : above, apart);
    };
    for (const int index : around) {
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        if (index != face) {
            const TriangleMesh::Triangle::Over overIt = t.over(query, inside);
            clearance = std::min(clearance, std::max(-overIt.inside, std::abs(overIt.height) - reach));
            clearance = std::min(clearance, fromGroove(index));
        }
        for (int k = 0; k < 3 && clearance > 0; ++k) {
            if (t.ownsEdge[k]) clearance = std::min(clearance, fromEdge(mesh.edges[t.edge[k]]));
            if (t.ownsVertex[k]) clearance = std::min(clearance, fromVertex(t.vertex[k]));
        }
        if (!(clearance > 0)) break;
    }
    return clearance - 1e-11 * mesh.size; // ten times the allowed rounding
}
} // namespace detail
void TrianglesAround::find(const TriangleMesh& mesh, const Vector& query, double reach, double skin,
                           std::vector<int>& near) {
    if (!((query - centre).norm() + reach <= known)) {
        centre = query;
        known = reach + skin;
        spheres.clear();
        mesh.tree.visitNear(query, known, [&](int t) {
            const Sphere sphere = sphereOf(mesh, t);
            if (isWithin(sphere, query, known)) spheres.push_back(sphere);
        });
    }
    near.clear();
    for (const Sphere& sphere : spheres)
        if (isWithin(sphere, query, reach)) near.push_back(sphere.triangle);
}

void TrianglesAround::beSure(const TriangleMesh& mesh, int nearFace, const Vector& query, double reach,
                             double grooveRadius) {
    std::vector<int> around;
    for (const Sphere& sphere : spheres) around.push_back(sphere.triangle);
    face = nearFace;
    sureAt = query;
    sure = std::min(detail::clearanceOnFace(mesh, face, query, reach, grooveRadius, around),
                    known - reach - (query - centre).norm());
}

TrianglesAround::Sphere TrianglesAround::sphereOf(const TriangleMesh& mesh, int t) {
    const std::array<int, 3>& v = mesh.triangles[t].vertex;
    const Vector middle = (mesh.vertices[v[0]] + mesh.vertices[v[1]] + mesh.vertices[v[2]]) / 3;
    double radius = 0;
    for (const int k : v) radius = std::max(radius, (mesh.vertices[k] - middle).norm());
    return {middle, radius, t};
}

} // namespace simbodydem::kernels
