// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_CONVEX_HULL_H
#define SIMBODYDEM_GEOMETRY_CONVEX_HULL_H

#include "geometry/Polytope.h"

#include <optional>
#include <vector>

// Convex hulls, for the cores of rounded bodies. Coordinates of real bodies are rounded, by single precision or by a file's digits, so
// faces are planar and planes meet in a corner only to that rounding. Two steps keep this apart from the geometry. An exact quickhull
// triangulates the points. Then neighbouring triangles are joined to one face while one plane holds all their corners to a tolerance.
// When a hull is shrunk, its planes are the points of a dual hull, and neighbouring triangles there are joined to one corner while one
// point lies on all their planes to the same tolerance.

namespace simbodydem::kernels {

/** @param tolerance  how far points may be off the plane of their face
@returns nothing if the points do not span a space by more than that */
std::optional<Polytope> makeHull(const std::vector<Vector>& given, double tolerance);

/** The same with a tolerance for the size and the precision of the points. */
std::optional<Polytope> makeHull(const std::vector<Vector>& given);

/** The least distance of a face from the body's middle. */
double halfWidthOf(const Polytope& body);

/** What is further than `depth` from every face, inside: swept by a sphere of that radius it has the same faces. By duality: a
plane n . x = h is the point n/h, and the planes of these points' hull are the corners that are left. All corners are bounded, since
those of the dual hull on its grid are.
@param depth  < halfWidthOf(body) */
std::optional<Polytope> shrunk(const Polytope& body, double depth);

} // namespace simbodydem::kernels

#endif
