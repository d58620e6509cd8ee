// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/MakeMesh.h"

#include "geometry/Hollow.h"
#include "geometry/MeshFeatures.h"
#include "geometry/Precision.h"
#include "geometry/StitchMesh.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace simbodydem::kernels {
namespace detail {

void weld(std::vector<Vector>& vertices, std::vector<std::array<int, 3>>& triangles, double tolerance) {
    std::vector<Box> boxes(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) boxes[v].add(vertices[v]);
    BoxTree tree;
    tree.build(boxes);
    std::vector<int> same(vertices.size()), number(vertices.size(), -1);
    std::vector<Vector> kept;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        int first = int(v);
        tree.visitNear(vertices[v], tolerance, [&](int other) {
            if ((vertices[other] - vertices[v]).norm() <= tolerance) first = std::min(first, other);
        });
        same[v] = first == int(v) ? first : same[first];
        if (first != int(v)) continue;
        number[v] = int(kept.size());
        kept.push_back(vertices[v]);
    }
    for (std::array<int, 3>& t : triangles)
        for (int& v : t) v = number[same[v]];
    vertices.swap(kept);
}

static MeshFault connect(TriangleMesh& mesh) {
    std::map<std::pair<int, int>, int> edgeOf;
    const auto nameOf = [](std::size_t t) { return "triangle " + std::to_string(t); };
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        TriangleMesh::Triangle& triangle = mesh.triangles[t];
        for (int k = 0; k < 3; ++k) {
            const int from = triangle.vertex[k], to = triangle.vertex[(k + 1) % 3];
            const auto found = edgeOf.emplace(std::minmax(from, to), int(mesh.edges.size()));
            triangle.edge[k] = found.first->second;
            if (found.second) {
                TriangleMesh::Edge edge;
                edge.from = from;
                edge.to = to;
                mesh.edges.push_back(edge);
            }
            TriangleMesh::Edge& edge = mesh.edges[triangle.edge[k]];
            if (edge.numFaces == 2)
                return {"an edge has three triangles: " + std::to_string(edge.face[0]) + ", " +
                        std::to_string(edge.face[1]) + " and " + std::to_string(t)};
            if (edge.numFaces == 1 && edge.from == from)
                return {nameOf(t) + " has the opposite orientation of its neighbour, triangle " +
                        std::to_string(edge.face[0]) +
                        ": vertices of both must be counter-clockwise, seen from outside"};
            edge.face[edge.numFaces++] = int(t);
        }
    }
    mesh.isClosed = std::all_of(mesh.edges.begin(), mesh.edges.end(), [](const auto& e) { return e.numFaces == 2; });
    mesh.edgesOfVertex.assign(mesh.vertices.size(), {});
    for (std::size_t e = 0; e < mesh.edges.size(); ++e)
        for (const int v : {mesh.edges[e].from, mesh.edges[e].to}) mesh.edgesOfVertex[v].push_back(int(e));
    return {};
}

void assignFeatures(TriangleMesh& mesh) {
    std::vector<bool> isFree(mesh.vertices.size(), false);
    for (const TriangleMesh::Edge& edge : mesh.edges)
        if (edge.convexity == TriangleMesh::Convexity::Convex) isFree[edge.from] = isFree[edge.to] = true;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            TriangleMesh::Triangle& triangle = mesh.triangles[t];
            const TriangleMesh::Edge& edge = mesh.edges[triangle.edge[k]];
            triangle.ownsEdge[k] = edge.convexity == TriangleMesh::Convexity::Convex && edge.face[0] == int(t);
            triangle.ownsVertex[k] = isFree[triangle.vertex[k]];
            isFree[triangle.vertex[k]] = false;
        }
}

static double volumeOf(const TriangleMesh& mesh) {
    double sum = 0; // about a vertex, which avoids cancellation
    for (const TriangleMesh::Triangle& t : mesh.triangles) {
        const Vector& o = mesh.vertices[0];
        sum += (mesh.vertices[t.vertex[0]] - o)
                   .dot((mesh.vertices[t.vertex[1]] - o).cross(mesh.vertices[t.vertex[2]] - o));
    }
    return sum / 6;
}

// Computes normals, heights and the geometry of edges from the positions of the vertices.
static MeshFault measure(TriangleMesh& mesh) {
    Box box;
    for (const Vector& v : mesh.vertices) box.add(v);
    mesh.size = 0.5 * (box.high - box.low).norm();
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        TriangleMesh::Triangle& triangle = mesh.triangles[t];
        const Vector &a = mesh.vertices[triangle.vertex[0]], &b = mesh.vertices[triangle.vertex[1]],
                     &c = mesh.vertices[triangle.vertex[2]];
        const Vector area = (b - a).cross(c - a);
        const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
        if (!(area.norm() > 1e-8 * longest * longest))
            return {"triangle " + std::to_string(t) + " has no area: its corners are on a line or at one point"};
        triangle.normal = area.normalized();
        triangle.height = triangle.normal.dot((a + b + c) / 3);
    }
    for (TriangleMesh::Edge& edge : mesh.edges) {
        const Vector line = mesh.vertices[edge.to] - mesh.vertices[edge.from];
        edge.length = line.norm();
        edge.direction = line / edge.length;
        for (int k = 0; k < edge.numFaces; ++k) {
            const Vector into = mesh.triangles[edge.face[k]].normal.cross(edge.direction);
            edge.intoFace[k] = k == 0 ? into : Vector(-into); // the second face has the edge reversed
        }
        if (edge.numFaces < 2) {
            edge.isSharp = true;
            continue;
        }
        const double sine = mesh.triangles[edge.face[0]].normal.dot(edge.intoFace[1]); // > 0: the other face rises
        const double cosine = mesh.triangles[edge.face[0]].normal.dot(mesh.triangles[edge.face[1]].normal);
        edge.convexity = std::abs(sine) < flatForSpheres && cosine > 0 ? TriangleMesh::Convexity::Flat
                    : sine > 0                                    ? TriangleMesh::Convexity::Concave
                                                                  : TriangleMesh::Convexity::Convex;
        edge.isSharp = edge.convexity == TriangleMesh::Convexity::Convex && (sine < -shallow || cosine < 0);
    }
    for (TriangleMesh::Triangle& triangle : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const TriangleMesh::Edge& edge = mesh.edges[triangle.edge[k]];
            triangle.inward[k] = edge.intoFace[&mesh.triangles[edge.face[0]] == &triangle ? 0 : 1];
            triangle.inwardHeight[k] = triangle.inward[k].dot(mesh.vertices[edge.from]);
        }
    return {};
}

void findRims(TriangleMesh& mesh, double rounding) {
    std::vector<int> plane(mesh.triangles.size());
    std::iota(plane.begin(), plane.end(), 0);
    const auto planeOf = [&](int t) {
        while (plane[t] != t) t = plane[t] = plane[plane[t]];
        return t;
    };
    for (const TriangleMesh::Edge& edge : mesh.edges)
        if (edge.numFaces == 2 && std::abs(mesh.triangles[edge.face[0]].normal.dot(edge.intoFace[1])) < 1e-9)
            plane[planeOf(edge.face[0])] = planeOf(edge.face[1]);
    for (int e = 0; e < int(mesh.edges.size()); ++e) {
        const TriangleMesh::Edge& edge = mesh.edges[e];
        if (!edge.isSharp || !mesh.hasOwn(edge)) continue;
        const Vector middle = mesh.vertices[edge.from] + 0.5 * edge.length * edge.direction;
        mesh.tree.visitNear(middle, 0.5 * edge.length + rounding, [&](int t) {
            for (int f = 0; f < edge.numFaces; ++f)
                if (planeOf(t) == planeOf(edge.face[f])) mesh.triangles[t].rim.push_back(e);
        });
    }
}

void plant(TriangleMesh& mesh) {
    std::vector<Box> boxes;
    for (int t = 0; t < int(mesh.triangles.size()) && mesh.isOwn(t); ++t) {
        boxes.emplace_back();
        for (const int v : mesh.triangles[t].vertex) boxes.back().add(mesh.vertices[v]);
    }
    mesh.tree.build(boxes);
    boxes.clear();
    for (const int v : mesh.cornersOf) {
        boxes.emplace_back();
        boxes.back().add(mesh.vertices[v]);
    }
    mesh.corners.build(boxes);
    boxes.clear();
    for (const TriangleMesh::Line& line : mesh.edgeFeatures) {
        boxes.emplace_back();
        for (const int v : {line.from, line.to}) boxes.back().add(mesh.vertices[v]);
    }
    mesh.across.build(boxes);
}

// Returns the shortest displacement of a vertex that moves the planes of all its triangles inwards by 1. If there are too many planes, they
// move by 1 in the mean of squares.
static Vector inwardDirection(const std::vector<Vector>& normals) {
    Matrix sum = Matrix::Zero();
    Vector right = Vector::Zero();
    for (const Vector& n : normals) {
        sum += n * n.transpose();
        right += n;
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(sum);
    Vector direction = Vector::Zero();
    for (int i = 0; i < 3; ++i)
        if (solver.eigenvalues()[i] > 1e-9 * solver.eigenvalues()[2])
            direction -= solver.eigenvectors().col(i).dot(right) / solver.eigenvalues()[i] * solver.eigenvectors().col(i);
    return direction;
}

// Returns the rounding at which a triangle vanishes as its vertices move; infinite if it never does.
static double vanishesAt(const TriangleMesh& mesh, const TriangleMesh::Triangle& t, const std::vector<Vector>& directions) {
    const Vector b = mesh.vertices[t.vertex[1]] - mesh.vertices[t.vertex[0]],
                 c = mesh.vertices[t.vertex[2]] - mesh.vertices[t.vertex[0]];
    const Vector changeB = directions[t.vertex[1]] - directions[t.vertex[0]], changeC = directions[t.vertex[2]] - directions[t.vertex[0]];
    const double area = t.normal.dot(b.cross(c)), linear = t.normal.dot(b.cross(changeC) + changeB.cross(c)),
                 square = t.normal.dot(changeB.cross(changeC));
    const double root2 = linear * linear - 4 * area * square;
    if (!(root2 >= 0)) return std::numeric_limits<double>::infinity();
    const double sum = -linear + std::sqrt(root2); // the least root > 0 is 2 area/sum
    return sum > 0 ? 2 * area / sum : std::numeric_limits<double>::infinity();
}

// Moves every plane inwards by the rounding. Swept by a sphere of the rounding, the surface has its original faces.
static MeshFault shrink(TriangleMesh& mesh, double rounding) {
    std::vector<std::vector<Vector>> normals(mesh.vertices.size());
    for (const TriangleMesh::Triangle& t : mesh.triangles)
        for (const int v : t.vertex) {
            const auto isSame = [&](const Vector& n) { return (n - t.normal).norm() < 1e-9; };
            if (std::none_of(normals[v].begin(), normals[v].end(), isSame)) normals[v].push_back(t.normal);
        }
    const double before = volumeOf(mesh);
    std::vector<Vector> faces;
    for (const TriangleMesh::Triangle& t : mesh.triangles) faces.push_back(t.normal);
    std::vector<Vector> directions(mesh.vertices.size(), Vector::Zero());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        if (!normals[v].empty()) directions[v] = inwardDirection(normals[v]);
    MeshFault fault;
    fault.most = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < faces.size(); ++t)
        if (const double most = vanishesAt(mesh, mesh.triangles[t], directions); most < fault.most) {
            const std::array<int, 3>& v = mesh.triangles[t].vertex;
            const Vector a = mesh.vertices[v[1]] - mesh.vertices[v[0]], b = mesh.vertices[v[2]] - mesh.vertices[v[0]];
            fault = {"", true, int(t), a.cross(b).norm() / std::max({a.norm(), b.norm(), (b - a).norm()}), most};
        }
    if (!(rounding < fault.most)) return fault;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) mesh.vertices[v] += rounding * directions[v];
    const MeshFault unknown{"", true};
    if (measure(mesh).exists()) return unknown;
    for (std::size_t t = 0; t < faces.size(); ++t)
        if (!(mesh.triangles[t].normal.dot(faces[t]) > 0.5)) return unknown;
    const double after = volumeOf(mesh); // negative for a container, whose solid is outside
    if (mesh.isClosed && !((after > 0) == (before > 0) && after < before)) return unknown;
    return {};
}

MeshFault setTriangles(TriangleMesh& mesh, const std::vector<std::array<int, 3>>& triangles) {
    mesh.triangles.clear();
    mesh.edges.clear();
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const std::array<int, 3>& v = triangles[t];
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
            return {"triangle " + std::to_string(t) + " has no area: two of its corners are at one point"};
        mesh.triangles.emplace_back();
        mesh.triangles.back().vertex = v;
    }
    const MeshFault fault = connect(mesh);
    return fault.exists() ? fault : measure(mesh);
}
} // namespace detail

std::vector<std::array<int, 3>> makeGridTriangles(int numX, int numY) {
    std::vector<std::array<int, 3>> triangles;
    for (int i = 0; i + 1 < numX; ++i)
        for (int j = 0; j + 1 < numY; ++j) {
            const int at = i * numY + j;
            triangles.push_back({at, at + numY, at + numY + 1});
            triangles.push_back({at, at + numY + 1, at + 1});
        }
    return triangles;
}

MeshFault makeMesh(TriangleMesh& mesh, std::vector<Vector> vertices, std::vector<std::array<int, 3>> triangles,
                   double rounding, bool isContainer) {
    Box box;
    for (const Vector& v : vertices) box.add(v);
    detail::weld(vertices, triangles, 1e-9 * (box.high - box.low).norm());
    const double tolerance = detail::toleranceOf(vertices);
    mesh = TriangleMesh();
    mesh.isContainer = isContainer;
    mesh.vertices = std::move(vertices);
    MeshFault fault = detail::setTriangles(mesh, triangles);
    if (fault.exists()) return fault;
    std::vector<int> sourceOf; // number of each triangle in the user's list; empty: the same number
    if (const detail::Stitching stitching(mesh); stitching.isNeeded()) {
        const std::vector<std::array<int, 3>> cut = stitching.cut(sourceOf);
        if (detail::setTriangles(mesh, cut).exists()) { // the cut triangles are not a surface: keep the original ones
            sourceOf.clear();
            detail::setTriangles(mesh, triangles);
        }
    }
    if (mesh.isClosed && (detail::volumeOf(mesh) > 0) == isContainer)
        return {"the mesh is inside out: the vertices of its triangles must be counter-clockwise, seen from outside"};
    if (rounding > 0) fault = detail::shrink(mesh, rounding);
    if (fault.triangle >= 0 && !sourceOf.empty()) fault.triangle = sourceOf[fault.triangle];
    if (fault.exists()) return fault;
    detail::assignFeatures(mesh);
    detail::findFeatures(mesh, tolerance);
    detail::findHollows(mesh);
    detail::plant(mesh);
    if (rounding > 0) detail::findRims(mesh, rounding);
    return {};
}
} // namespace simbodydem::kernels
