// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/CylinderOnMesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::kernels {

namespace {

struct CylinderOnMeshSearch {
    const PlacedMesh& mesh;
    const CylinderBody& body;
    double margin;
    MeshContactPoints& found;
    const TriangleMesh& own = *mesh.mesh;
    const double radii = mesh.rounding + body.rounding;
    const double depth = detail::depthOf(own, std::hypot(body.radius, body.halfLength) + body.rounding);
    const std::int64_t numFeatures = own.numFeatures();

    bool isCorner(int vertex) const { return std::binary_search(own.cornersOf.begin(), own.cornersOf.end(), vertex); }

    // Returns the loss of a rim near corners of the mesh, which have contacts of their own.
    double lossNearCorners(const EllipsoidOnMesh& at, const Vector& point) const {
        const int numTriangles = int(own.triangles.size()), numEdges = int(own.edges.size());
        const int feature = int(at.contact.feature);
        const Vector query = mesh.toOwn(point);
        double least = std::numeric_limits<double>::infinity();
        const auto consider = [&](int vertex) {
            if (isCorner(vertex)) least = std::min(least, (own.vertices[vertex] - query).norm());
        };
        if (own.smooth) return 0;
        if (feature < numTriangles)
            for (const int v : own.triangles[feature].vertex) consider(v);
        else if (feature < numTriangles + numEdges) {
            consider(own.edges[feature - numTriangles].from);
            consider(own.edges[feature - numTriangles].to);
        } else if (isCorner(feature - numTriangles - numEdges))
            return std::numeric_limits<double>::infinity();
        return detail::lossNearEnd(least, radii);
    }

    // Adds the contacts at the lowest points of a rim.
    void addLowest(int rim, TrianglesAround& around, EllipsoidContactPoints& disc) {
        findContactPoints(mesh, body.discOf(rim), margin, around, found.workspace, disc);
        if (disc.isHidden) found.hidden.push_back({rim * numFeatures, false});
        for (const EllipsoidOnMesh& at : disc.contacts) {
            RoundedContactPoint contact = at.contact;
            const Vector point =
                contact.point - (mesh.rounding - 0.5 * contact.overlap) * contact.normal; // of its core
            contact.overlap -= lossNearCorners(at, point);
            detail::Leaning(body, -contact.normal).subtractFromLowest(radii, contact);
            if (!(contact.overlap > -margin)) continue;
            const Vector onRim = point + (radii - at.contact.overlap) * contact.normal;
            contact.curvatureB = detail::curvatureOfRim(body, onRim, -contact.normal);
            contact.corner = rim * numFeatures;
            contact.feature += contact.corner;
            found.contacts.push_back(contact);
        }
    }

    void addFixed(int rim, int index, TrianglesAround& around) {
        const Vector onRim = detail::fixedPointOf(body, rim, index);
        const std::size_t first = found.contacts.size();
        detail::findAtCorner(onRim, body.rounding, mesh, depth, margin,
                             (2 + rim * (detail::pointsOfRim - 1) + index - 1) * numFeatures, around, found);
        for (std::size_t i = first; i < found.contacts.size(); ++i) {
            RoundedContactPoint& contact = found.contacts[i];
            detail::Leaning(body, -contact.normal).subtractFromFixed(radii, contact);
            const bool isOtherEnd = body.numRims() > 1 && !(contact.normal.dot(body.outwardOf(rim)) < 0);
            if (isOtherEnd) contact.overlap = -std::numeric_limits<double>::infinity();
            contact.curvatureB = detail::curvatureOfRim(body, onRim, -contact.normal);
        }
        const auto isOver = [&](const RoundedContactPoint& contact) { return !(contact.overlap > -margin); };
        found.contacts.erase(
            std::remove_if(found.contacts.begin() + std::ptrdiff_t(first), found.contacts.end(), isOver),
            found.contacts.end());
    }

    void addCorner(int index, std::int64_t feature) {
        const int vertex = own.cornersOf[index];
        const Vector corner = mesh.toGround(own.vertices[vertex]);
        const NearestOnCylinder nearest = findNearest(body, corner);
        RoundedContactPoint contact;
        contact.overlap = radii - nearest.distance;
        if (own.smooth) contact.overlap -= detail::lossNearEnd(nearest.toRim, radii); // there the rim is in contact
        if (!(contact.overlap > -margin)) return;
        contact.normal = -nearest.normal;
        contact.point = corner + (mesh.rounding - 0.5 * contact.overlap) * contact.normal;
        contact.feature = contact.corner = feature + index;
        contact.front = detail::frontOfVertex(mesh, vertex, contact.normal, contact.overlap, radii);
        contact.curvatureA = detail::curvatureOfCorner(mesh.rounding, contact.normal, body.rounding);
        contact.curvatureB = curvatureOfCylinder(body, nearest);
        found.contacts.push_back(contact);
    }

    void addEdge(int index, std::int64_t feature) {
        const detail::PlacedEdge edge = detail::placeEdge(mesh, own.edgeFeatures[index]);
        if (body.halfLength > 0)
            detail::crossEdges(edge, detail::axisEdge(body), mesh, body.outerRadius(), margin, feature, found, nullptr,
                               radii);
        const detail::Leaning lying(body, body.R.col(0));
        Vector points[2];
        for (int rim = 0; rim < body.numRims(); ++rim) {
            if (!detail::crossRim(body, rim, edge.from, edge.direction, 2 * lying.getWidth() / body.radius, points))
                continue;
            for (int k = 0; k < 2; ++k) {
                RoundedContactPoint contact;
                if (!detail::touchAcrossRim(body, rim, points[k], edge, mesh.rounding, radii, margin, contact))
                    continue;
                std::swap(contact.curvatureA, contact.curvatureB);
                if (!(mesh.rounding > 0)) contact.curvatureA = detail::curvatureAcross(edge, contact.normal, body.rounding);
                contact.normal *= -1;
                contact.feature = contact.corner = feature + 1 + 2 * rim + k;
                contact.front =
                    detail::frontOf(mesh, int(own.triangles.size()) + edge.index, contact.normal, contact.front, radii);
                found.contacts.push_back(contact);
            }
        }
    }
};

} // namespace

void findContactPoints(const PlacedMesh& mesh, const CylinderBody& body, double margin, AroundCorners& around,
                       EllipsoidContactPoints& disc, MeshContactPoints& found) {
    found.clear();
    CylinderOnMeshSearch search{mesh, body, margin, found};
    const TriangleMesh& own = *mesh.mesh;
    const int fixedPoints = detail::pointsOfRim - 1;
    around.resize(std::size_t(2 + 2 * fixedPoints));
    for (int rim = 0; rim < body.numRims(); ++rim) search.addLowest(rim, around[std::size_t(rim)], disc);
    for (int rim = 0; rim < body.numRims(); ++rim)
        for (int i = 1; i <= fixedPoints; ++i) search.addFixed(rim, i, around[std::size_t(1 + rim * fixedPoints + i)]);
    const auto isNear = [&](const Vector& middle, double size) {
        return findNearest(body, mesh.toGround(middle)).distance <= search.radii + margin + size;
    };
    std::int64_t feature = (2 + 2 * fixedPoints) * search.numFeatures;
    own.corners.visitIf(isNear, [&](int i) { search.addCorner(i, feature); });
    feature += std::int64_t(own.cornersOf.size());
    own.across.visitIf(isNear, [&](int i) { search.addEdge(i, feature + 5 * own.edgeFeatures[i].index); });
}

} // namespace simbodydem::kernels
