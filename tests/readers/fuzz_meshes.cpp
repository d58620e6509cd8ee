// Feeds the readers of OBJ, STL and VTP files.

#include "Reader.h"

#include "collision/shapes/MeshFile.h"

#include "simbodydem/shapes/Mesh.h"

#include <cstdio>

namespace fuzz {

namespace {

using simbodydem::MeshFaults;
using simbodydem::MeshFile;

void checkTriangles(const MeshFile& mesh) {
    expect(!mesh.triangles.empty(), "a mesh without triangles is read");
    std::vector<bool> isUsed(mesh.vertices.size());
    for (const auto& triangle : mesh.triangles)
        for (const int v : triangle) {
            expect(v >= 0 && v < int(mesh.vertices.size()), "a triangle has a vertex that does not exist");
            isUsed[std::size_t(v)] = true;
        }
    for (std::size_t v = 0; v < isUsed.size(); ++v) expect(mesh.vertices[v].allFinite(), "a coordinate is not finite");
}

bool areEqual(const MeshFile& a, const MeshFile& b) { return a.vertices == b.vertices && a.triangles == b.triangles; }

std::string toObj(const MeshFile& mesh) {
    std::string text;
    char line[200];
    for (const auto& v : mesh.vertices) {
        std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", v[0], v[1], v[2]);
        text += line;
    }
    for (const auto& t : mesh.triangles) {
        std::snprintf(line, sizeof line, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
        text += line;
    }
    return text;
}

// A file is a mesh, or it has a fault that both ways of reading find. A mesh that is written as OBJ is read as the same mesh.
void readMesh(const std::string& name, std::string_view bytes) {
    const std::string path = inFile(name, bytes);
    MeshFile strict, kept;
    const bool isMesh = isRead(name, [&] { strict = simbodydem::readMeshFile(path); }),
               isKept = isRead(name, [&] { kept = simbodydem::readMeshFile(path, MeshFaults::AreKept); });
    if (isKept) {
        checkTriangles(kept);
        expect(kept.fault.empty() == isMesh, "only one way of reading has a fault: " + kept.fault);
    }
    if (!isMesh) return;
    checkTriangles(strict);
    expect(isKept && areEqual(strict, kept), "two ways of reading differ");
    MeshFile again;
    const std::string copy = inFile("copy.obj", toObj(strict));
    expect(isRead("copy.obj", [&] { again = simbodydem::readMeshFile(copy); }), "the mesh is no mesh as OBJ");
    expect(areEqual(strict, again), "the mesh differs as OBJ");
    // The shape may refuse a surface that no solid has; its messages begin with its name.
    if (strict.triangles.size() <= 64) isRead("Mesh", [&] { simbodydem::Mesh::fromFile(path, 0); });
}

const AddReader obj({"obj",
                     [](std::string_view bytes) { readMesh("fuzz.obj", bytes); },
                     {"v ", "f ", "vn ",   "vt ", "vp ", "//",    "/",   "-1",  "\\\n", "usemtl ", "mtllib ",
                      "o ", "g ", "s off", "l ",  "p ",  "1e308", "nan", "inf", "\r\n", "\n",      "#"}});
const AddReader stl({"stl",
                     [](std::string_view bytes) { readMesh("fuzz.stl", bytes); },
                     {"solid", "facet normal", "outer loop", "vertex", "endloop", "endfacet", "endsolid", "color",
                      "facetnormal", "outerloop", "1e308", "nan", "1.#QNAN", "\r\n", "\xef\xbb\xbf"}});
const AddReader vtp({"vtp",
                     [](std::string_view bytes) { readMesh("fuzz.vtp", bytes); },
                     {"<VTKFile type=\"PolyData\">",
                      "<PolyData>",
                      "<Piece NumberOfPoints=\"3\" NumberOfPolys=\"1\">",
                      "<Points>",
                      "<Polys>",
                      "<Strips>",
                      "<Verts>",
                      "<Lines>",
                      "<DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">",
                      "Name=\"connectivity\"",
                      "Name=\"offsets\"",
                      "</DataArray>",
                      "</Polys>",
                      "<!--",
                      "-->",
                      "<?",
                      "?>",
                      "&lt;",
                      "&amp;",
                      "format=\"appended\"",
                      "NumberOfStrips=\"1\"",
                      "1e308",
                      "nan"}});

} // namespace

} // namespace fuzz
