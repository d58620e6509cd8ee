// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_HOLLOW_H
#define SIMBODYDEM_GEOMETRY_HOLLOW_H

#include "geometry/TriangleMesh.h"

#include <vector>

// Estimates the curvature of the smooth surface that the flat faces of a hollow stand for, such as a pipe. Each edge turns the surface by
// its angle w over half the widths of both faces beside it. So the curvature of a face is the sum of tan(w/2) |e| m m^T over its edges,
// divided by its area, with the direction m across each edge. This is exact for the largest ball or cylinder that fits if the faces touch
// it in their middles. A corner, at which faces meet more steeply than `steepest`, is no part of a hollow.

namespace simbodydem::kernels {

/** Describes the other body at a contact with a hollow, by its radii of curvature [m]. */
struct InHollow {
    double radius;                 // the largest one
    const Matrix* radii = nullptr; // in the tangent plane; null: `radius` in every direction
};

namespace detail {

// Sine of the angle from which on two faces that meet are a corner: 1.2 rad. A hexagonal pipe is a hollow, a box is none.
constexpr double steepest = 0.932;

/** Finds how hollow a mesh is at its vertices: `hollows`, and for each triangle `hollow` and `hollowness`. */
void findHollows(TriangleMesh& mesh);

/** Returns the curvature of the sharpest hollow around a point [1/m]. It has no jumps as the point moves.
@param near  numbers of the triangles within reach */
double hollownessAround(const TriangleMesh& mesh, const Vector& query, double reach, const std::vector<int>& near);

/** Returns the curvature tensor of a hollow at a contact [1/m], with no positive values. It is at most 0.99 of that of the other body.
It vanishes where the body is much smaller than the hollow, or smaller than the faces, which are flat to this body then.
@param rounding  of the mesh [m]
@param isHollow  is set to false if the tensor is zero */
Matrix hollowAt(const TriangleMesh& mesh, const MeshPoint& at, double rounding, const InHollow& other, bool& isHollow);

} // namespace detail
} // namespace simbodydem::kernels

#endif
