// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_MESH_CONTACT_H
#define SIMBODYDEM_GEOMETRY_MESH_CONTACT_H

#include "geometry/Hollow.h"
#include "geometry/PointOnMesh.h"
#include "geometry/RoundedContact.h"

#include <cstdint>
#include <vector>

// Finds contacts of a surface of triangles with rounded bodies, half spaces and other surfaces of triangles. These are corners of the other
// body on its faces, its own corners on the other body, and edges that cross.

namespace simbodydem::kernels {

/** Holds a mesh in Ground. */
struct PlacedMesh {
    const TriangleMesh* mesh;
    double rounding;
    Matrix R; // rotation from the mesh's own frame
    Vector origin;

    Vector toGround(const Vector& own) const { return R * own + origin; }
    Vector toOwn(const Vector& point) const { return R.transpose() * (point - origin); }
};

/** Stores the triangles near each corner of a pair of surfaces, from one search to the next. */
using AroundCorners = std::vector<TrianglesAround>;

/** Names a corner within reach of a one-sided surface that the shape of this surface hides, such as an edge under a face. It has no force. */
struct HiddenContactPoint {
    std::int64_t corner; // as in RoundedContactPoint
    bool isBehind;
};

/** Workspace of a search; its memory is reused. */
struct MeshContactPoints {
    std::vector<RoundedContactPoint> contacts;
    std::vector<HiddenContactPoint> hidden;
    MeshSearchWorkspace workspace;
    std::vector<detail::PlacedEdge> edges, others;

    void clear() {
        contacts.clear();
        hidden.clear();
    }
};

// Returns the curvature of a mesh at a point. It is that of curvatureOfRounded() where edges are sharp. It is flat where they are not sharp, and
// without rounding, except in a hollow (Hollow.h).
SurfaceCurvature curvatureOfMesh(const TriangleMesh& mesh, const MeshPoint& at, double rounding, const InHollow& other);

namespace detail {

// Returns how far a point is in front of a one-sided surface [m]; infinite for other surfaces. A point beside the rim is nearest to the
// rim. The plane of the faces there separates front from back.
double frontOf(const TriangleMesh& mesh, const Vector& query, const MeshPoint& at);

// Returns how far behind its faces a surface holds a body in contact [m]. @param radius  of that body [m]
double depthOf(const TriangleMesh& mesh, double radius);

// Returns how far a contact at an edge or a vertex is in front of a one-sided surface. The body is in this direction, in Ground. A surface
// that passes through the other body leaves it where the distance of the cores is zero. Half of both roundings distinguishes this from a
// contact that begins.
double frontOf(const PlacedMesh& mesh, int feature, const Vector& direction, double distance, double radii);
double frontOfVertex(const PlacedMesh& mesh, int vertex, const Vector& direction, double overlap, double radii);

// Finds all contacts of the sphere of a corner with a mesh, which is a. @param depth  largest depth behind the surface [m]
void findAtCorner(const Vector& corner, double rounding, const PlacedMesh& mesh, double depth, double margin,
                  std::int64_t firstFeature, TrianglesAround& around, MeshContactPoints& found);

PlacedEdge placeEdge(const PlacedMesh& mesh, const TriangleMesh::Line& line);

// Returns the curvature of a corner. Without rounding it is as stiff as if it had the rounding of the other body, which is flat or a cylinder there.
SurfaceCurvature curvatureOfCorner(double rounding, const Vector& normal, double ofOther);

// Adds the contact of two edges that cross. @param other  the mesh of edge b, or null @param radiiAtEnd  as in RoundedContact.h
void crossEdges(const PlacedEdge& a, const PlacedEdge& b, const PlacedMesh& mesh, double rounding, double margin,
                std::int64_t feature, MeshContactPoints& found, const PlacedMesh* other = nullptr,
                double radiiAtEnd = 0);

} // namespace detail

/** Finds all contacts of a mesh, which is a, with a rounded body, with overlap > -margin.
@param radius  of the sphere about the origin of the body that contains it [m]
@param margin  [m] */
void findContactPoints(const PlacedMesh& mesh, const RoundedBody& body, double radius, double margin,
                       AroundCorners& around, MeshContactPoints& found);

/** Finds all contacts of two meshes, with overlap > -margin. */
void findContactPoints(const PlacedMesh& a, const PlacedMesh& b, double margin, AroundCorners& around,
                       MeshContactPoints& found);

/** Finds all contacts of a mesh, which is a, with a half space, with overlap > -margin. They are corners of the mesh.
@param outward  outward normal of the half space
@param height   of its surface along this normal [m] */
void findContactPoints(const PlacedMesh& mesh, const Vector& outward, double height, double margin,
                       MeshContactPoints& found);

} // namespace simbodydem::kernels

#endif
