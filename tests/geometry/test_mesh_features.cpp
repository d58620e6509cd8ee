// Tests corners and edges of triangle surfaces that can touch flat bodies. None is missing on a fine curved surface, and none is added
// on a flat one.

#include "Draw.h"
#include "Made.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_mesh_features {

using namespace simbodydem::kernels;

namespace {

// Returns a cylinder about z. Each end is a fan; the side has rings of squares.
TriangleMesh cylinder(int facets, double radius, double halfLength, int rings = 1) {
    std::vector<Vector> vertices{{0, 0, -halfLength}, {0, 0, halfLength}};
    Triangles triangles;
    for (int k = 0; k <= rings; ++k)
        for (int i = 0; i < facets; ++i) {
            const double angle = 2 * EIGEN_PI * i / facets;
            vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle),
                                  halfLength * (2. * k / rings - 1));
        }
    const auto at = [&](int k, int i) { return 2 + k * facets + i % facets; };
    for (int i = 0; i < facets; ++i) {
        triangles.push_back({0, at(0, i + 1), at(0, i)});
        triangles.push_back({1, at(rings, i), at(rings, i + 1)});
        for (int k = 0; k < rings; ++k) {
            triangles.push_back({at(k, i), at(k, i + 1), at(k + 1, i + 1)});
            triangles.push_back({at(k, i), at(k + 1, i + 1), at(k + 1, i)});
        }
    }
    return made(vertices, triangles);
}

// Returns the upper half of a ball, or a smaller cap of it, in rings of triangles about z.
TriangleMesh cap(int rings, int sectors, double radius, double angle) {
    std::vector<Vector> vertices{{0, 0, radius}};
    Triangles triangles;
    for (int k = 1; k <= rings; ++k)
        for (int i = 0; i < sectors; ++i) {
            const double down = angle * k / rings, around = 2 * EIGEN_PI * i / sectors;
            vertices.push_back(
                radius * Vector(std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down)));
        }
    const auto at = [&](int k, int i) { return k == 0 ? 0 : 1 + (k - 1) * sectors + i % sectors; };
    for (int k = 0; k < rings; ++k)
        for (int i = 0; i < sectors; ++i) {
            triangles.push_back({at(k, i), at(k + 1, i), at(k + 1, i + 1)});
            if (k > 0) triangles.push_back({at(k, i), at(k + 1, i + 1), at(k, i + 1)});
        }
    return made(vertices, triangles);
}

// Adds a box with n by n squares on each face.
void addGridBox(int n, const Vector& half, std::vector<Vector>& vertices, Triangles& triangles) {
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {-1, 1}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3, first = int(vertices.size());
            for (int i = 0; i <= n; ++i)
                for (int j = 0; j <= n; ++j) {
                    Vector p;
                    p[axis] = side * half[axis];
                    p[u] = half[u] * (2. * i / n - 1);
                    p[v] = half[v] * (2. * j / n - 1);
                    vertices.push_back(p);
                }
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const int a = first + i * (n + 1) + j, b = a + n + 1;
                    if (side > 0) {
                        triangles.push_back({a, b, b + 1});
                        triangles.push_back({a, b + 1, a + 1});
                    } else {
                        triangles.push_back({a, b + 1, b});
                        triangles.push_back({a, a + 1, b + 1});
                    }
                }
        }
}

double supportOf(const TriangleMesh& mesh, const std::vector<int>& vertices, const Vector& direction) {
    double most = -1e300;
    for (const int v : vertices) most = std::max(most, direction.dot(mesh.vertices[v]));
    return most;
}

// Returns the distance by which a mesh extends beyond its corners in a direction.
double lossOfCorners(const TriangleMesh& mesh, const Vector& direction) {
    double most = -1e300;
    for (const Vector& v : mesh.vertices) most = std::max(most, direction.dot(v));
    return most - supportOf(mesh, mesh.cornersOf, direction);
}

} // namespace

// The corners of a cylinder extend as far as all its vertices, to a millionth of its size, for any number of facets. From 6300 facets
// on neighbours bend by less than 1e-3 rad.
TEST(MeshFeatures, OfCylindersExtendAsFarAsTheirVertices) {
    Draw draw(11);
    for (const int facets : {6000, 6500, 7000, 20000, 100000}) {
        const TriangleMesh mesh = cylinder(facets, 0.1, 0.05);
        const double tolerance = 1e-6 * std::hypot(0.2, 0.1);
        for (int i = 0; i < 20; ++i) {
            const double angle = draw.between(0, 6.3);
            EXPECT_LE(lossOfCorners(mesh, {std::cos(angle), std::sin(angle), 0}), tolerance) << facets;
            EXPECT_LE(lossOfCorners(mesh, draw.direction()), tolerance) << facets;
        }
    }
}

// Rings of squares along a cylinder add no corner: its lines lead from end to end.
TEST(MeshFeatures, OfACylinderDoNotDependOnRings) {
    const TriangleMesh one = cylinder(6500, 0.1, 0.05), many = cylinder(6500, 0.1, 0.05, 20);
    EXPECT_EQ(many.cornersOf.size(), one.cornersOf.size());
    EXPECT_EQ(many.edgeFeatures.size(), one.edgeFeatures.size());
}

// The corners of caps, which bend in two directions, extend as far as their vertices. Triangles are 1 mm to 0.02 mm long, on a ball of
// 1 m.
TEST(MeshFeatures, OfCapsExtendAsFarAsTheirVertices) {
    Draw draw(12);
    for (const int rings : {10, 50, 500}) {
        const double angle = 0.01;
        const TriangleMesh mesh = cap(rings, 60, 1, angle);
        for (int i = 0; i < 20; ++i) {
            const double down = draw.between(0, 0.9 * angle), around = draw.between(0, 6.3);
            const Vector direction(std::sin(down) * std::cos(around), std::sin(down) * std::sin(around),
                                   std::cos(down));
            EXPECT_LE(lossOfCorners(mesh, direction), 1e-6 * 2 * angle) << rings;
        }
    }
}

// A rotated box of 12 to 120 000 triangles, whose coordinates are rounded to single precision, has eight corners and twelve edges.
TEST(MeshFeatures, OfABoxInSinglePrecisionAreThoseOfTheBox) {
    Draw draw(13);
    for (const int n : {1, 10, 100})
        for (int i = 0; i < 3; ++i) {
            std::vector<Vector> vertices;
            Triangles triangles;
            addGridBox(n, {0.1, 0.07, 0.04}, vertices, triangles);
            const Matrix R = draw.rotation();
            for (Vector& v : vertices) v = inSinglePrecision(R * v);
            const TriangleMesh mesh = made(vertices, triangles, 0.1 / n > 0.01 ? 0.005 : 0);
            EXPECT_EQ(mesh.cornersOf.size(), 8u) << n;
            EXPECT_EQ(mesh.edgeFeatures.size(), 12u) << n;
            EXPECT_TRUE(mesh.isClosed);
        }
}

// A bump of a hundred thousandth of the size stays a corner, on faces of any number of triangles.
TEST(MeshFeatures, KeepABump) {
    for (const int n : {10, 100}) {
        std::vector<Vector> vertices;
        Triangles triangles;
        addGridBox(n, {0.1, 0.1, 0.1}, vertices, triangles);
        const Vector middle(0.1, 0, 0);
        for (Vector& v : vertices)
            if ((v - middle).norm() < 1e-9) v[0] += 4e-6;
        const TriangleMesh mesh = made(vertices, triangles);
        EXPECT_LE(lossOfCorners(mesh, Vector::UnitX()), 1e-6 * std::sqrt(0.12)) << n;
    }
}

} // namespace test_mesh_features
