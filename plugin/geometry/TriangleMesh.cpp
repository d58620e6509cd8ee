// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/TriangleMesh.h"

#include <algorithm>
#include <limits>

namespace simbodydem::kernels {
namespace detail {

Foot footOnTriangle(const TriangleMesh& mesh, int index, const Vector& query) {
    const TriangleMesh::Triangle& t = mesh.triangles[index];
    double inside[3], least = std::numeric_limits<double>::infinity();
    const TriangleMesh::Triangle::Over over = t.over(query, inside);
    Foot foot{query - over.height * t.normal, index};
    for (int k = 0; k < 3 && !(over.inside >= 0); ++k) {
        const TriangleMesh::Edge& edge = mesh.edges[t.edge[k]];
        const double along = edge.direction.dot(query - mesh.vertices[edge.from]);
        const Vector point = mesh.vertices[edge.from] + std::min(std::max(along, 0.), edge.length) * edge.direction;
        if (!((query - point).squaredNorm() < least)) continue;
        least = (query - point).squaredNorm();
        const int vertex = along <= 0 ? edge.from : along >= edge.length ? edge.to : -1;
        foot = {point, int(mesh.triangles.size()) + (vertex < 0 ? t.edge[k] : int(mesh.edges.size()) + vertex)};
    }
    return foot;
}

int triangleOf(const TriangleMesh& mesh, int feature) {
    const int edge = feature - int(mesh.triangles.size()), vertex = edge - int(mesh.edges.size());
    return edge < 0 ? feature : mesh.edges[vertex < 0 ? edge : mesh.edgesOfVertex[vertex][0]].face[0];
}

bool isOnRim(const TriangleMesh& mesh, int feature) {
    const int edge = feature - int(mesh.triangles.size()), vertex = edge - int(mesh.edges.size());
    const auto endsAt = [&](int e) { return mesh.edges[e].numFaces < 2; };
    if (mesh.isClosed || edge < 0) return false;
    if (vertex < 0) return endsAt(edge);
    return std::any_of(mesh.edgesOfVertex[vertex].begin(), mesh.edgesOfVertex[vertex].end(), endsAt);
}

Vector outwardsOn(const TriangleMesh& mesh, int feature) {
    const int index = feature - int(mesh.triangles.size()), vertex = index - int(mesh.edges.size());
    if (index < 0) return mesh.triangles[feature].normal;
    Vector sum = Vector::Zero();
    const auto addFaces = [&](const TriangleMesh::Edge& edge) {
        for (int f = 0; f < edge.numFaces; ++f) {
            const TriangleMesh::Triangle& face = mesh.triangles[edge.face[f]];
            sum += (vertex < 0 ? 1 : mesh.angleAt(face, vertex)) * face.normal;
        }
    };
    if (vertex < 0)
        addFaces(mesh.edges[index]);
    else
        for (const int e : mesh.edgesOfVertex[vertex]) addFaces(mesh.edges[e]);
    return sum.normalized();
}
} // namespace detail
} // namespace simbodydem::kernels
