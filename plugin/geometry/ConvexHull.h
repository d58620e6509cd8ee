// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_CONVEX_HULL_H
#define SIMBODYDEM_GEOMETRY_CONVEX_HULL_H

#include "geometry/Polytope.h"

#include <optional>
#include <vector>

// Computes convex hulls, for the cores of rounded bodies. Coordinates of real bodies are rounded, by single precision or by the digits of a
// file. So faces are planar, and planes meet in a corner, only to that rounding. Two steps separate this from the geometry. An exact
// quickhull triangulates the points. Then neighbouring triangles are joined to one face while all their corners are in one plane to a
// tolerance. When a hull is shrunk, its planes are the points of a dual hull. Neighbouring triangles there are joined to one corner while
// one point lies on all their planes to the same tolerance.

namespace simbodydem::kernels {

/** Returns the convex hull of points.
@param given      points [m]
@param tolerance  largest distance of points from the plane of their face [m]
@returns no hull if the points do not enclose a volume by more than the tolerance */
std::optional<Polytope> makeHull(const std::vector<Vector>& given, double tolerance);

/** Returns the convex hull of points, with a tolerance for their size and precision. */
std::optional<Polytope> makeHull(const std::vector<Vector>& given);

/** Returns the core of a brick: a box about the origin. @param half  its half lengths [m] */
Polytope makeBox(const Vector& half);

/** Returns the core of a capsule: a segment along z about the origin. @param halfLength  [m] */
Polytope makeSegment(double halfLength);

/** Returns the least distance of a face from the middle of the body [m]. */
double halfWidthOf(const Polytope& body);

/** Returns the part of a body that is further inside than `depth` from every face. Swept by a sphere of that radius it has the same faces.
It is found by duality: a plane n . x = h is the point n/h. The planes of the hull of these points are the remaining corners. All corners
are bounded, since those of the dual hull on its grid are.
@param depth  [m], < halfWidthOf(body) */
std::optional<Polytope> shrunk(const Polytope& body, double depth);

} // namespace simbodydem::kernels

#endif
