#ifndef SIMBODYDEM_TESTS_MADE_H
#define SIMBODYDEM_TESTS_MADE_H

#include "geometry/MakeMesh.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using Triangles = std::vector<std::array<int, 3>>;

/** Returns the surface of these triangles, which must be valid. */
inline simbodydem::kernels::TriangleMesh made(const std::vector<simbodydem::kernels::Vector>& vertices,
                                              const Triangles& triangles, double rounding = 0) {
    simbodydem::kernels::TriangleMesh mesh;
    const simbodydem::kernels::MeshFault fault = simbodydem::kernels::makeMesh(mesh, vertices, triangles, rounding);
    EXPECT_FALSE(fault.exists()) << fault.text;
    return mesh;
}

#endif
