// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/shapes/Mesh.h"

#include "Checks.h"
#include "EigenBridge.h"
#include "Fingerprint.h"
#include "kernels/MakeMesh.h"

#include <exception>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

std::shared_ptr<const kernels::TriangleMesh> makeCore(const std::vector<Vec3>& vertices,
                                                      const std::vector<std::array<int, 3>>& triangles, Real rounding) {
    checkParameter(rounding >= 0 && isFinite(rounding), "Mesh", "rounding", rounding, "m", ">= 0 and finite");
    if (triangles.empty()) throw std::invalid_argument("Mesh: it has no triangles");
    std::vector<Vector3> points;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        checkFinite("Mesh", "vertex " + std::to_string(i), vertices[i], "m");
        points.push_back(toEigen(vertices[i]));
    }
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (const int v : triangles[t])
            if (v < 0 || v >= int(vertices.size()))
                throw std::invalid_argument("Mesh: triangle " + std::to_string(t) + " has vertex " + std::to_string(v) +
                                            "; it must be in [0, " + std::to_string(vertices.size()) + ")");
    auto core = std::make_shared<kernels::TriangleMesh>();
    const kernels::MeshFault fault = kernels::makeMesh(*core, std::move(points), triangles, rounding);
    checkParameter(!fault.isRounding, "Mesh", "rounding", rounding, "m", "less than what leaves a mesh inside of it");
    if (fault.exists()) throw std::invalid_argument("Mesh: " + fault.text);
    return core;
}

} // namespace

Mesh::Mesh(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles, Real rounding)
    : vertices(vertices), triangles(triangles), rounding(rounding), core(makeCore(vertices, triangles, rounding)) {}

Mesh Mesh::fromPolygons(const PolygonalMesh& polygons, Real rounding) {
    std::vector<Vec3> vertices;
    for (int v = 0; v < polygons.getNumVertices(); ++v) vertices.push_back(polygons.getVertexPosition(v));
    std::vector<std::array<int, 3>> triangles;
    for (int f = 0; f < polygons.getNumFaces(); ++f)
        for (int k = 2; k < polygons.getNumVerticesForFace(f); ++k)
            triangles.push_back(
                {polygons.getFaceVertex(f, 0), polygons.getFaceVertex(f, k - 1), polygons.getFaceVertex(f, k)});
    return Mesh(vertices, triangles, rounding);
}

Mesh Mesh::fromFile(const std::string& path, Real rounding) {
    if (!std::ifstream(path)) throw std::invalid_argument("Mesh: the file '" + path + "' cannot be read");
    PolygonalMesh polygons;
    try {
        polygons.loadFile(path);
    } catch (const std::exception& e) {
        throw std::invalid_argument("Mesh: the file '" + path +
                                    "' is no mesh that Simbody can read, OBJ, STL or VTP: " + e.what());
    }
    try {
        return fromPolygons(polygons, rounding);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(std::string(e.what()) + ", in the file '" + path + "'");
    }
}

bool Mesh::isClosed() const { return core->isClosed; }

std::string Mesh::describe() const {
    std::string numbers;
    for (const Vec3& vertex : vertices)
        for (int i = 0; i < 3; ++i) numbers += toDigits(vertex[i]) + " ";
    for (const std::array<int, 3>& triangle : triangles)
        for (const int v : triangle) numbers += std::to_string(v) + " ";
    return "mesh of " + std::to_string(triangles.size()) + " triangles, fingerprint " +
           std::to_string(fingerprintOf(numbers)) + ", rounding " + toDigits(rounding) + " m";
}

} // namespace simbodydem
