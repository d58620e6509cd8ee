// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/robots/RobotGeometry.h"

#include "robots/AssimpMesh.h"

#include "simbodydem/shapes/Mesh.h"

#include <tinyxml2.h>

#include <fstream>
#include <stdexcept>
#include <utility>

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

// Assimp drops what it cannot read of a file that is cut off, so a part of a mesh would become a smaller hull. The readers of Mesh refuse
// such a file.
RobotMesh readWithMesh(const std::string& path) {
    Mesh::Triangles from = Mesh::readTriangles(path);
    RobotMesh mesh;
    mesh.vertices = std::move(from.vertices);
    mesh.triangles = std::move(from.triangles);
    mesh.warning = std::move(from.fault);
    mesh.parts.push_back({"", 0, int(mesh.triangles.size()), {}});
    return mesh;
}

// Assimp takes a DAE that is cut off after its geometries, without the nodes that place them.
void checkIsWholeXml(const std::string& path) {
    tinyxml2::XMLDocument document;
    if (document.LoadFile(path.c_str()) == tinyxml2::XML_SUCCESS) return;
    const int line = document.ErrorLineNum();
    throw std::invalid_argument("RobotMesh: the file '" + path + "'" +
                                (line > 0 ? ", line " + std::to_string(line) : "") +
                                ": it is no whole XML: " + document.ErrorName());
}

RobotMesh readFile(const std::string& path, MeshUpAxis upAxis) {
    const std::string ending = endingOf(path);
    if (ending == ".dae") {
        RobotMesh mesh = readWithAssimp(path, upAxis);
        checkIsWholeXml(path);
        return mesh;
    }
    if (ending != ".stl" && ending != ".stla" && ending != ".obj" && ending != ".vtp")
        throw std::invalid_argument("RobotMesh: the file '" + path +
                                    "': its name must end with .stl, .obj, .dae or .vtp");
    const RobotMesh mesh = readWithMesh(path);
    if (ending != ".obj" || !hasSeveralObjects(path)) return mesh;
    return readWithAssimp(path, MeshUpAxis::AsInRos); // for the parts; objects that touch are no surface of one solid
}

} // namespace

RobotMesh loadMesh(const RobotGeometry& geometry, MeshUpAxis upAxis) {
    if (geometry.kind != RobotGeometry::Kind::Mesh)
        throw std::invalid_argument("RobotMesh: the geometry of line " + std::to_string(geometry.line) +
                                    " is a box, sphere, cylinder, capsule, ellipsoid or plane; it must be a mesh");
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
