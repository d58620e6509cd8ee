// Tests surfaces whose triangles meet without a common edge: the surface continues there. Tests also the largest possible rounding.

#include "geometry/EllipsoidOnMesh.h"

#include "Draw.h"
#include "Made.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_stitch_mesh {

using namespace simbodydem::kernels;

namespace {

struct Loose { // triangles with separate vertices
    std::vector<Vector> vertices;
    Triangles triangles;

    void addRectangle(double x0, double x1, double y0, double y1) {
        const int n = int(vertices.size());
        for (const double x : {x0, x1})
            for (const double y : {y0, y1}) vertices.emplace_back(x, y, 0);
        triangles.push_back({n, n + 2, n + 3});
        triangles.push_back({n, n + 3, n + 1});
    }
    TriangleMesh make(double rounding = 0) const { return made(vertices, triangles, rounding); }
};

// A floor of six rectangles in three rows, each shifted by a part of one, rotated by R.
Loose bond(const Matrix& R, bool isSingle) {
    Loose floor;
    floor.addRectangle(-1, 0.3, -1, 0);
    floor.addRectangle(0.3, 1, -1, 0);
    floor.addRectangle(-1, -0.7, 0, 0.5);
    floor.addRectangle(-0.7, 0.1, 0, 0.5);
    floor.addRectangle(0.1, 1, 0, 0.5);
    floor.addRectangle(-1, 1, 0.5, 1);
    for (Vector& v : floor.vertices) {
        v = R * v;
        if (isSingle) v = inSinglePrecision(v);
    }
    return floor;
}

int numBorders(const TriangleMesh& mesh) {
    int count = 0;
    for (const TriangleMesh::Edge& edge : mesh.edges) count += edge.numFaces == 1;
    return count;
}

} // namespace

// A floor of shifted rows is one surface whose border is its outline, in double and in single precision.
TEST(StitchMesh, JoinsRowsThatAreShifted) {
    Draw draw(21);
    for (const bool isSingle : {false, true})
        for (int i = 0; i < 20; ++i) {
            const TriangleMesh mesh = bond(i == 0 ? Matrix(Matrix::Identity()) : draw.rotation(), isSingle).make();
            EXPECT_EQ(numBorders(mesh), 9); // two below, one above, three on each side
            EXPECT_EQ(mesh.cornersOf.size(), 4u);
            EXPECT_EQ(mesh.edgeFeatures.size(), 4u);
        }
}

// On this floor a ball, an ellipsoid and a wheel have one contact at any position, with the overlap of a plane.
TEST(StitchMesh, GivesOneContactOnAPlane) {
    Draw draw(22);
    const TriangleMesh mesh = bond(Matrix::Identity(), false).make();
    const PlacedMesh placed{&mesh, 0, Matrix::Identity(), Vector::Zero()};
    const double depth = 1e-3;
    const EllipsoidBody bodies[] = {{Vector(0.1, 0.1, 0.1), Matrix::Identity(), Vector::Zero()},
                                    {Vector(0.1, 0.08, 0.05), Matrix::Identity(), Vector::Zero()},
                                    {Vector(0.08, 0.08, 0), Matrix::Identity(), Vector::Zero(), 0.02}};
    MeshSearchWorkspace workspace;
    for (EllipsoidBody body : bodies) {
        TrianglesAround around;
        EllipsoidContactPoints found;
        const std::vector<EllipsoidOnMesh>& touches = found.contacts;
        for (int i = 0; i < 3000; ++i) {
            body.R = draw.rotation();
            body.centre = {draw.between(-0.8, 0.8), draw.between(-0.8, 0.8), 0};
            if (i % 2) body.centre[1] = i % 4 == 1 ? 0 : 0.5 + draw.between(-1e-3, 1e-3); // on the borders of the rows
            body.centre[2] = body.size().support(-Vector::UnitZ()).height - depth;
            findContactPoints(placed, body, 0, around, workspace, found);
            ASSERT_EQ(touches.size(), 1u) << i << ": " << body.centre.transpose();
            EXPECT_NEAR(touches[0].contact.overlap, depth, 1e-12);
        }
    }
}

// A box with two faces that are cut differently from their neighbours is closed. Its planes move inwards by the rounding, as for any
// box.
TEST(StitchMesh, ClosesABox) {
    std::vector<Vector> vertices;
    for (int i = 0; i < 8; ++i) vertices.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    Triangles triangles{{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7},
                        {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    vertices.emplace_back(0.3, -1, 1); // on two edges of the upper face, z = 1
    vertices.emplace_back(-0.2, 1, 1);
    for (const auto& t : Triangles{{4, 8, 9}, {4, 9, 6}, {8, 5, 7}, {8, 7, 9}}) triangles.push_back(t);
    TriangleMesh mesh;
    const MeshFault fault = makeMesh(mesh, vertices, triangles, 0.1);
    ASSERT_FALSE(fault.exists()) << fault.text;
    EXPECT_TRUE(mesh.isClosed);
    EXPECT_EQ(mesh.cornersOf.size(), 8u);
    for (const int v : mesh.cornersOf) EXPECT_NEAR(mesh.vertices[v].cwiseAbs().maxCoeff(), 0.9, 1e-12);
}

// Some parts stay separate: a wall whose foot meets a floor's border from its own side, a fin, and parts with a gap.
TEST(StitchMesh, KeepsSeparatePartsApart) {
    Loose gap;
    gap.addRectangle(-1, 0, -1, 1);
    gap.addRectangle(1e-6, 1, -0.5, 0.5);
    EXPECT_EQ(numBorders(gap.make()), 8);
    Loose corner; // touches the middle of the other part's border with one corner
    corner.addRectangle(-1, 0, -1, 1);
    corner.vertices.insert(corner.vertices.end(), {{0, 0, 0}, {1, -1, 0}, {1, 1, 0}});
    corner.triangles.push_back({4, 5, 6});
    EXPECT_EQ(numBorders(corner.make()), 7);
    Loose fin; // three triangles at one edge, which has no common vertices
    fin.addRectangle(-1, 0, -1, 1);
    fin.addRectangle(0, 1, -1, 1);
    fin.vertices.insert(fin.vertices.end(), {{0, -0.5, 0}, {0, 0.5, 0}, {0, 0, 1}});
    fin.triangles.push_back({8, 9, 10});
    EXPECT_EQ(numBorders(fin.make()), 9);
}

// A strip beside an edge that is narrower than the rounding vanishes. The error gives the triangle, its width and the least rounding
// that fails.
TEST(TriangleMesh, NamesATriangleThatIsTooNarrow) {
    std::vector<Vector> vertices;
    for (const double x : {-1., -0.997, 1.})
        for (const double y : {-1., 1.})
            for (const double z : {-1., 1.}) vertices.emplace_back(x, y, z);
    Triangles triangles{{0, 1, 3}, {0, 3, 2}, {8, 10, 11}, {8, 11, 9}};
    for (const int i : {0, 4})
        for (const auto& t :
             Triangles{{0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}})
            triangles.push_back({t[0] + i, t[1] + i, t[2] + i});
    TriangleMesh mesh;
    EXPECT_FALSE(makeMesh(mesh, vertices, triangles, 0.0029).exists());
    const MeshFault fault = makeMesh(mesh, vertices, triangles, 0.01);
    EXPECT_TRUE(fault.isRounding);
    EXPECT_GE(fault.triangle, 4);
    EXPECT_LT(fault.triangle, 12);
    EXPECT_NEAR(fault.width, 0.003, 1e-5); // of a triangle of 2 m by 3 mm
    EXPECT_NEAR(fault.most, 0.003, 1e-12);
}

} // namespace test_stitch_mesh
