// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/shapes/Mesh.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "base/Fingerprint.h"
#include "collision/shapes/MeshFile.h"
#include "collision/shapes/Polygon.h"
#include "collision/shapes/RoundingRange.h"
#include "collision/shapes/SurfaceCheck.h"
#include "geometry/ShapeData.h"

#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

std::vector<Vector3> toPoints(const std::vector<Vec3>& vertices) {
    std::vector<Vector3> points;
    for (const Vec3& vertex : vertices) points.push_back(toEigen(vertex));
    return points;
}

void checkSurface(const std::vector<Vector3>& points, std::vector<std::array<int, 3>> triangles) {
    const std::vector<int> first = firstCoincident(points, 1e-9 * diagonalOf(points));
    for (std::array<int, 3>& triangle : triangles)
        for (int& v : triangle) v = first[v];
    const SurfaceFault fault =
        findSurfaceFault(points, triangles, [](int t) { return "triangle " + std::to_string(t); });
    if (fault.exists()) throw std::invalid_argument("Mesh: " + fault.text);
}

std::shared_ptr<const kernels::TriangleMesh> makeCore(const std::vector<Vec3>& vertices,
                                                      const std::vector<std::array<int, 3>>& triangles, Real rounding,
                                                      bool isContainer = false) {
    checkParameter(rounding >= 0 && isFinite(rounding), "Mesh", "rounding", rounding, "m", ">= 0 and finite");
    if (triangles.empty()) throw std::invalid_argument("Mesh: the mesh has no triangles");
    for (std::size_t i = 0; i < vertices.size(); ++i)
        checkFinite("Mesh", "vertex " + std::to_string(i), vertices[i], "m");
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (const int v : triangles[t])
            if (v < 0 || v >= int(vertices.size()))
                throw std::invalid_argument("Mesh: triangle " + std::to_string(t) + " has vertex " + std::to_string(v) +
                                            "; it must be in [0, " + std::to_string(vertices.size()) + ")");
    auto core = std::make_shared<kernels::TriangleMesh>();
    const std::vector<Vector3> points = toPoints(vertices);
    const kernels::MeshFault fault = kernels::makeMesh(*core, points, triangles, rounding, isContainer);
    checkParameter(!fault.isRounding, "Mesh", "rounding", rounding, "m",
                   rangeOfRounding(fault, "small enough that a mesh is left inside"));
    if (fault.exists()) throw std::invalid_argument("Mesh: " + fault.text);
    if (!isContainer) checkSurface(points, triangles); // a container was checked as a solid
    return core;
}

} // namespace

Mesh::Mesh(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles, Real rounding)
    : vertices(vertices), triangles(triangles), rounding(rounding), core(makeCore(vertices, triangles, rounding)) {}

Mesh Mesh::fromPolygons(const PolygonalMesh& polygons, Real rounding) {
    std::vector<Vec3> vertices;
    for (int v = 0; v < polygons.getNumVertices(); ++v) vertices.push_back(polygons.getVertexPosition(v));
    std::vector<std::array<int, 3>> triangles;
    for (int f = 0; f < polygons.getNumFaces(); ++f) {
        std::vector<int> corners;
        std::vector<Vector3> points;
        for (int k = 0; k < polygons.getNumVerticesForFace(f); ++k) {
            corners.push_back(polygons.getFaceVertex(f, k));
            points.push_back(toEigen(vertices[corners.back()]));
        }
        const Triangulation cut = triangulate(points);
        if (!cut.fault.empty()) throw std::invalid_argument("Mesh: face " + std::to_string(f) + ": " + cut.fault);
        for (const std::array<int, 3>& t : cut.triangles)
            triangles.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
    }
    return Mesh(vertices, triangles, rounding);
}

Mesh Mesh::fromFile(const std::string& path, Real rounding) {
    const MeshFile file = readMeshFile(path);
    std::vector<Vec3> vertices;
    for (const Vector3& vertex : file.vertices) vertices.push_back(toSimTK(vertex));
    try {
        return Mesh(vertices, file.triangles, rounding);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(std::string(e.what()) + ", in the file '" + path + "'");
    }
}

Mesh::Triangles Mesh::readTriangles(const std::string& path) {
    MeshFile file = readMeshFile(path, MeshFaults::AreKept);
    Triangles read;
    for (const Vector3& vertex : file.vertices) read.vertices.push_back(toSimTK(vertex));
    read.triangles = std::move(file.triangles);
    read.fault = std::move(file.fault);
    return read;
}

Real Mesh::getArea() const { return areaOf(toPoints(vertices), triangles); }

Real Mesh::getVolume() const {
    if (!isClosed()) throw std::logic_error("Mesh::getVolume(): the mesh is open; only a closed mesh has a volume");
    const Real volume = volumeOf(toPoints(vertices), triangles);
    return isContainer() ? -volume : volume;
}

bool Mesh::isClosed() const { return core->isClosed; }

bool Mesh::isContainer() const { return core->isContainer; }

Mesh Mesh::asContainer() const {
    if (!isClosed())
        throw std::invalid_argument(
            "Mesh::asContainer(): the mesh is open; only a closed mesh has an inside. An open mesh "
            "has its contacts on the side from which its triangles are counter-clockwise");
    Mesh turned(*this);
    for (std::array<int, 3>& triangle : turned.triangles) std::swap(triangle[1], triangle[2]);
    turned.core = makeCore(vertices, turned.triangles, rounding, !isContainer());
    return turned;
}

std::string Mesh::describe() const {
    std::string numbers;
    for (const Vec3& vertex : vertices)
        for (int i = 0; i < 3; ++i) numbers += toDigits(vertex[i]) + " ";
    for (const std::array<int, 3>& triangle : triangles)
        for (const int v : triangle) numbers += std::to_string(v) + " ";
    return std::string(isContainer() ? "container" : "mesh") + " of " + std::to_string(triangles.size()) +
           " triangles, fingerprint " + std::to_string(fingerprintOf(numbers)) + ", rounding " + toDigits(rounding) +
           " m";
}

kernels::ShapeData Mesh::getData() const {
    kernels::ShapeData data(kernels::ShapeData::Kind::Mesh, {}, rounding);
    data.points = numbersOf(vertices);
    data.triangles.reserve(3 * triangles.size());
    for (const std::array<int, 3>& triangle : triangles)
        data.triangles.insert(data.triangles.end(), triangle.begin(), triangle.end());
    data.isContainer = isContainer();
    data.made = core;
    return data;
}

} // namespace simbodydem
