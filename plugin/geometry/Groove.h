// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_GROOVE_H
#define SIMBODYDEM_GEOMETRY_GROOVE_H

#include "geometry/TriangleMesh.h"

#include <vector>

// Joins the contacts with faces that meet in shallow grooves, because their contact areas would overlap. Such a groove is rounded by a
// ball larger than the one in contact. The ball fits into the hollow that the faces form.

namespace simbodydem::kernels {

struct EllipsoidBody;
struct EllipsoidSize;

namespace detail {

// Radius of the sphere that rounds a shallow groove, over the radius of the sphere in contact [-]. The contacts with both faces, whose
// areas overlap, then are one contact, which turns from one face to the other. In a hollow that is less than twice as large as the sphere
// in contact it is smaller.
constexpr double grooveRadii = 1.5;

// Height of the rounding of grooves above their bottom, if two grooves follow each other [m]. A contact with it begins before one with the
// faces.
inline double raisedBy(double radiusOfBody) { return 0.5 * grooveRadii * shallow * shallow * radiusOfBody; }

// Holds how the grooves around a point are rounded.
struct GrooveRounding {
    double hollowness; // curvature of the sharpest hollow around [1/m]

    // Returns the radius of the rounding: it is midway between those of the body and of the hollow, but no more than grooveRadii.
    double radiusFor(double radiusOfBody) const;
    // Returns the sine of the angle up to which a groove is shallow. The contact area is longer in a hollow that the body nearly fills,
    // by (1 - r/R)^(-1/2), so it covers steeper grooves.
    double shallowFor(double radiusOfBody) const;
};

// Returns the rounding of grooves around a point. @param radiusOfBody  [m] @param near  numbers of the triangles around; they are sorted
GrooveRounding roundingAround(const TriangleMesh& mesh, const Vector& query, double radiusOfBody, double reach,
                              std::vector<int>& near);

// Moves the nearest points of a mesh to a sphere onto the rounding of their grooves. Points that become one remain once.
void moveToGrooveRounding(const TriangleMesh& mesh, const Vector& query, double radiusOfSphere, const GrooveRounding& rounding,
                     const std::vector<int>& near, std::vector<MeshPoint>& found);

// Does the same for the points nearest to an ellipsoid. @param ellipsoid  in the frame of the mesh @param reach  of its contacts [m]
void moveToGrooveRounding(const TriangleMesh& mesh, const EllipsoidBody& ellipsoid, double roundingOfMesh, double reach,
                     std::vector<int>& near, std::vector<MeshPoint>& found);

} // namespace detail
} // namespace simbodydem::kernels

#endif
