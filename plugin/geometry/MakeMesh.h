// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_MAKE_MESH_H
#define SIMBODYDEM_GEOMETRY_MAKE_MESH_H

#include "geometry/TriangleMesh.h"

#include <array>
#include <string>
#include <vector>

// Makes a surface of loose triangles. Finds common edges and their convexity, and moves the surface inwards by the rounding.

namespace simbodydem::kernels {

/** Describes a fault of triangles that should be a surface. */
struct MeshFault {
    std::string text;
    bool isRounding = false; // true if the rounding is too large
    int triangle = -1;       // the triangle that vanishes with this rounding; < 0: not known
    double width = 0;        // width of that triangle where it is narrowest [m]
    double most = 0;         // rounding at which it vanishes [m]
    bool exists() const { return isRounding || !text.empty(); }
};

namespace detail {

// Joins vertices at the same position, which files of loose triangles have.
void weld(std::vector<Vector>& vertices, std::vector<std::array<int, 3>>& triangles, double tolerance);

// Assigns each convex edge and each end of these edges to one triangle.
void assignFeatures(TriangleMesh& mesh);

// Finds for each triangle the sharp edges of its plane that are within the rounding of it.
void findRims(TriangleMesh& mesh, double rounding);

// Builds the search trees of triangles, corners and edges.
void plant(TriangleMesh& mesh);

// Sets the triangles of a mesh and finds its edges and geometry. Returns the first fault.
MeshFault setTriangles(TriangleMesh& mesh, const std::vector<std::array<int, 3>>& triangles);

} // namespace detail

/** Returns the triangles of a grid of points, by x and then by y: two per cell, one after the other. */
std::vector<std::array<int, 3>> makeGridTriangles(int numX, int numY);

/** Makes a surface of triangles and moves it inwards by the rounding.
@param rounding     radius of edges and corners [m], >= 0
@param isContainer  true if the triangles look inwards
@returns the first fault */
MeshFault makeMesh(TriangleMesh& mesh, std::vector<Vector> vertices, std::vector<std::array<int, 3>> triangles,
                   double rounding, bool isContainer = false);

} // namespace simbodydem::kernels

#endif
