// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/PointOnMesh.h"

#include "geometry/Groove.h"
#include "geometry/HeightField.h"
#include "geometry/PointOnField.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::kernels {
namespace detail {

namespace {

struct MeshSearch {
    const TriangleMesh& mesh;
    const Vector& query;
    double reach, tolerance;
    std::vector<MeshPoint>& found;
    double behind = std::numeric_limits<double>::infinity(); // least depth of the point under a face [m]

    void add(const Vector& point, const Vector& normal, double distance, int feature) {
        for (const MeshPoint& other : found)
            if ((other.point - point).squaredNorm() < 16 * tolerance * tolerance)
                return; // on the border of two features
        found.push_back({point, normal, distance, feature});
    }

    void lookAt(int index) {
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        double inside[3];
        const TriangleMesh::Triangle::Over over = t.over(query, inside);
        if (t.isFurther(over, reach)) return;
        const double height = over.height;
        if (over.inside >= -tolerance) {
            if (height > 0)
                add(query - height * t.normal, t.normal, height, index);
            else
                behind = std::min(behind, -height);
        }
        if (over.inside > tolerance) return;
        for (int k = 0; k < 3; ++k) { // cheap tests come first
            const bool isEdgeNear = height * height + inside[k] * inside[k] <= reach * reach;
            if (t.ownsEdge[k] && inside[k] <= tolerance && isEdgeNear) lookAtEdge(t.edge[k]);
            if (t.ownsVertex[k] && isEdgeNear && isBeyond(t, k)) lookAtVertex(t.vertex[k]);
        }
    }

    // Returns true if a vertex is nearer than the points beside it on two edges of this triangle.
    bool isBeyond(const TriangleMesh::Triangle& t, int k) const {
        const Vector line = query - mesh.vertices[t.vertex[k]];
        return !(line.dot(t.inward[k].cross(t.normal)) > tolerance) &&
               !(line.dot(t.normal.cross(t.inward[(k + 2) % 3])) > tolerance);
    }

    void lookAtEdge(int index) {
        const TriangleMesh::Edge& edge = mesh.edges[index];
        const Vector line = query - mesh.vertices[edge.from];
        const double along = edge.direction.dot(line);
        if (!(along > 0 && along < edge.length)) return;
        for (int k = 0; k < edge.numFaces; ++k)
            if (edge.intoFace[k].dot(line) > tolerance) return;
        addAt(mesh.vertices[edge.from] + along * edge.direction, int(mesh.triangles.size()) + index);
    }

    void lookAtVertex(int index) {
        const Vector line = query - mesh.vertices[index];
        if (line.squaredNorm() > reach * reach) return;
        for (const int e : mesh.edgesOfVertex[index])
            if (mesh.awayFrom(index, e).dot(line) > tolerance) return;
        addAt(mesh.vertices[index], int(mesh.triangles.size() + mesh.edges.size()) + index);
    }

    void addAt(const Vector& point, int feature) {
        const Vector line = query - point;
        const double distance = line.norm();
        if (distance <= reach && distance > 0) add(point, line / distance, distance, feature);
    }
};

} // namespace
} // namespace detail

std::optional<MeshPoint> findNearest(const TriangleMesh& mesh, const Vector& query, double radius) {
    detail::Foot nearest{query, -1};
    mesh.tree.visitNearest(query, radius * radius, [&](int index, double& bound) {
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        const double height = t.normal.dot(query) - t.height;
        if (height * height > bound * (1 + 1e-9)) return; // so is the triangle, wherever its foot is
        const detail::Foot foot = detail::footOnTriangle(mesh, index, query);
        const double squared = (query - foot.point).squaredNorm();
        if (!(squared < bound) && !(squared == bound && (nearest.feature < 0 || foot.feature < nearest.feature)))
            return;
        bound = squared;
        nearest = foot;
    });
    if (nearest.feature < 0) return std::nullopt;
    const Vector line = query - nearest.point, outwards = detail::outwardsOn(mesh, nearest.feature);
    const double distance = outwards.dot(line) <= 0 ? -line.norm() : line.norm(); // < 0: behind
    const bool isOnIt = std::abs(distance) <= 1e-9 * mesh.size;
    return MeshPoint{nearest.point, isOnIt ? outwards : Vector(line / distance), distance, nearest.feature};
}

namespace detail {

// Does the same as findNearest() below, for a smooth surface.
static void findNearestOnField(const TriangleMesh& mesh, const Vector& query, double radius, double margin,
                               double depth, TrianglesAround& around, MeshSearchWorkspace& workspace) {
    const HeightField& field = *mesh.smooth;
    const double reach = radius + margin + field.sag;
    std::vector<MeshPoint>& found = workspace.points;
    found.clear();
    around.find(mesh, query, reach, 0.05 * radius, workspace.near);
    if (workspace.near.empty() && !(isOver(field, query) && heightOver(field, query) < 0)) return;
    MeshSearch search{mesh, query, reach, 1e-12 * mesh.size, found};
    for (const int t : workspace.near) search.lookAt(t);
    moveToField(field, query, mesh.size, found);
    const auto isOut = [&](const MeshPoint& at) { return at.distance > radius + margin || at.distance < -depth; };
    found.erase(std::remove_if(found.begin(), found.end(), isOut), found.end());
}
} // namespace detail

void findNearest(const TriangleMesh& mesh, const Vector& query, double radius, double margin, double depth,
                 TrianglesAround& around, MeshSearchWorkspace& workspace) {
    if (mesh.smooth) return detail::findNearestOnField(mesh, query, radius, margin, depth, around, workspace);
    // The rounding of a groove is higher than its bottom by this, if two grooves follow each other. A contact with it begins before one
    // with the faces.
    const double reach = radius + margin + detail::raisedBy(radius);
    std::vector<MeshPoint>& found = workspace.points;
    found.clear();
    workspace.near.clear(); // the shortcut below would leave those of another pair
    if (around.isSure(query)) {
        const MeshPoint at = around.onFace(mesh, query);
        if (!(at.distance > radius + margin)) found.push_back(at);
        return;
    }
    around.find(mesh, query, reach, 0.05 * radius, workspace.near);
    detail::MeshSearch search{mesh, query, reach, 1e-12 * mesh.size, found};
    for (const int t : workspace.near) search.lookAt(t);
    double nearest = std::numeric_limits<double>::infinity();
    for (const MeshPoint& at : found) nearest = std::min(nearest, at.distance);
    const auto mayBeInSolid = [&] { return mesh.isContainer || mesh.tree.getBox().squaredDistanceTo(query) == 0; };
    const bool mayBeBehind =
        search.behind < nearest || (found.empty() && !(depth <= reach && workspace.near.empty()) && mayBeInSolid());
    std::optional<MeshPoint> behind;
    if (mayBeBehind) behind = findNearest(mesh, query, std::min(depth, 2 * mesh.size));
    if (behind && (behind->distance > 0 || detail::isOnRim(mesh, behind->feature)))
        behind.reset(); // in front or beside
    if (behind && !mesh.isOneSided()) {
        found.assign(1, *behind);
        return;
    }
    const bool isOne = found.size() == 1;
    detail::moveToGrooveRounding(mesh, query, radius, detail::roundingAround(mesh, query, radius, reach, workspace.near), workspace.near, found);
    if (!behind && isOne && found[0].feature < int(mesh.triangles.size()) &&
        found[0].normal == mesh.triangles[found[0].feature].normal)
        around.beSure(mesh, found[0].feature, query, reach, detail::grooveRadii * radius);
    const auto isOut = [&](const MeshPoint& at) { return at.distance > radius + margin; };
    found.erase(std::remove_if(found.begin(), found.end(), isOut), found.end());
    if (!behind) return;
    found.push_back(*behind); // a point behind one sheet may be in front of another one
    std::sort(found.begin(), found.end(), [](const MeshPoint& a, const MeshPoint& b) { return a.feature < b.feature; });
}
} // namespace simbodydem::kernels
