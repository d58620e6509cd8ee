// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/robots/RobotMesh.h"

#include "robots/AssimpMesh.h"

#include "simbodydem/shapes/Mesh.h"

#include <fstream>
#include <stdexcept>

namespace simbodydem {

namespace {

std::string endingOf(const std::string& path) {
    const std::size_t dot = path.find_last_of("./");
    std::string ending = dot == std::string::npos || path[dot] == '/' ? "" : path.substr(dot);
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return ending;
}

// An OBJ of several objects or groups with faces: convex parts, usually.
bool hasSeveralObjects(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    int objects = 0;
    bool isNew = true; // the next face begins an object
    while (std::getline(in, line)) {
        if (line.compare(0, 2, "o ") == 0 || line.compare(0, 2, "g ") == 0) isNew = true;
        if (line.compare(0, 2, "f ") != 0) continue;
        objects += isNew;
        isNew = false;
        if (objects > 1) return true;
    }
    return false;
}

RobotMesh readWithMesh(const std::string& path) {
    const Mesh from = Mesh::fromFile(path, 0);
    RobotMesh mesh;
    mesh.vertices = from.getVertices();
    mesh.triangles = from.getTriangles();
    mesh.parts.push_back({"", 0, from.getNumTriangles(), {}});
    return mesh;
}

RobotMesh readFile(const std::string& path, MeshUpAxis upAxis) {
    const std::string ending = endingOf(path);
    if (ending == ".dae" || (ending == ".obj" && hasSeveralObjects(path))) return readWithAssimp(path, upAxis);
    if (ending != ".stl" && ending != ".stla" && ending != ".obj" && ending != ".vtp")
        throw std::invalid_argument("RobotMesh: the file '" + path +
                                    "': its name must end with .stl, .obj, .dae or .vtp");
    try {
        return readWithMesh(path);
    } catch (const std::invalid_argument& fault) {
        if (ending == ".vtp") throw;
        try {
            RobotMesh mesh = readWithAssimp(path, MeshUpAxis::AsInRos);
            mesh.warning = fault.what();
            return mesh;
        } catch (const std::invalid_argument&) {
            throw fault; // it has the line
        }
    }
}

} // namespace

RobotMesh loadMesh(const RobotGeometry& geometry, MeshUpAxis upAxis) {
    if (geometry.kind != RobotGeometry::Kind::Mesh)
        throw std::invalid_argument("RobotMesh: the geometry of line " + std::to_string(geometry.line) +
                                    " is a box, sphere, cylinder or capsule; it must be a mesh");
    if (geometry.meshFile.empty())
        throw std::invalid_argument("RobotMesh: the mesh '" + geometry.meshName + "' of line " +
                                    std::to_string(geometry.line) + " is missing");
    RobotMesh mesh = readFile(geometry.meshFile, upAxis);
    const SimTK::Vec3& scale = geometry.meshScale;
    for (SimTK::Vec3& v : mesh.vertices) v = v.elementwiseMultiply(scale);
    if (scale[0] * scale[1] * scale[2] < 0)
        for (std::array<int, 3>& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

} // namespace simbodydem
