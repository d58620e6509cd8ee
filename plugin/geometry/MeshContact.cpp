// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/MeshContact.h"

#include "geometry/HeightField.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace simbodydem::kernels {

// Returns the curvature of a smooth surface. At its border it has none.
static SurfaceCurvature curvatureOfField(const HeightField& field, const MeshPoint& at) {
    const HeightField::At there = field.at(at.point[0], at.point[1]);
    return (at.normal - there.normal()).norm() < 1e-6 ? SurfaceCurvature(HeightField::curvatureAt(there)) : SurfaceCurvature();
}

// Returns the curvature of a mesh at its edges.
static SurfaceCurvature curvatureOfEdges(const TriangleMesh& mesh, const MeshPoint& at, double rounding) {
    const int numTriangles = int(mesh.triangles.size()), numEdges = int(mesh.edges.size());
    if (!(rounding > 0)) return SurfaceCurvature();
    if (at.feature < numTriangles) {
        const TriangleMesh::Triangle& t = mesh.triangles[at.feature];
        if (t.rim.empty()) return SurfaceCurvature();
        Matrix sum = Matrix::Zero();
        double weights = 0, most = 0;
        const auto fractionOf = [&](int e, Vector& outward) {
            const TriangleMesh::Edge& edge = mesh.edges[e];
            const int f = edge.numFaces == 2 && std::abs(t.normal.dot(edge.intoFace[0])) > 1e-6;
            const Vector line = at.point - mesh.vertices[edge.from];
            const double along = edge.direction.dot(line);
            outward = -edge.intoFace[f];
            return along > 0 && along < edge.length ? detail::ramp(-outward.dot(line) / rounding) : 0.;
        };
        Vector outward, other;
        for (const int e : t.rim) {
            const double fraction = fractionOf(e, outward);
            if (!(fraction > 0)) continue;
            double weight = fraction;
            for (const int o : t.rim)
                if (o != e) weight *= 1 - fractionOf(o, other);
            const double along = mesh.edges[e].direction.dot(at.point - mesh.vertices[mesh.edges[e].from]);
            sum += weight * detail::curvatureOnEdge(mesh.edges[e], along, outward, rounding);
            weights += weight;
            most = std::max(most, fraction);
        }
        if (weights > 0) return SurfaceCurvature(Matrix(most / weights * sum));
        return most > 0 ? SurfaceCurvature(Matrix((Matrix::Identity() - t.normal * t.normal.transpose()) / rounding)) : SurfaceCurvature();
    }
    if (at.feature < numTriangles + numEdges) {
        const TriangleMesh::Edge& edge = mesh.edges[at.feature - numTriangles];
        if (!edge.isSharp) return SurfaceCurvature();
        const double along = edge.direction.dot(at.point - mesh.vertices[edge.from]);
        return SurfaceCurvature(detail::curvatureOnEdge(edge, along, edge.direction.cross(at.normal), rounding));
    }
    const std::vector<int>& edges = mesh.edgesOfVertex[at.feature - numTriangles - numEdges];
    const bool isSharp = std::any_of(edges.begin(), edges.end(), [&](int e) { return mesh.edges[e].isSharp; });
    return isSharp ? SurfaceCurvature(SurfaceCurvature::Kind::Round) : SurfaceCurvature();
}

SurfaceCurvature curvatureOfMesh(const TriangleMesh& mesh, const MeshPoint& at, double rounding, const InHollow& other) {
    if (mesh.smooth) return curvatureOfField(*mesh.smooth, at);
    const SurfaceCurvature curvature = curvatureOfEdges(mesh, at, rounding);
    if (mesh.hollows.empty() || curvature.kind == SurfaceCurvature::Kind::Round) return curvature;
    bool isHollow;
    const Matrix hollow = detail::hollowAt(mesh, at, rounding, other, isHollow);
    return isHollow ? SurfaceCurvature(Matrix(curvature.tensor + hollow)) : curvature;
}

namespace detail {

double frontOf(const TriangleMesh& mesh, const Vector& query, const MeshPoint& at) {
    if (!mesh.isOneSided()) return std::numeric_limits<double>::infinity();
    const double height = outwardsOn(mesh, at.feature).dot(query - at.point);
    return !isOnRim(mesh, at.feature) ? height : height >= 0 ? onlySide : -onlySide;
}

double frontOf(const PlacedMesh& mesh, int feature, const Vector& direction, double distance, double radii) {
    if (!mesh.mesh->isOneSided()) return std::numeric_limits<double>::infinity();
    const bool isInFront = outwardsOn(*mesh.mesh, feature).dot(mesh.R.transpose() * direction) >= 0;
    return isInFront ? distance - 0.5 * radii : -onlySide;
}
double frontOfVertex(const PlacedMesh& mesh, int vertex, const Vector& direction, double overlap, double radii) {
    const int feature = int(mesh.mesh->triangles.size() + mesh.mesh->edges.size()) + vertex;
    return frontOf(mesh, feature, direction, radii - overlap, radii);
}

double depthOf(const TriangleMesh& mesh, double radius) {
    return mesh.isOneSided() ? radius : std::numeric_limits<double>::infinity();
}

void findAtCorner(const Vector& corner, double rounding, const PlacedMesh& mesh, double depth, double margin,
                  std::int64_t firstFeature, TrianglesAround& around, MeshContactPoints& found) {
    const Vector query = mesh.toOwn(corner);
    findNearest(*mesh.mesh, query, rounding + mesh.rounding, margin, depth, around, found.workspace);
    for (const MeshPoint& at : found.workspace.points) {
        RoundedContactPoint contact;
        contact.feature = firstFeature + at.feature;
        contact.normal = mesh.R * at.normal;
        contact.overlap = rounding + mesh.rounding - at.distance;
        if (!(contact.overlap > -margin)) continue;
        contact.point = corner - (rounding - 0.5 * contact.overlap) * contact.normal;
        contact.curvatureA = curvatureOfMesh(*mesh.mesh, at, mesh.rounding, {rounding}).turned(mesh.R);
        contact.curvatureB = SurfaceCurvature::Kind::Round;
        contact.front = frontOf(*mesh.mesh, query, at);
        contact.corner = firstFeature;
        found.contacts.push_back(contact);
    }
}

PlacedEdge placeEdge(const PlacedMesh& mesh, const TriangleMesh::Line& line) {
    return placeEdge(mesh, line.index, line, mesh.mesh->vertices[line.from]);
}
static PlacedEdge placeEdge(const RoundedBody& body, int index) {
    const Polytope::Edge& edge = body.core->edges[index];
    return placeEdge(body, index, edge, body.core->vertices[edge.from]);
}

SurfaceCurvature curvatureOfCorner(double rounding, const Vector& normal, double ofOther) {
    return rounding > 0 ? SurfaceCurvature(SurfaceCurvature::Kind::Round)
                        : SurfaceCurvature(Matrix((Matrix::Identity() - normal * normal.transpose()) / ofOther));
}

void crossEdges(const PlacedEdge& a, const PlacedEdge& b, const PlacedMesh& mesh, double rounding, double margin,
                std::int64_t feature, MeshContactPoints& found, const PlacedMesh* other, double radiiAtEnd) {
    RoundedContactPoint contact;
    const bool isTouch = crossEdges(a, b, mesh.rounding, rounding, margin, contact, radiiAtEnd);
    const double distance = contact.front, radii = mesh.rounding + rounding; // distance of the edges, if they are near
    const bool isHidden = distance < radii && !(contact.overlap > 0);
    if (!isTouch && !isHidden) return;
    contact.feature = contact.corner = feature;
    const auto frontOfEdge = [&](const PlacedMesh& of, int edge, const Vector& direction) {
        return frontOf(of, int(of.mesh->triangles.size()) + edge, direction, distance, radii);
    };
    contact.front = frontOfEdge(mesh, a.index, contact.normal);
    if (other) contact.front = std::min(contact.front, frontOfEdge(*other, b.index, -contact.normal));
    if (isHidden && contact.front < std::numeric_limits<double>::infinity())
        found.hidden.push_back({feature, contact.front <= 0});
    if (!isTouch) return;
    if (!(mesh.rounding > 0)) contact.curvatureA = curvatureAcross(a, contact.normal, rounding);
    if (!(rounding > 0)) contact.curvatureB = curvatureAcross(b, contact.normal, mesh.rounding);
    found.contacts.push_back(contact);
}
} // namespace detail

void findContactPoints(const PlacedMesh& mesh, const RoundedBody& body, double radius, double margin,
                       AroundCorners& around, MeshContactPoints& found) {
    const TriangleMesh& own = *mesh.mesh;
    const double depth = detail::depthOf(own, radius);
    const double reach = mesh.rounding + body.rounding + margin;
    found.clear();
    const std::int64_t numFeatures = own.numFeatures(), numCorners = std::int64_t(body.core->vertices.size());
    around.resize(numCorners);
    for (std::int64_t i = 0; i < numCorners; ++i)
        detail::findAtCorner(body.toGround(body.core->vertices[i]), body.rounding, mesh, depth, margin, i * numFeatures,
                             around[i], found);
    if (body.isSphere()) return;
    const auto isNear = [&](const Vector& middle, double size) {
        const Vector query = body.toOwn(mesh.toGround(middle));
        return query.norm() <= radius + mesh.rounding + margin + size &&
               !isBeyondReach(*body.core, query, query, reach + size);
    };
    std::int64_t feature = numCorners * numFeatures;
    own.corners.visitIf(isNear, [&](int i) {
        RoundedContactPoint contact;
        const Vector corner = mesh.toGround(own.vertices[own.cornersOf[i]]);
        if (!detail::findAtCorner(corner, mesh.rounding, body, margin, contact, contact.curvatureB)) return;
        contact.feature = contact.corner = feature + i;
        contact.normal *= -1;
        contact.front = detail::frontOfVertex(mesh, own.cornersOf[i], contact.normal, contact.overlap,
                                              mesh.rounding + body.rounding);
        contact.curvatureA = detail::curvatureOfCorner(mesh.rounding, contact.normal, body.rounding);
        found.contacts.push_back(contact);
    });
    feature += std::int64_t(own.cornersOf.size());
    found.edges.clear();
    own.across.visitIf(isNear, [&](int i) { found.edges.push_back(detail::placeEdge(mesh, own.edgeFeatures[i])); });
    const std::int64_t numEdges = std::int64_t(body.core->edges.size());
    for (const detail::PlacedEdge& edge : found.edges) {
        if (isBeyondReach(body, edge, reach)) continue;
        for (int e = 0; e < numEdges; ++e)
            detail::crossEdges(edge, detail::placeEdge(body, e), mesh, body.rounding, margin,
                               feature + edge.index * numEdges + e, found);
    }
}

void findContactPoints(const PlacedMesh& a, const PlacedMesh& b, double margin, AroundCorners& around,
                       MeshContactPoints& found) {
    found.clear();
    const auto depthIn = [](const PlacedMesh& mesh, const PlacedMesh& other) {
        return detail::depthOf(*mesh.mesh, other.mesh->size);
    };
    const double reach = a.rounding + b.rounding + margin;
    // Returns true for corners and edges of one mesh near triangles of the other one. Those three times as deep behind them as is valid are
    // left out.
    const auto isNear = [&](const PlacedMesh& mesh, const PlacedMesh& other) {
        return [&, reach](const Vector& middle, double size) {
            return other.mesh->tree.isAnyNear(other.toOwn(mesh.toGround(middle)), 3 * reach + size);
        };
    };
    around.resize(a.mesh->cornersOf.size() + b.mesh->cornersOf.size());
    std::int64_t feature = 0;
    const auto findAtCorners = [&](const PlacedMesh& mesh, const PlacedMesh& other, bool isMeshB) {
        const std::int64_t numFeatures = mesh.mesh->numFeatures();
        const std::vector<int>& corners = other.mesh->cornersOf;
        other.mesh->corners.visitIf(isNear(other, mesh), [&](int i) {
            const std::size_t first = found.contacts.size();
            detail::findAtCorner(other.toGround(other.mesh->vertices[corners[i]]), other.rounding, mesh,
                                 depthIn(mesh, other), margin, feature + i * numFeatures,
                                 around[std::size_t(i) + (isMeshB ? b.mesh->cornersOf.size() : 0)], found);
            for (std::size_t t = first; t < found.contacts.size(); ++t) {
                RoundedContactPoint& contact = found.contacts[t];
                contact.curvatureB = detail::curvatureOfCorner(other.rounding, contact.normal, mesh.rounding);
                contact.front =
                    std::min(contact.front, detail::frontOfVertex(other, corners[i], -contact.normal, contact.overlap,
                                                                  mesh.rounding + other.rounding));
                if (!isMeshB) continue;
                std::swap(contact.curvatureA, contact.curvatureB);
                contact.normal *= -1;
            }
        });
        feature += numFeatures * std::int64_t(corners.size());
    };
    findAtCorners(a, b, false);
    findAtCorners(b, a, true);
    const std::int64_t numEdges = std::int64_t(b.mesh->edges.size());
    a.mesh->across.visitIf(isNear(a, b), [&](int i) {
        const detail::PlacedEdge edge = detail::placeEdge(a, a.mesh->edgeFeatures[i]);
        const Vector middle = edge.from + 0.5 * edge.length * edge.direction;
        b.mesh->across.visitNear(b.toOwn(middle), 0.5 * edge.length + reach, [&](int j) {
            const detail::PlacedEdge other = detail::placeEdge(b, b.mesh->edgeFeatures[j]);
            detail::crossEdges(edge, other, a, b.rounding, margin, feature + edge.index * numEdges + other.index, found,
                               &b);
        });
    });
}

void findContactPoints(const PlacedMesh& mesh, const Vector& outward, double height, double margin,
                       MeshContactPoints& found) {
    found.clear();
    const TriangleMesh& own = *mesh.mesh;
    const Vector down = -(mesh.R.transpose() * outward);
    const double deepest =
        mesh.rounding + margin - (outward.dot(mesh.origin) - height); // reach of contacts along `down`
    own.corners.visitBeyond(down, -deepest, [&](int i) {
        const Vector corner = mesh.toGround(own.vertices[own.cornersOf[i]]);
        const double overlap = mesh.rounding - (outward.dot(corner) - height);
        if (!(overlap > -margin)) return;
        found.contacts.push_back({i, corner - (mesh.rounding - 0.5 * overlap) * outward, -outward, overlap,
                                  SurfaceCurvature(SurfaceCurvature::Kind::Round), SurfaceCurvature()});
    });
}
} // namespace simbodydem::kernels
