#ifndef SIMBODYDEM_TESTS_MESHES_H
#define SIMBODYDEM_TESTS_MESHES_H

#include "Simbody.h"

#include "simbodydem/shapes/Mesh.h"

#include <array>
#include <cmath>
#include <vector>

using Triangles = std::vector<std::array<int, 3>>;

/** Returns a mesh of n by n squares, of two triangles each, over [-half, half]^2 in x and z. Its y is height(x, z). */
template <class Height>
simbodydem::Mesh meshOfHeights(int n, SimTK::Real half, const Height& height, SimTK::Real rounding = 0) {
    std::vector<SimTK::Vec3> vertices;
    Triangles triangles;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) {
            const SimTK::Real x = half * (2. * i / n - 1), z = half * (2. * j / n - 1);
            vertices.emplace_back(x, height(x, z), z);
        }
    const auto at = [n](int i, int j) { return i * (n + 1) + j; };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
            triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
        }
    return simbodydem::Mesh(vertices, triangles, rounding);
}

inline std::vector<SimTK::Vec3> cornersOfBox(const SimTK::Vec3& half) {
    std::vector<SimTK::Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return corners;
}

inline simbodydem::Mesh meshOfBox(const SimTK::Vec3& half, SimTK::Real rounding) {
    return simbodydem::Mesh(cornersOfBox(half),
                            {{0, 2, 3},
                             {0, 3, 1},
                             {4, 5, 7},
                             {4, 7, 6},
                             {0, 1, 5},
                             {0, 5, 4},
                             {2, 6, 7},
                             {2, 7, 3},
                             {0, 4, 6},
                             {0, 6, 2},
                             {1, 3, 7},
                             {1, 7, 5}},
                            rounding);
}

/** Returns a torus about y; its mesh has `rings` by `sides` squares. */
inline simbodydem::Mesh meshOfTorus(SimTK::Real radius, SimTK::Real tube, int rings, int sides, SimTK::Real rounding) {
    std::vector<SimTK::Vec3> vertices;
    Triangles triangles;
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sides; ++j) {
            const SimTK::Real u = 2 * SimTK::Pi * i / rings, v = 2 * SimTK::Pi * j / sides,
                              r = radius + tube * std::cos(v);
            vertices.emplace_back(r * std::cos(u), tube * std::sin(v), -r * std::sin(u));
        }
    const auto at = [=](int i, int j) { return (i % rings) * sides + j % sides; };
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sides; ++j) {
            triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return simbodydem::Mesh(vertices, triangles, rounding);
}

/** Returns stairs that descend along x from the origin, with a landing before and after them. */
inline simbodydem::Mesh meshOfStairs(int count, SimTK::Real tread, SimTK::Real rise, SimTK::Real width,
                                     SimTK::Real rounding) {
    std::vector<SimTK::Vec3> vertices;
    Triangles triangles;
    const auto addTo = [&](SimTK::Real x, SimTK::Real y) { // a strip from the last pair of vertices to the next pair
        const int n = int(vertices.size());
        for (const SimTK::Real z : {-width, width}) vertices.emplace_back(x, y, z);
        if (n == 0) return;
        triangles.push_back({n - 2, n - 1, n + 1});
        triangles.push_back({n - 2, n + 1, n});
    };
    addTo(-3 * tread, 0);
    for (int i = 0; i <= count; ++i) {
        addTo(i * tread, -i * rise);
        addTo(i * tread, -(i + 1) * rise);
    }
    addTo((count + 30) * tread, -(count + 1) * rise);
    return simbodydem::Mesh(vertices, triangles, rounding);
}

#endif
