// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_MESH_CONTACT_H
#define SIMBODYDEM_GEOMETRY_MESH_CONTACT_H

#include "geometry/PointOnMesh.h"
#include "geometry/RoundedContact.h"

#include <cstdint>
#include <vector>

// Where a surface of triangles touches rounded bodies, ellipsoids, half spaces and its like: corners of the other on its faces, its
// own corners on the other, edges that cross.

namespace simbodydem::kernels {

/** A mesh in Ground. */
struct PlacedMesh {
    const TriangleMesh* mesh;
    double rounding;
    Matrix R; // from the mesh's own frame
    Vector origin;

    Vector toGround(const Vector& own) const { return R * own + origin; }
    Vector toOwn(const Vector& place) const { return R.transpose() * (place - origin); }
};

/** What triangles each corner of a pair of surfaces is near to, from one search to the next. */
using AroundCorners = std::vector<TrianglesAround>;

/** What is within reach of a one-sided surface where its shape hides it: an edge under a face. It has no force. */
struct HiddenContactPoint {
    std::int64_t corner; // as of a RoundedContactPoint
    bool isBehind;
};

/** Room for a search, used again. */
struct MeshContactPoints {
    std::vector<RoundedContactPoint> contacts;
    std::vector<HiddenContactPoint> hidden;
    MeshSearchRoom room;
    std::vector<detail::PlacedEdge> edges, others;

    void clear() {
        contacts.clear();
        hidden.clear();
    }
};

// Like bendOfRounded(), where edges are sharp; and flat where they are not, or not rounded.
Bend bendOfMesh(const TriangleMesh& mesh, const MeshPoint& at, double rounding);

namespace detail {

// How far a place is in front of a one-sided surface; of others infinite. On the rim a place is nearest from beside: the plane of the
// faces there tells front from back.
double frontOf(const TriangleMesh& mesh, const Vector& place, const MeshPoint& at);

// How far behind its faces a surface still holds what touches it. @param radius of the body that does
double depthOf(const TriangleMesh& mesh, double radius);

} // namespace detail

/** All touches of a mesh, which is a, and a rounded body with overlap > -margin. @param radius of the sphere about the body's
origin that holds it */
void findContactPoints(const PlacedMesh& mesh, const RoundedBody& body, double radius, double margin,
                       AroundCorners& around, MeshContactPoints& found);

/** The same of two meshes. */
void findContactPoints(const PlacedMesh& a, const PlacedMesh& b, double margin, AroundCorners& around,
                       MeshContactPoints& found);

/** The same of a mesh, which is a, and a half space: its corners. @param outward of the half space, whose surface is at `height`
along it */
void findContactPoints(const PlacedMesh& mesh, const Vector& outward, double height, double margin,
                       MeshContactPoints& found);

} // namespace simbodydem::kernels

#endif
