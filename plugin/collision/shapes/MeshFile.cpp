// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/MeshFile.h"

#include "collision/shapes/FacesOfFile.h"
#include "collision/shapes/FileText.h"
#include "collision/shapes/Polygon.h"
#include "collision/shapes/SurfaceCheck.h"

#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

namespace simbodydem {

namespace {

constexpr double coincidenceTolerance = 1e-9; // fraction of the diagonal of the box about all vertices, as in makeMesh()

// Removes vertices that no face has, so that they have no effect on which vertices are at the same position. The others stay in order.
void keepUsedOnly(FacesOfFile& file) {
    std::vector<int> number(file.vertices.size(), -1);
    for (const int v : file.corners) number[v] = 0;
    std::vector<Vector3> used;
    for (std::size_t v = 0; v < number.size(); ++v)
        if (number[v] == 0) {
            number[v] = int(used.size());
            used.push_back(file.vertices[v]);
        }
    for (int& v : file.corners) v = number[v];
    file.vertices.swap(used);
}

void weld(FacesOfFile& file) {
    const std::vector<int> first = firstCoincident(file.vertices, coincidenceTolerance * diagonalOf(file.vertices));
    for (int& v : file.corners) v = first[v];
    keepUsedOnly(file);
}

bool hasEqualCorners(const std::vector<int>& corners) {
    return std::set<int>(corners.begin(), corners.end()).size() < corners.size();
}

// A degenerate triangle has equal corners, not near ones. One wrong number can make all other triangles small, and they must not be left out.
std::vector<bool> findDegenerateTriangles(const FacesOfFile& file) {
    std::vector<bool> isDegenerate;
    for (const FacesOfFile::Face& face : file.faces) {
        const auto at = [&](int k) { return file.vertices[file.corners[face.first + k]]; };
        isDegenerate.push_back(file.mayHaveDegenerateTriangles && face.count == 3 &&
                           (at(0) == at(1) || at(1) == at(2) || at(2) == at(0)));
    }
    return isDegenerate;
}

} // namespace

void FacesOfFile::fail(int location, const std::string& reason) const {
    throw std::invalid_argument("Mesh: the file '" + path + "'" +
                                (location > 0 ? ", " + locationUnit + " " + std::to_string(location) : "") + ": " + reason);
}

void FacesOfFile::doubt(int location, const std::string& reason) {
    if (!areFaultsKept) fail(location, reason);
    if (!fault.empty()) return;
    try {
        fail(location, reason);
    } catch (const std::invalid_argument& e) {
        fault = e.what();
    }
}

double FacesOfFile::numberOf(std::string_view word, int location, const std::string& what) const {
    double number;
    if (!toNumber(word, number) || !std::isfinite(number))
        fail(location, inQuotes(word) + " is not a number; " + what + " must be finite, with a decimal point");
    return number;
}

MeshFile readMeshFile(const std::string& path, MeshFaults faults) {
    FacesOfFile file;
    file.path = path;
    file.areFaultsKept = faults == MeshFaults::AreKept;
    const std::string text = readWholeFile(path, "Mesh", "the file");
    const std::string name = lowered(path);
    const auto endsWith = [&](const std::string& end) {
        return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
    };
    if (endsWith(".obj"))
        readObj(file, text);
    else if (endsWith(".stl") || endsWith(".stla"))
        readStl(file, text);
    else if (endsWith(".vtp"))
        readVtp(file, text);
    else
        file.fail(0, "its name must end with .obj, .stl, .stla or .vtp");
    keepUsedOnly(file);
    const std::vector<bool> isDegenerate = findDegenerateTriangles(file);
    weld(file);

    MeshFile mesh;
    std::vector<int> locations; // of the triangles
    for (std::size_t f = 0; f < file.faces.size(); ++f) {
        if (isDegenerate[f]) continue; // its neighbours meet there
        const FacesOfFile::Face& face = file.faces[f];
        const std::vector<int> corners(file.corners.begin() + face.first,
                                       file.corners.begin() + face.first + face.count);
        if (hasEqualCorners(corners)) {
            file.doubt(face.location, "the face has two corners at one point, within 1e-9 of the size of the mesh");
            continue;
        }
        std::vector<Vector3> points;
        for (const int v : corners) points.push_back(file.vertices[v]);
        Triangulation cut = triangulate(points);
        if (!cut.fault.empty()) {
            file.doubt(face.location, cut.fault);
            cut.triangles.clear(); // a fan has all corners, and a hull needs no more
            for (int k = 2; k < int(corners.size()); ++k) cut.triangles.push_back({0, k - 1, k});
        }
        for (const std::array<int, 3>& t : cut.triangles) {
            mesh.triangles.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
            locations.push_back(face.location);
        }
    }
    if (mesh.triangles.empty()) file.fail(0, "it has no triangles");
    mesh.vertices = std::move(file.vertices);
    const auto nameOf = [&](int t) { return "the triangle of " + file.locationUnit + " " + std::to_string(locations[t]); };
    const SurfaceFault fault = findSurfaceFault(mesh.vertices, mesh.triangles, nameOf);
    if (fault.exists()) file.doubt(locations[fault.triangle], fault.text);
    mesh.fault = std::move(file.fault);
    return mesh;
}

} // namespace simbodydem
