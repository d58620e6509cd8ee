// Tests meshes and images from files: each face and each pixel is read, or the file is an error with its line and the reason.

#include "Messages.h"
#include "fuzz/Dice.h"
#include "simbodydem/shapes/Mesh.h"
#include "simbodydem/shapes/Terrain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

namespace test_mesh_file {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Strings = std::vector<std::string>;

std::string pathOf(const std::string& name) { return std::string(SIMBODYDEM_TEST_FILES "/") + name; }
Mesh meshOf(const std::string& name) { return Mesh::fromFile(pathOf(name), 0); }

std::string bytesOf(const std::string& name) {
    std::ifstream in(pathOf(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Writes a file and removes it at the end of the scope.
class Written {
public:
    Written(const std::string& text, const std::string& ending)
        : path(::testing::TempDir() + "simbodydem_mesh_file" + std::to_string(::getpid()) + ending) {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~Written() { std::remove(path.c_str()); }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;
    const std::string path;
};

Mesh meshFrom(const std::string& text, const std::string& ending) {
    const Written file(text, ending);
    return Mesh::fromFile(file.path, 0);
}
Terrain terrainFrom(const std::string& text) {
    const Written file(text, ".pgm");
    return Terrain::fromImage(file.path, Vec2(1, 1), 1, Terrain::Surface::Faceted);
}

void expectRefused(const std::string& name, Strings parts) {
    parts.insert(parts.end(), {"Mesh: the file '", name});
    expectMessage<std::invalid_argument>([&] { meshOf(name); }, parts);
}
void expectTextRefused(const std::string& text, const std::string& ending, const Strings& parts) {
    SCOPED_TRACE(text);
    expectMessage<std::invalid_argument>([&] { meshFrom(text, ending); }, parts);
}

// Expects cubes of 0.1 m; area and volume are sums of products of coordinates, rounded some ten times.
void expectCubes(const Mesh& mesh, int count) {
    EXPECT_EQ(mesh.getNumTriangles(), 12 * count);
    EXPECT_EQ(mesh.getNumVertices(), 8 * count);
    EXPECT_TRUE(mesh.isClosed());
    EXPECT_NEAR(mesh.getArea(), 0.06 * count, 1e-8); // STL and VTP of floats have 7 digits
    EXPECT_NEAR(mesh.getVolume(), 1e-3 * count, 1e-10);
}

const char* const fourCorners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"; // lines 1 to 4

std::string facet(const std::string& a, const std::string& b, const std::string& c) {
    return "facet normal 0 0 1\nouter loop\nvertex " + a + "\nvertex " + b + "\nvertex " + c + "\nendloop\nendfacet\n";
}

// Returns a binary STL of little-endian floats, on a little-endian machine.
std::string binaryStl(const std::vector<std::array<float, 9>>& facets, const std::string& title = "") {
    std::string bytes = title;
    bytes.resize(80);
    const auto add = [&](const void* at, std::size_t size) { bytes.append(static_cast<const char*>(at), size); };
    const auto count = std::uint32_t(facets.size());
    const float normal[3] = {0, 0, 0};
    add(&count, 4);
    for (const std::array<float, 9>& corners : facets) {
        add(normal, 12);
        add(corners.data(), 36);
        bytes.append(2, '\0');
    }
    return bytes;
}

// Returns a box in OBJ whose vertices are numbered from `first`.
std::string boxText(const Vec3& low, const Vec3& high, int first, bool isInsideOut = false) {
    std::ostringstream text;
    for (int i = 0; i < 8; ++i)
        text << "v " << (i & 4 ? high : low)[0] << ' ' << (i & 2 ? high : low)[1] << ' ' << (i & 1 ? high : low)[2]
             << '\n';
    const int faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (const auto& face : faces) {
        text << 'f';
        for (int k = 0; k < 4; ++k) text << ' ' << first + face[isInsideOut ? 3 - k : k];
        text << '\n';
    }
    return text.str();
}

// Returns a polygon with these corners as one face.
std::string polygonText(const std::vector<Vec3>& corners) {
    std::ostringstream text;
    text.precision(17);
    for (const Vec3& c : corners) text << "v " << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
    text << 'f';
    for (std::size_t i = 1; i <= corners.size(); ++i) text << ' ' << i;
    return text.str();
}

Real shoelaceOf(const std::vector<Vec3>& corners) {
    Vec3 sum(0);
    for (std::size_t i = 0; i < corners.size(); ++i) sum += 0.5 * (corners[i] % corners[(i + 1) % corners.size()]);
    return sum.norm();
}

// An L as one polygon has an area of 3 m^2, for any first corner in its list. A fan would have 4 m^2 for two of them.
TEST(MeshFile, CutsAnLShapeIntoTrianglesOfItsArea) {
    for (const char* name : {"floor.obj", "floor2.obj", "floor_ok.obj"}) {
        const Mesh mesh = meshOf(name);
        EXPECT_EQ(mesh.getNumTriangles(), 4) << name;
        EXPECT_EQ(mesh.getNumVertices(), 6) << name;
        EXPECT_FALSE(mesh.isClosed());
        EXPECT_DOUBLE_EQ(mesh.getArea(), 3) << name;
    }
}

// A corner in the middle of a side remains a corner of the triangles, and no triangle has zero area.
TEST(MeshFile, KeepsCornersWithinSides) {
    const Mesh mesh = meshOf("quadcol.obj");
    EXPECT_EQ(mesh.getNumTriangles(), 3);
    EXPECT_EQ(mesh.getNumVertices(), 5);
    EXPECT_DOUBLE_EQ(mesh.getArea(), 1);
}

// Random star-shaped polygons in random planes, with a corner within every other side, keep their area.
TEST(MeshFile, CutsPolygonsIntoTrianglesOfTheirArea) {
    for (int seed = 0; seed < 200; ++seed) {
        fuzz::Dice dice(1, {std::uint64_t(seed)});
        const int count = 3 + dice.below(30);
        const Transform X = dice.transform(1);
        std::vector<Vec3> corners;
        for (int i = 0; i < count; ++i) {
            const Real angle = 2 * Pi * i / count, r = dice.between(0.2, 1);
            corners.push_back(X * Vec3(r * std::cos(angle), r * std::sin(angle), 0));
        }
        for (int i = count - 1; i >= 0; i -= 2) {
            const Vec3 middle = 0.5 * (corners[i] + corners[(i + 1) % count]);
            corners.insert(corners.begin() + i + 1, middle);
        }
        const Mesh mesh = meshFrom(polygonText(corners), ".obj");
        EXPECT_EQ(mesh.getNumTriangles(), int(corners.size()) - 2) << seed;
        EXPECT_NEAR(mesh.getArea(), shoelaceOf(corners), 1e-13) << seed; // a hundred products of order 1
    }
}

// A comb of 100 teeth, in which nearly each corner obstructs others, keeps its area.
TEST(MeshFile, CutsACombIntoTrianglesOfItsArea) {
    std::vector<Vec3> corners{Vec3(0, -1, 0), Vec3(200, -1, 0)};
    for (int i = 200; i >= 0; --i) corners.emplace_back(i, i % 2 == 0 ? 0 : 5, 0);
    const Mesh mesh = meshFrom(polygonText(corners), ".obj");
    EXPECT_EQ(mesh.getNumTriangles(), int(corners.size()) - 2);
    EXPECT_NEAR(mesh.getArea(), 200 + 100 * 5., 1e-10); // of 200 products of order 1000
}

// Sides that meet or turn back, and bent polygons, are errors with the line of the face.
TEST(MeshFile, RejectsPolygonsWithoutAnInside) {
    const std::string v = fourCorners; // corners 5 and 6 are on line 5 and 6
    expectTextRefused(v + "f 1 3 2 4\n", ".obj", {"line 5", "no area"});
    expectTextRefused(v + "v 4 2 0\nf 1 3 2 5\n", ".obj", {"line 6", "intersect"});
    expectTextRefused(v + "v .5 1 0\nf 1 2 5 3 4\n", ".obj", {"line 6", "corner"});
    expectTextRefused(v + "v 2 0 0\nf 1 5 2 3 4\n", ".obj", {"line 6", "turns back", "corner 2"});
    expectTextRefused(v + "v 0 1 10\nf 1 2 3 5\n", ".obj", {"line 6", "not flat", "82 degrees", "at most 80"});
    expectTextRefused(v + "f 1 2 3 2\n", ".obj", {"line 5", "two corners at one point"});
    expectTextRefused(v + "v 1 0 0\nf 1 2 5\n", ".obj", {"line 6", "two corners at one point"});
    expectTextRefused(v + "v 2 0 0\nf 1 2 5\n", ".obj", {"line 6", "no area"});
}

// A quadrilateral that is not flat becomes two triangles. A corner raised by 1 m over a square of 1 m makes one of sqrt(3)/2 m^2.
TEST(MeshFile, CutsQuadrilateralsThatAreNotFlat) {
    const Mesh mesh = meshFrom(std::string(fourCorners) + "v 0 1 1\nf 1 2 3 5\n", ".obj");
    EXPECT_EQ(mesh.getNumTriangles(), 2);
    EXPECT_DOUBLE_EQ(mesh.getArea(), 0.5 + 0.5 * std::sqrt(3));
}

// Blanks, tabs, triplets, negative indices, continuation lines and a missing last line end do not change a cube.
TEST(MeshFile, ReadsEveryObjOfACube) {
    for (const char* name : {"cube_ok.obj", "tab1.obj", "tab2.obj", "tab3.obj"}) {
        SCOPED_TRACE(name);
        expectCubes(meshOf(name), 1);
    }
}

// Names, materials, normals and comments of an OBJ file change nothing.
TEST(MeshFile, IgnoresNamesAndMaterialsOfAnObj) {
    const std::string rest =
        "# a comment \\\nmtllib a b.mtl\no box 1\ng one two\nusemtl red\ns off\ns 1\nvn 0 0 1\nvt 0 1\n";
    const std::string cube = bytesOf("cube_ok.obj");
    expectCubes(meshFrom("\xef\xbb\xbf" + rest + cube, ".obj"), 1);
    for (const char* end : {"\r\n", "\r", " # x\n", "\n\n \t\n"}) {
        std::string text;
        for (const char c : rest + cube) text += c == '\n' ? std::string(end) : std::string(1, c);
        SCOPED_TRACE(end);
        expectCubes(meshFrom(text, ".obj"), 1);
    }
    EXPECT_EQ(meshFrom("v 0 0 0 1\nv 1 0 0 .5 .5 .5\nv +1 1. 0e0\nf 1/1 2/1/1 3//1", ".obj").getNumTriangles(), 1);
    EXPECT_EQ(meshFrom("f 1 2 3\n" + std::string(fourCorners), ".obj").getNumVertices(), 3); // the fourth is unused
}

// Faces of two corners, words and indices beyond the last are errors with their line.
TEST(MeshFile, RejectsWrongFaces) {
    expectRefused("two_idx.obj", {"line 9", "2 corners", "3 or more"});
    expectRefused("word.obj", {"line 9", "'x'"});
    expectRefused("big.obj", {"line 9", "99999999999"});
}

// Each invalid statement of an OBJ file is an error with its line, the text found and the text allowed.
TEST(MeshFile, RejectsWrongStatements) {
    const std::string v = fourCorners;
    const std::vector<std::pair<std::string, Strings>> wrong = {
        {"v 0 0\n", {"line 5", "2 numbers", "3"}},
        {"v 0 0 0 2\n", {"line 5", "weight '2'"}},
        {"v 0 nan 0\n", {"line 5", "'nan'", "finite"}},
        {"v 0 -inf 0\n", {"line 5", "'-inf'"}},
        {"v 0 1e999 0\n", {"line 5", "'1e999'"}},
        {"v 0,5 0 0\n", {"line 5", "'0,5'", "decimal point"}},
        {"v 0 0x1 0\n", {"line 5", "'0x1'"}},
        {"vn 0 0\n", {"line 5", "'vn'", "2 numbers"}},
        {"vt a\n", {"line 5", "'a'"}},
        {"s f 1 2 3\n", {"line 5", "'f'"}},
        {"f 0 1 2\n", {"line 5", "'0'"}},
        {"f 1 2 5\n", {"line 5", "vertex 5", "has 4"}},
        {"f 1 2 -5\n", {"line 5", "vertex -5", "4 before"}},
        {"f 1 2 3.0\n", {"line 5", "'3.0'"}},
        {"f 1/ 2/ 3/\n", {"line 5", "'1/'"}},
        {"f 1/1/1/1 2 3\n", {"line 5", "'1/1/1/1'"}},
        {"f 1 2 3;\n", {"line 5", "'3;'"}},
        {"f 1 2 \\\n\n", {"line 5", "2 corners"}},
        {"f 1 2 3 \\", {"line 5", "backslash"}},
        {"g a \\\nf 1 2 3\n", {"line 5", "backslash", "hide"}},
        {"l 1 2\n", {"line 5", "'l'", "only faces"}},
        {"fo 1 2 3\n", {"line 5", "'fo'", "must be v, f"}},
        {"F 1 2 3\n", {"line 5", "'F'"}},
        {"", {"no triangles"}},
    };
    for (const auto& [text, parts] : wrong) expectTextRefused(v + text, ".obj", parts);
}

// A locale with a decimal comma changes no number.
TEST(MeshFile, IsIndependentOfTheLocale) {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
    const Mesh fromObj = meshOf("cube_ok.obj"), fromStl = meshOf("one.stl"), fromVtp = meshOf("boxok.vtp");
    std::locale::global(before);
    for (const Mesh* mesh : {&fromObj, &fromStl, &fromVtp}) expectCubes(*mesh, 1);
}

// All solids of an ASCII STL are read, with a byte order mark and with any line ends.
TEST(MeshFile, ReadsEverySolidOfAnStl) {
    expectCubes(meshOf("one.stl"), 1);
    expectCubes(meshOf("bom.stl"), 1);
    expectCubes(meshOf("two.stl"), 2);
    std::string text;
    for (const char c : bytesOf("two.stl")) text += c == '\n' ? std::string("\r\n\t") : std::string(1, c);
    expectCubes(meshFrom(text, ".STL"), 2);
}

// A triangle with two equal corners in an STL has no area. Its neighbours meet there, and the mesh is closed without it.
TEST(MeshFile, ReadsAnStlWithATriangleWithoutArea) {
    const Mesh mesh = meshOf("sliver.stl");
    const std::string text = bytesOf("sliver.stl");
    int facets = 0;
    for (std::size_t at = 0; (at = text.find("endfacet", at)) != std::string::npos; ++at) ++facets;
    EXPECT_EQ(mesh.getNumTriangles(), facets - 1);
    EXPECT_TRUE(mesh.isClosed());
    EXPECT_GT(mesh.getVolume(), 0);
}

// An ASCII STL that ends too early, or breaks its grammar, is an error with the line.
TEST(MeshFile, RejectsWrongAsciiStl) {
    expectRefused("noendsolid.stl", {"solid of line 1", "endsolid"});
    const std::string good = facet("0 0 0", "1 0 0", "0 1 0");
    const std::vector<std::pair<std::string, Strings>> wrong = {
        {"solid a\n" + good + "endsolid facet\n", {"line 9", "'facet'"}},
        {"solid a\n" + good + "endsolid\n" + good, {"line 10", "'solid' must follow"}},
        {"solid a\n" + good + "fcet\n", {"line 9", "'fcet'", "'facet'"}},
        {"solid a\n" + facet("0 0 0", "1 0 0", "0 1") + "endsolid", {"line 7", "'endloop'", "coordinate"}},
        {"solid a\n" + facet("0 0 0", "1 0 0", "0 1 0 0") + "endsolid", {"line 6", "'0'"}},
        {"solid a\n" + facet("0 0 0", "1 0 0", "0 nan 0") + "endsolid", {"line 6", "'nan'", "finite"}},
        {"solid a\n" + facet("0 0 0", "1 0 0", "2 0 0") + "endsolid", {"line 2", "no area"}},
        {"solid a\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 endloop endfacet\nendsolid",
         {"line 2", "2 vertices"}},
        {"solid a\nendsolid a\n", {"no triangles"}},
        {"soled a\n" + good + "endsolid\n", {"'solid'"}},
        {"", {"not an STL file"}},
    };
    for (const auto& [text, parts] : wrong) expectTextRefused(text, ".stl", parts);
}

// A binary STL has exactly the number of bytes that follows from its count, even if its header begins like an ASCII one.
TEST(MeshFile, ReadsBinaryStlOfTheRightSizeOnly) {
    const std::string good = binaryStl({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {1, 0, 0, 1, 1, 0, -0.f, 1, 0}}, "solid of CAD");
    const Mesh mesh = meshFrom(good, ".stl");
    EXPECT_EQ(mesh.getNumTriangles(), 2);
    EXPECT_EQ(mesh.getNumVertices(), 4); // -0 is 0
    EXPECT_DOUBLE_EQ(mesh.getArea(), 1);
    expectTextRefused(binaryStl({{0, 0, 0, 1e-20f, 0, 0, 0, 1, 0}}), ".stl", {"facet 1", "1e-9"}); // not equal, no area
    expectRefused("count11.stl", {"counts 11 triangles", "634 bytes", "has 684"});
    expectTextRefused(good + "x", ".stl", {"counts 2 triangles", "184 bytes", "has 185"});
    expectTextRefused(good.substr(0, 183), ".stl", {"counts 2 triangles", "184 bytes", "has 183"});
    expectTextRefused(binaryStl({}), ".stl", {"no triangles"});
    expectTextRefused(binaryStl({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 0, std::nanf(""), 0}}), ".stl",
                      {"facet 2", "nan"});
}

// Polygons, strips and all pieces of a VTP file are read. Appended data are an error.
TEST(MeshFile, ReadsEveryPieceOfAVtp) {
    expectCubes(meshOf("boxok.vtp"), 1);
    expectCubes(meshOf("box.vtp"), 1);
    expectCubes(meshOf("box2.vtp"), 2);
    expectRefused("boxapp.vtp", {"line 4", "'appended'", "'ascii'"});
}

// A VTP file with inconsistent counts, names, tags or numbers is an error with the line.
TEST(MeshFile, RejectsWrongVtp) {
    const std::string good = bytesOf("box.vtp"); // has its strip on line 14, its polygons on line 15
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    };
    const std::vector<std::pair<std::string, Strings>> wrong = {
        {changed("PolyData\"", "UnstructuredGrid\""), {"line 2", "'UnstructuredGrid'", "'PolyData'"}},
        {changed("<Strips>", "<Strip>"), {"line 14", "</Strips>"}},
        {changed("NumberOfPoints=\"8\"", "NumberOfPoints=\"9\""), {"24 coordinates", "27"}},
        {changed("NumberOfPoints=\"8\"", "NumberOfPoints=\"x\""), {"line 3", "NumberOfPoints", "'x'"}},
        {changed("NumberOfStrips=\"1\"", "NumberOfStrips=\"0\""), {"line 14", "1 offsets", "is 0"}},
        {changed("NumberOfPolys=\"5\"", "NumberOfPolys=\"6\""), {"line 15", "5 offsets", "is 6"}},
        {changed("NumberOfLines=\"0\"", "NumberOfLines=\"1\""), {"line 3", "Lines"}},
        {changed("NumberOfComponents=\"3\"", ""), {"line 4", "must be 3"}},
        {changed("\"connectivity\"", "\"conectivity\""), {"line 14", "'conectivity'"}},
        {changed("0 4 1 5", "0 4 1 8"), {"line 14", "'8'", "0 to 7"}},
        {changed("0 4 1 5", "0 4 1 -1"), {"line 14", "'-1'"}},
        {changed("4 8 12 16 20", "4 8 12 16 19"), {"line 15", "20 corners", "offset is 19"}},
        {changed("4 8 12 16 20", "4 8 7 16 20"), {"line 15", "'7'", "from 8"}},
        {changed("4 8 12 16 20", "4 6 12 16 20"), {"line 15", "2 corners"}},
        {changed("-0.05 0.05 0.05", "-0.05 0.05 5e"), {"line 8", "'5e'"}},
        {changed("0.05 0.05 0.05", "0.05 0.05"), {"23 coordinates"}},
        {changed("</PolyData>", ""), {"<PolyData> of line 2", "</VTKFile>"}},
        {changed("</VTKFile>", ""), {"<VTKFile> of line 2"}},
        {changed("<Points>", "<Points>7"), {"<Points>", "text"}},
        {changed("</Polys>", "</Polys><Cells/>"), {"line 15", "<Cells>"}},
        {good.substr(0, 300), {"line 4", "attribute f"}},
        {"<VTKFile type='PolyData'/>", {"0 <PolyData>"}},
        {"<!DOCTYPE a><a/>", {"line 1", "'<!'"}},
        {"no xml", {"0 roots"}},
    };
    for (const auto& [text, parts] : wrong) expectTextRefused(text, ".vtp", parts);
}

// Triangles that are folded onto their neighbour, lie on each other or are inside out are errors that name a line or a shell.
TEST(MeshFile, RejectsImpossibleSolids) {
    expectRefused("rev.obj", {"inside out", "line 9"});
    expectRefused("inout.obj", {"shell 2 of 2", "line 23", "inside out"});
    expectRefused("overlap.obj", {"covers", "line"});
    const std::string v = fourCorners;
    expectTextRefused(v + "f 1 2 3\nf 1 3 2\n", ".obj", {"line 6", "folded onto its neighbour", "line 5"});
    expectTextRefused(v + "f 1 2 3\nf 1 3 2 4\n", ".obj", {"line 6"});
    expectTextRefused(v + "f 1 2 3\nf 1 2 4\n", ".obj", {"line 6", "opposite orientation", "line 5"});
    expectTextRefused(v + "v 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n", ".obj", {"line 8", "three triangles"});
}

// A cavity is an inward shell within another shell, and its volume is subtracted.
TEST(MeshFile, SubtractsCavities) {
    const std::string outside = boxText(Vec3(-1), Vec3(1), 1);
    const Mesh hollow = meshFrom(outside + boxText(Vec3(-.5), Vec3(.5), 9, true), ".obj");
    EXPECT_TRUE(hollow.isClosed());
    EXPECT_NEAR(hollow.getVolume(), 7, 1e-14); // 24 products of order 1
}

// Shells of an assembly may touch, contain and intersect each other.
TEST(MeshFile, ReadsShellsOfAssemblies) {
    const std::string first = boxText(Vec3(-1), Vec3(1), 1);
    const std::pair<Vec3, Vec3> others[] = {
        {Vec3(-.5, 1, -.5), Vec3(.5, 2, .5)}, {Vec3(-.5), Vec3(.5)}, {Vec3(.5, -.5, -.4), Vec3(1.5, .5, .6)}};
    for (const auto& [low, high] : others) {
        const Mesh mesh = meshFrom(first + boxText(low, high, 9), ".obj");
        EXPECT_EQ(mesh.getNumTriangles(), 24);
        EXPECT_NEAR(mesh.getVolume(), 9, 1e-14); // 24 products of order 1
    }
}

// Vertices keep the order of the file, without the unused ones.
TEST(MeshFile, KeepsTheOrderOfVertices) {
    const Mesh mesh = meshFrom("v 9 9 9\n" + std::string(fourCorners) + "f 5 4 3 2\n", ".obj");
    ASSERT_EQ(mesh.getNumVertices(), 4);
    EXPECT_EQ(mesh.getVertices()[1], Vec3(1, 0, 0));
    EXPECT_EQ(mesh.getTriangles()[0], (std::array<int, 3>{3, 2, 1}));
}

// One wrong number that makes all others small is an error within a second, for any number of vertices.
TEST(MeshFile, RejectsAFarVertexWithinASecond) {
    std::string text = "v 1e30 0 0\n";
    for (int i = 0; i < 3000; ++i) text += "v " + std::to_string(i) + " 0 0\nv " + std::to_string(i) + " 1 0\n";
    text += "f 1 2 3\n";
    for (int i = 0; i < 5900; ++i) text += "f -1 -2 -" + std::to_string(i + 3) + "\n";
    expectMessage<std::invalid_argument>([&] { meshFrom(text, ".obj"); }, {"line 6002", "two corners at one point"});
}

// A mesh from arrays follows the rules of a file, and only a closed one has a volume.
TEST(MeshFile, RulesHoldForArraysToo) {
    const std::vector<Vec3> corners{Vec3(0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(.5, .4, 0)};
    expectMessage<std::invalid_argument>(
        [&] {
            Mesh(corners, {{0, 1, 2}, {0, 2, 3}, {1, 0, 3}}, 0);
        },
        {"Mesh: triangle", "triangle"});
    const Mesh open(corners, {{0, 1, 2}}, 0);
    EXPECT_DOUBLE_EQ(open.getArea(), 0.5);
    expectMessage<std::logic_error>([&] { open.getVolume(); }, {"Mesh::getVolume()", "open"});
}

// Polygons of a Simbody PolygonalMesh are cut like those of files.
TEST(MeshFile, CutsPolygonsOfSimbody) {
    PolygonalMesh polygons;
    for (const Vec3& v : {Vec3(0, 0, 2), Vec3(1, 0, 2), Vec3(1, 0, 1), Vec3(2, 0, 1), Vec3(2, 0, 0), Vec3(0)})
        polygons.addVertex(v);
    polygons.addFace(Array_<int>{0, 1, 2, 3, 4, 5});
    EXPECT_DOUBLE_EQ(Mesh::fromPolygons(polygons, 0).getArea(), 3);
}

// A raw image with CR LF in its header has the heights of the plain image.
TEST(ImageFile, IsNotShiftedByALineEnd) {
    const auto read = [](const char* name) {
        return Terrain::fromImage(pathOf(name), Vec2(1, 1), 255, Terrain::Surface::Faceted);
    };
    const Terrain plain = read("a.pgm"), raw = read("crlf.pgm");
    ASSERT_EQ(raw.getHeights().nrow(), 8);
    ASSERT_EQ(raw.getHeights().ncol(), 7);
    EXPECT_EQ(raw.getHeights()(0, 6), 68);
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 7; ++j) EXPECT_EQ(raw.getHeights()(i, j), plain.getHeights()(i, j));
}

// An image has exactly the number of pixels of its header, and each is a number.
TEST(ImageFile, HasExactlyThePixelsOfItsHeader) {
    EXPECT_EQ(terrainFrom("P5\n2 2\n255\n\r\n\r\n").getHeights()(0, 1), Real(13) / 255); // pixels of 13 and 10
    EXPECT_EQ(terrainFrom("P2 # c\r\n2 2 # d\r\n4\r\n1 2 3 4 # e").getHeights()(1, 0), 1);
    const std::vector<std::pair<std::string, Strings>> wrong = {
        {"P5 2 2 255\nabc", {"ends after 3 of 4 pixels"}},
        {"P5 2 2 255\nabcde", {"1 bytes after its 4 pixels"}},
        {"P5\r\n2 2\r\n255\r\nabc", {"ends after 3 of 4 pixels"}},
        {"P5 2 2 256\nabcdef", {"ends after 3 of 4 pixels"}},
        {"P5 2 2 255", {"one blank"}},
        {"P5 2 2 255#\nabcd", {"one blank"}},
        {"P5 2 -2 255\nabcd", {"'-2'", "line 1"}},
        {"P5 2 2\n255.0\nabcd", {"grey value", "'255.0'", "line 2"}},
        {"P5 32768 32768 255\nabcd", {"ends after 4 of 1073741824"}},
        {"P2 2 2 4\n1 2 3", {"ends after 3 of 4 pixels"}},
        {"P2 2 2 4\n1 2 3 4 5", {"'5'", "after its 4 pixels"}},
        {"P2 2 2 4\n1 2\nx 4", {"'x'", "line 3", "pixel 3 of 4"}},
        {"P2 2 2 4\n1 2\n-3 4", {"'-3'"}},
        {"P2 2 2 4\n1 2\n5 4", {"pixel of 5"}},
        {"P52 2 4\nabcd", {"must"}},
    };
    for (const auto& [text, parts] : wrong) {
        SCOPED_TRACE(text);
        expectMessage<std::invalid_argument>([&, &image = text] { terrainFrom(image); }, parts);
    }
}

// Counts, from the words of a file, the triangles that it must have if it is accepted; slivers of an STL are left out.
namespace expected {

Strings wordsOf(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

int inObj(std::string text) {
    for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos;) text[at] = '\n';
    std::istringstream in(text);
    std::string line, whole;
    int count = 0;
    while (std::getline(in, line)) {
        const bool hasComment = line.find('#') != std::string::npos;
        whole += line.substr(0, line.find('#'));
        if (!hasComment && !whole.empty() && whole.back() == '\\') {
            whole.back() = ' ';
            continue;
        }
        const Strings words = wordsOf(whole);
        if (!words.empty() && words[0] == "f") count += int(words.size()) - 3;
        whole.clear();
    }
    return count;
}

int inAsciiStl(const std::string& text) {
    const Strings words = wordsOf(text);
    std::vector<Vec3> loop;
    int count = 0;
    for (std::size_t k = 0; k < words.size(); ++k) {
        std::string word = words[k];
        for (char& c : word) c = char(std::tolower(static_cast<unsigned char>(c)));
        if (word == "vertex" && k + 3 < words.size())
            loop.emplace_back(std::atof(words[k + 1].c_str()), std::atof(words[k + 2].c_str()),
                              std::atof(words[k + 3].c_str()));
        if (word != "endloop") continue;
        const bool isSliver = loop.size() == 3 && (loop[0] == loop[1] || loop[1] == loop[2] || loop[2] == loop[0]);
        if (!isSliver) count += int(loop.size()) - 2;
        loop.clear();
    }
    return count;
}

int inBinaryStl(const std::string& bytes) {
    int count = 0;
    for (std::size_t at = 84; at + 50 <= bytes.size(); at += 50) {
        float c[9];
        std::memcpy(c, bytes.data() + at + 12, sizeof c);
        const Vec3 a(c[0], c[1], c[2]), b(c[3], c[4], c[5]), d(c[6], c[7], c[8]);
        if (!(a == b || b == d || d == a)) ++count;
    }
    return count;
}

// Counts n - 2 triangles for a cell of n corners, in polygons and strips.
int inVtp(const std::string& text) {
    int count = 0;
    for (const char* name : {"connectivity", "offsets"})
        for (std::size_t at = 0; (at = text.find("\"" + std::string(name) + "\"", at)) != std::string::npos; ++at) {
            const std::size_t begin = text.find('>', at) + 1;
            const int words = int(wordsOf(text.substr(begin, text.find('<', begin) - begin)).size());
            count += name[0] == 'c' ? words : -2 * words;
        }
    return count;
}

} // namespace expected

class Mutant {
public:
    Mutant(std::string text, fuzz::Dice& dice) : text(std::move(text)), dice(dice) {
        for (int n = 1 + dice.below(3); n > 0 && !this->text.empty(); --n) change();
    }
    std::string text;

private:
    std::size_t position() { return std::size_t(dice.below(int(text.size()))); }
    std::pair<std::size_t, std::size_t> line() { // begin and length, with its end
        const std::size_t at = position(), before = at > 0 ? text.rfind('\n', at - 1) : std::string::npos;
        const std::size_t begin = before == std::string::npos ? 0 : before + 1, end = text.find('\n', at);
        return {begin, (end == std::string::npos ? text.size() : end + 1) - begin};
    }
    void change() {
        const char some[] = "0123456789-+.eE/\\#<>\"= \t\r\nfvogsxX,;\x01\x7f\xff";
        const std::size_t at = position();
        switch (dice.below(10)) {
        case 0: text.erase(at, 1); break;
        case 1: text.insert(at, 1, text[at]); break;
        case 2:
        case 3: text[at] = some[dice.below(int(sizeof some))]; break; // the last one is a NUL
        case 4: text.insert(at, 1, some[dice.below(int(sizeof some))]); break;
        case 5: text.resize(at); break;
        case 6: {
            const auto [begin, length] = line();
            const std::string copy = text.substr(begin, length);
            text.insert(line().first, copy);
            break;
        }
        case 7: {
            const auto [begin, length] = line();
            text.erase(begin, length);
            break;
        }
        case 8: { // moves a line
            const auto [begin, length] = line();
            const std::string moved = text.substr(begin, length);
            text.erase(begin, length);
            text.insert(text.empty() ? 0 : line().first, moved);
            break;
        }
        default:
            text.insert(at, dice.oneOf<const char*>({"\t", "\n", "\r\n", "\\\n", " ", "#", "<!--", "\xef\xbb\xbf"}));
        }
    }
    fuzz::Dice& dice;
};

// Returns the number of accepted mutants; each must have its expected number of triangles.
template <class Count>
int fuzzMeshes(const std::string& good, const std::string& ending, int count, const Count& triangles) {
    int accepted = 0;
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
        fuzz::Dice dice(39, {std::uint64_t(i), good.size()});
        const Mutant mutant(good, dice);
        try {
            EXPECT_EQ(meshFrom(mutant.text, ending).getNumTriangles(), triangles(mutant.text)) << i << '\n'
                                                                                               << mutant.text;
            ++accepted;
        } catch (const std::invalid_argument& e) {
            EXPECT_NE(std::string(e.what()).find("simbodydem_mesh_file"), std::string::npos) << e.what();
        }
    }
    return accepted;
}

// The last pixels of a raw image are its last bytes. Those of a plain image are its words without comments.
void expectPixels(const Terrain& terrain, const std::string& text) {
    const Matrix& heights = terrain.getHeights();
    const int width = heights.nrow(), height = heights.ncol(), count = width * height;
    std::string plain;
    bool isComment = false;
    for (const char c : text) {
        isComment = c != '\n' && c != '\r' && (isComment || c == '#');
        plain += isComment ? ' ' : c;
    }
    const Strings words = expected::wordsOf(plain.substr(2));
    const Real white = std::atof(words.at(2).c_str());
    ASSERT_EQ(std::atoi(words[0].c_str()), width);
    ASSERT_EQ(std::atoi(words[1].c_str()), height);
    if (text[1] == '2') {
        ASSERT_EQ(int(words.size()), 3 + count);
    }
    for (int k = 0; k < count; ++k) {
        const Real pixel = text[1] == '2'
                               ? std::atof(words[std::size_t(k) + 3].c_str())
                               : Real(static_cast<unsigned char>(text[text.size() - std::size_t(count - k)]));
        ASSERT_EQ(heights(k % width, height - 1 - k / width), pixel / white) << k;
    }
}

int fuzzImages(const std::string& good, int count) {
    int accepted = 0;
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
        fuzz::Dice dice(39, {std::uint64_t(i), good.size()});
        const Mutant mutant(good, dice);
        SCOPED_TRACE(mutant.text);
        try {
            expectPixels(terrainFrom(mutant.text), mutant.text);
            ++accepted;
        } catch (const std::invalid_argument&) {
        }
    }
    return accepted;
}

// Among 16 000 files with one to three changes none crashes or blocks the reader. No accepted file has lost a face or a pixel. Some
// files of each kind are accepted, so that the counts are compared.
TEST(MeshFile, LosesNoFaceOfDamagedFiles) {
    std::string binary = bytesOf("count11.stl");
    binary[80] = 12;
    EXPECT_GT(fuzzMeshes(bytesOf("cube_ok.obj"), ".obj", 3000, expected::inObj), 20);
    EXPECT_GT(fuzzMeshes(bytesOf("tab3.obj"), ".obj", 2000, expected::inObj), 20);
    EXPECT_GT(fuzzMeshes(bytesOf("floor2.obj"), ".obj", 1000, expected::inObj), 20);
    EXPECT_GT(fuzzMeshes(bytesOf("two.stl"), ".stl", 2000, expected::inAsciiStl), 20);
    EXPECT_GT(fuzzMeshes(binary, ".stl", 2000, expected::inBinaryStl), 20);
    EXPECT_GT(fuzzMeshes(bytesOf("box.vtp"), ".vtp", 2000, expected::inVtp), 20);
    EXPECT_GT(fuzzMeshes(bytesOf("box2.vtp"), ".vtp", 2000, expected::inVtp), 20);
    EXPECT_GT(fuzzImages(bytesOf("a.pgm"), 1000), 20);
    EXPECT_GT(fuzzImages(bytesOf("crlf.pgm"), 1000), 20);
}

} // namespace
} // namespace test_mesh_file
