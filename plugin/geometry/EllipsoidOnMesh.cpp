// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/EllipsoidOnMesh.h"

#include "geometry/EllipsoidOnRounded.h"
#include "geometry/FromEllipsoid.h"
#include "geometry/Groove.h"
#include "geometry/PointOnField.h"

#include <algorithm>
#include <limits>

namespace simbodydem::kernels {
namespace detail {

namespace {

struct EllipsoidSearch {
    const TriangleMesh& mesh;
    const EllipsoidBody& ellipsoid; // in the frame of the mesh
    const EllipsoidSize& size;
    double rounding, reach; // of the mesh; rounding plus margin
    std::vector<MeshPoint>& found;
    bool isHidden = false; // true if an edge or vertex is in the ellipsoid and another feature of the mesh hides it

    void add(const MeshPoint& at) {
        if (!(at.distance < reach)) return;
        for (MeshPoint& other : found) // on the border of two features, or of two that are nearly one
            if ((other.point - at.point).norm() < 1e-6 * mesh.size && (other.normal - at.normal).norm() < 1e-6) {
                if (at.distance < other.distance) other = at;
                return;
            }
        found.push_back(at);
    }

    void hide(double distance) { isHidden = isHidden || distance < rounding; }

    void lookAt(int index) {
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        if (t.normal.dot(ellipsoid.centre) > t.height) {
            const Vector lowest = ellipsoid.centre + size.support(-t.normal).point;
            double inside[3];
            const TriangleMesh::Triangle::Over over = t.over(lowest, inside);
            if (over.inside >= -1e-12 * mesh.size) add({lowest - over.height * t.normal, t.normal, over.height, index});
        }
        for (int k = 0; k < 3; ++k) {
            if (t.ownsEdge[k]) lookAtEdge(t.edge[k]);
            if (t.ownsVertex[k]) lookAtVertex(t.vertex[k]);
        }
    }

    void lookAtEdge(int index) {
        const TriangleMesh::Edge& edge = mesh.edges[index];
        const AlongEdge at = nearestOfEdge(ellipsoid, mesh.vertices[edge.from], edge.direction, edge.length);
        if (!(at.along > 0 && at.along < edge.length)) return;
        for (int k = 0; k < edge.numFaces; ++k)
            if (-at.off.normal.dot(edge.intoFace[k]) > 1e-12) return hide(at.off.distance);
        add({mesh.vertices[edge.from] + at.along * edge.direction, -at.off.normal, at.off.distance,
             int(mesh.triangles.size()) + index});
    }

    void lookAtVertex(int index) {
        const OffEllipsoid off = findOffEllipsoid(ellipsoid, mesh.vertices[index]);
        for (const int e : mesh.edgesOfVertex[index])
            if (-off.normal.dot(mesh.awayFrom(index, e)) > 1e-12) return hide(off.distance);
        add({mesh.vertices[index], -off.normal, off.distance, int(mesh.triangles.size() + mesh.edges.size()) + index});
    }
};

} // namespace

// Moves the nearest points from the triangles to the smooth surface itself.
static void moveToField(const HeightField& field, const EllipsoidBody& ellipsoid, const EllipsoidSize& size,
                     EllipsoidSearch& search) {
    std::vector<MeshPoint> from{{ellipsoid.centre, Vector::UnitZ(), 0, 0}};
    from.insert(from.end(), search.found.begin(), search.found.end());
    search.found.clear();
    for (const MeshPoint& start : from) {
        bool isOnBorder;
        const HeightField::At at =
            descend(field, FromEllipsoid{ellipsoid, size}, start.point[0], start.point[1], isOnBorder);
        const OffEllipsoid off = findOffEllipsoid(ellipsoid, at.point);
        search.add({at.point, -off.normal, off.distance, 2 * field.cellOf(at.point[0], at.point[1])});
    }
}
} // namespace detail

void findContactPoints(const PlacedMesh& mesh, const EllipsoidBody& body, double margin, TrianglesAround& around,
                       MeshSearchWorkspace& workspace, EllipsoidContactPoints& result) {
    result.contacts.clear();
    result.isHidden = false;
    const TriangleMesh& own = *mesh.mesh;
    const EllipsoidBody ellipsoid{body.semiAxes, mesh.R.transpose() * body.R, mesh.toOwn(body.centre), body.rounding};
    const EllipsoidSize size = ellipsoid.size();
    const double radius = ellipsoid.semiAxes.maxCoeff() + ellipsoid.rounding, reach = mesh.rounding + margin;
    findNearest(own, ellipsoid.centre, radius + mesh.rounding, margin, detail::depthOf(own, radius), around, workspace);
    std::vector<MeshPoint>& found = workspace.points;
    std::optional<MeshPoint> behind;
    for (const MeshPoint& at : found)
        if (at.distance < 0) behind = at;
    found.clear();
    if (!behind || (own.isOneSided() && !own.smooth)) {
        // All triangles under the ellipsoid are searched. The lowest point of a tilted ellipsoid may lie on another triangle than the point
        // nearest to its centre.
        const double sag = own.smooth ? own.smooth->sag : detail::raisedBy(radius);
        around.find(own, ellipsoid.centre, radius + reach + sag, 0.05 * radius, workspace.near);
        detail::EllipsoidSearch search{own, ellipsoid, size, mesh.rounding, reach + sag, found};
        for (const int t : workspace.near) search.lookAt(t);
        result.isHidden = search.isHidden && own.isOneSided();
        if (own.smooth && !workspace.near.empty()) detail::moveToField(*own.smooth, ellipsoid, size, search);
        std::sort(found.begin(), found.end(),
                  [](const MeshPoint& a, const MeshPoint& b) { return a.feature < b.feature; });
        if (!own.smooth) detail::moveToGrooveRounding(own, ellipsoid, mesh.rounding, reach + sag, workspace.near, found);
    }
    if (behind) {
        const Vector lowest = ellipsoid.centre + size.support(-behind->normal).point;
        behind->distance = behind->normal.dot(lowest - behind->point);
        found.push_back(*behind);
    }
    const EllipsoidSize turned = body.size();
    for (const MeshPoint& at : found) {
        EllipsoidOnMesh on;
        on.contact.feature = at.feature;
        on.contact.normal = mesh.R * at.normal;
        on.contact.front = detail::frontOf(own, ellipsoid.centre, at);
        on.contact.overlap = mesh.rounding - at.distance;
        if (!(on.contact.overlap > -margin)) continue;
        on.contact.point = mesh.toGround(at.point) + (mesh.rounding - 0.5 * on.contact.overlap) * on.contact.normal;
        const Matrix radii = size.support(-at.normal).radii;
        on.contact.curvatureA = curvatureOfMesh(own, at, mesh.rounding, {radius, &radii}).turned(mesh.R);
        on.radiiOfEllipsoid = turned.support(-on.contact.normal).radii;
        result.contacts.push_back(on);
    }
}
} // namespace simbodydem::kernels
