// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_MAKE_MESH_H
#define SIMBODYDEM_GEOMETRY_MAKE_MESH_H

#include "geometry/TriangleMesh.h"

#include <array>
#include <string>
#include <vector>

// From loose triangles to a surface: which of them share an edge, how it is bent there, and where it goes by the rounding.

namespace simbodydem::kernels {

/** What is wrong with triangles that are to be a surface, if anything is. */
struct MeshFault {
    std::string text;
    bool isRounding = false; // which is too large
    int triangle = -1;       // that vanishes with this rounding, if it is known
    double width = 0;        // of that triangle where it is narrowest [m]
    double most = 0;         // rounding at which it vanishes [m]
    bool exists() const { return isRounding || !text.empty(); }
};

namespace detail {

// Vertices at one place, as files of loose triangles have them, are one.
void weld(std::vector<Vector>& vertices, std::vector<std::array<int, 3>>& triangles, double tolerance);

// Each convex edge and each of their ends to one triangle.
void shareOut(TriangleMesh& mesh);

// Of each triangle the sharp edges of its plane that are within the rounding of it.
void findRims(TriangleMesh& mesh, double rounding);

void plant(TriangleMesh& mesh);

MeshFault setTriangles(TriangleMesh& mesh, const std::vector<std::array<int, 3>>& triangles);

} // namespace detail

/** Make a surface of triangles, inwards by the rounding. @param isContainer whether the triangles look inwards */
MeshFault makeMesh(TriangleMesh& mesh, std::vector<Vector> vertices, std::vector<std::array<int, 3>> triangles,
                   double rounding, bool isContainer = false);

} // namespace simbodydem::kernels

#endif
