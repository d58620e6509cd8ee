// Meshes of robots: scale with its sign, units and up axis of DAE, OBJ of several objects, and surfaces that no solid has.

#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"
#include "simbodydem/robots.h"
#include "simbodydem/shapes/Mesh.h"

#include <cstring>

namespace test_robot_mesh {
namespace {

using namespace SimTK;
using namespace simbodydem;

RobotGeometry meshAt(const std::string& path, const Vec3& scale = Vec3(1)) {
    RobotGeometry geometry;
    geometry.kind = RobotGeometry::Kind::Mesh;
    geometry.meshFile = geometry.meshName = path;
    geometry.meshScale = scale;
    return geometry;
}

// By the divergence theorem; negative if the triangles are clockwise seen from outside.
Real volumeOf(const RobotMesh& mesh) {
    Real sum = 0;
    for (const std::array<int, 3>& t : mesh.triangles)
        sum += dot(mesh.vertices[t[0]], mesh.vertices[t[1]] % mesh.vertices[t[2]]) / 6;
    return sum;
}

struct Bounds {
    Vec3 low = Vec3(Infinity), high = Vec3(-Infinity);
};
Bounds boundsOf(const RobotMesh& mesh) {
    Bounds bounds;
    for (const Vec3& v : mesh.vertices)
        for (int i = 0; i < 3; ++i) {
            bounds.low[i] = std::min(bounds.low[i], v[i]);
            bounds.high[i] = std::max(bounds.high[i], v[i]);
        }
    return bounds;
}

// A tetrahedron with corners at 0, 1 x, 2 y and 3 z, in the given unit, below a node that moves it by 10 along z.
std::string dae(const std::string& upAxis, const std::string& meter, const std::string& matrix) {
    return "<?xml version='1.0' encoding='utf-8'?>\n"
           "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\n"
           "<asset><unit name='u' meter='" +
           meter + "'/><up_axis>" + upAxis +
           "</up_axis></asset>\n"
           "<library_effects><effect id='e'><profile_COMMON><technique sid='c'><lambert><diffuse><color>0.2 0.4 0.6 "
           "1</color>"
           "</diffuse></lambert></technique></profile_COMMON></effect></library_effects>\n"
           "<library_materials><material id='m'><instance_effect url='#e'/></material></library_materials>\n"
           "<library_geometries><geometry id='g'><mesh>\n"
           "<source id='p'><float_array id='pa' count='12'>0 0 0 1 0 0 0 2 0 0 0 3</float_array><technique_common>"
           "<accessor source='#pa' count='4' stride='3'><param name='X' type='float'/><param name='Y' type='float'/>"
           "<param name='Z' type='float'/></accessor></technique_common></source>\n"
           "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
           "<triangles count='4' material='s'><input semantic='VERTEX' source='#v' offset='0'/>"
           "<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>\n"
           "</mesh></geometry></library_geometries>\n"
           "<library_visual_scenes><visual_scene id='s'><node id='n' name='part'><matrix>" +
           matrix +
           "</matrix>"
           "<instance_geometry url='#g'><bind_material><technique_common><instance_material symbol='s' target='#m'/>"
           "</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>\n"
           "<scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";
}
const char* const raised = "1 0 0 0 0 1 0 0 0 0 1 10 0 0 0 1";
const char* const mirrored = "-1 0 0 0 0 1 0 0 0 0 1 10 0 0 0 1";

const char* const box = "v 0 0 0\nv 0 0 1\nv 0 1 0\nv 0 1 1\nv 1 0 0\nv 1 0 1\nv 1 1 0\nv 1 1 1\n";
std::string facesOfBox(int first) {
    const int faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    std::string text;
    for (const auto& face : faces) {
        text += "f";
        for (const int v : face) text += " " + std::to_string(first + v);
        text += "\n";
    }
    return text;
}

// A scale with one negative factor mirrors a tetrahedron and turns its triangles, so that its volume stays positive.
TEST(RobotMesh, MirrorsByNegativeScales) {
    const RobotFile robot(robotPath("mirrored_mesh.urdf"));
    const RobotLink& part = robot.getLink("part");
    const RobotMesh plain = loadMesh(part.collisions.at(0).geometry);
    EXPECT_NEAR(volumeOf(plain), 3e-6, 1e-12);
    EXPECT_LT((boundsOf(plain).high - Vec3(0.01, 0.03, 0.06)).norm(), 1e-9);
    EXPECT_EQ(part.collisions[0].X_LC.p(), Vec3(0.1, 0, 0));
    const RobotMesh once = loadMesh(part.collisions.at(1).geometry);
    EXPECT_NEAR(volumeOf(once), 6e-6, 1e-12);
    EXPECT_LT((boundsOf(once).low - Vec3(-0.01, 0, 0)).norm(), 1e-9);
    EXPECT_LT((boundsOf(once).high - Vec3(0, 0.03, 0.12)).norm(), 1e-9);
    const RobotMesh twice = loadMesh(part.visuals.at(0).geometry);
    EXPECT_NEAR(volumeOf(twice), 3e-6, 1e-12);
    EXPECT_LT((boundsOf(twice).low - Vec3(-0.01, -0.03, 0)).norm(), 1e-9);
    EXPECT_EQ(plain.warning, "");
    EXPECT_NO_THROW(Mesh(once.vertices, once.triangles, 0));
}

// The unit of a DAE scales it, a node moves it, and its coordinates are those of the file whatever its up axis, as in ROS.
TEST(RobotMesh, HonorsUnitsOfDae) {
    const Folder folder;
    for (const std::string upAxis : {"Z_UP", "Y_UP", "X_UP"}) {
        SCOPED_TRACE(upAxis);
        const RobotMesh mesh = loadMesh(meshAt(folder.write("mm.dae", dae(upAxis, "0.001", raised))));
        EXPECT_EQ(mesh.vertices.size(), 4u);
        EXPECT_NEAR(volumeOf(mesh), 1e-9, 1e-15);
        EXPECT_LT((boundsOf(mesh).low - Vec3(0, 0, 0.01)).norm(), 1e-9);
        EXPECT_LT((boundsOf(mesh).high - Vec3(0.001, 0.002, 0.013)).norm(), 1e-9);
        ASSERT_EQ(mesh.parts.size(), 1u);
        EXPECT_EQ(mesh.parts[0].name, "part");
        EXPECT_LT((*mesh.parts[0].color - Vec4(0.2, 0.4, 0.6, 1)).norm(), 1e-6);
    }
}

// By option the up axis of a DAE becomes z: y of the file is up, or x.
TEST(RobotMesh, HonorsUpAxesByOption) {
    const Folder folder;
    const auto high = [&](const std::string& upAxis) {
        const RobotMesh mesh = loadMesh(meshAt(folder.write("up.dae", dae(upAxis, "1", raised))), MeshUpAxis::AsInFile);
        EXPECT_NEAR(volumeOf(mesh), 1, 1e-5) << upAxis;
        const Bounds bounds = boundsOf(mesh);
        return bounds.high;
    };
    EXPECT_LT((high("Z_UP") - Vec3(1, 2, 13)).norm(), 1e-5);
    EXPECT_LT((high("Y_UP") - Vec3(1, -10, 2)).norm(), 1e-5);
    EXPECT_NEAR(high("X_UP")[2], 1, 1e-5);
}

// A node that mirrors turns its triangles, and a scale that mirrors turns them again.
TEST(RobotMesh, MirrorsByNodes) {
    const Folder folder;
    const std::string path = folder.write("mirror.dae", dae("Z_UP", "1", mirrored));
    EXPECT_NEAR(volumeOf(loadMesh(meshAt(path))), 1, 1e-6);
    EXPECT_NEAR(volumeOf(loadMesh(meshAt(path, Vec3(-2, 1, 1)))), 2, 1e-6);
}

// An OBJ of several objects has a part for each; one of one object is read in double precision.
TEST(RobotMesh, KeepsObjectsApart) {
    const Folder folder;
    const std::string two = std::string("o first\n") + box + facesOfBox(1) + "o second\n" +
                            "v 2 0 0\nv 2 0 1\nv 2 1 0\nv 2 1 1\nv 3 0 0\nv 3 0 1\nv 3 1 0\nv 3 1 1\n" + facesOfBox(9);
    const RobotMesh mesh = loadMesh(meshAt(folder.write("two.obj", two)));
    ASSERT_EQ(mesh.parts.size(), 2u);
    EXPECT_EQ(mesh.parts[0].name, "first");
    EXPECT_EQ(mesh.parts[1].name, "second");
    EXPECT_EQ(mesh.parts[1].firstTriangle, 12);
    EXPECT_EQ(mesh.parts[1].numTriangles, 12);
    EXPECT_EQ(mesh.vertices.size(), 16u);
    EXPECT_NEAR(volumeOf(mesh), 2, 1e-6);
    const RobotMesh one =
        loadMesh(meshAt(folder.write("one.obj", std::string("o only\n") + box + facesOfBox(1)), Vec3(0.1)));
    EXPECT_NEAR(volumeOf(one), 1e-3, 1e-17);
    EXPECT_EQ(one.parts.size(), 1u);
}

// A surface that no solid has is read all the same, for a convex hull, and the warning has the reason.
TEST(RobotMesh, WarnsOfImpossibleSurfaces) {
    const Folder folder;
    const std::string path = folder.write("folded.obj", std::string(box) + facesOfBox(1) + "f 1 2 4\n");
    EXPECT_THROW(Mesh::fromFile(path, 0), std::invalid_argument);
    const RobotMesh mesh = loadMesh(meshAt(path));
    EXPECT_EQ(mesh.triangles.size(), 13u);
    EXPECT_NE(mesh.warning.find("folded.obj', line "), std::string::npos) << mesh.warning;
}

// A file that is cut off within a face is an error, as in Mesh::fromFile(). The rest of it would be a smaller hull.
TEST(RobotMesh, RejectsFilesThatAreCutOff) {
    const Folder folder;
    const auto expectRefusal = [&](const std::string& name, const std::string& text, const std::string& part) {
        const std::string path = folder.write(name, text);
        const std::string message = messageOf<std::invalid_argument>([&] { loadMesh(meshAt(path)); });
        EXPECT_NE(message.find(name), std::string::npos) << name << ": " << message;
        EXPECT_NE(message.find(part), std::string::npos) << name << ": " << message;
    };
    std::string ascii = "solid a\n";
    for (const char* third : {"0 0 1", "0 1 1", "1 0 1"})
        ascii += std::string("facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex ") + third +
                 "\nendloop\nendfacet\n";
    EXPECT_NO_THROW(loadMesh(meshAt(folder.write("whole.stl", ascii + "endsolid a\n"))));
    expectRefusal("facets.stl", ascii, "within the solid");
    expectRefusal("word.stl", ascii.substr(0, ascii.size() - 20), "line");
    std::string binary(84, ' ');
    binary[80] = 4; // triangles
    binary[81] = binary[82] = binary[83] = 0;
    for (int i = 0; i < 3; ++i) {
        const float corners[9] = {0, 0, 0, 1, 1, float(i), 0, 1, float(i + 1)};
        std::string facet(50, '\0');
        std::memcpy(&facet[12], corners, sizeof corners);
        binary += facet;
    }
    expectRefusal("binary.stl", binary, "its header counts 4 triangles");
    expectRefusal("half.stl", binary.substr(0, 84 + 70), "its header counts 4 triangles");
    const std::string one = std::string("o only\n") + box + facesOfBox(1);
    expectRefusal("one.obj", one.substr(0, one.size() - 5), "corners");
    const std::string two = one + "o second\nv 2 0 0\nv 2 0 1\nv 2 1 0\nf 9 10 11\nf 9 10 1";
    expectRefusal("two.obj", two.substr(0, two.size() - 2), "corners");
    expectRefusal("gone.obj", two + "2", "vertex 12");
    const std::string whole = dae("Z_UP", "1", raised);
    for (std::size_t size = 100; size + 11 < whole.size(); size += 50) expectRefusal("cut.dae", whole.substr(0, size), "");
}

// Faces without area and loose lines are left out with a warning, and the rest of the file is read.
TEST(RobotMesh, LeavesOutFacesWithoutArea) {
    const Folder folder;
    const std::string text = std::string(box) + facesOfBox(1) + "f 1 2 2\nl 1 8\n";
    const RobotMesh mesh = loadMesh(meshAt(folder.write("loose.obj", text)));
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_NE(mesh.warning.find("loose.obj', line 16"), std::string::npos) << mesh.warning;
}

// A hull of a surface that no solid has keeps the reason as a note of the robot.
TEST(RobotMesh, HullsKeepTheReasonAsANote) {
    const Folder folder;
    const std::string path = folder.write("folded.obj", std::string(box) + facesOfBox(1) + "f 1 2 4\n");
    RobotModel model(RobotFile::fromText("<robot name='r'><link name='a'><collision><geometry><mesh filename='" + path +
                                             "'/></geometry></collision></link></robot>",
                                         folder / "r.urdf"));
    model.addContact();
    EXPECT_NE(model.robot.toText().find("a/0: hull of a surface that no solid has: "), std::string::npos)
        << model.robot.toText();
    EXPECT_NE(model.robot.toText().find("folded.obj', line "), std::string::npos);
}

// A geometry that is no mesh, a file that is damaged, empty or of another kind are errors.
TEST(RobotMesh, RejectsOtherFiles) {
    const Folder folder;
    const auto message = [&](const std::string& name, const std::string& text) {
        const std::string path = folder.write(name, text);
        return messageOf<std::invalid_argument>([&] { loadMesh(meshAt(path)); });
    };
    EXPECT_NE(message("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n").find("a.stl', line"),
              std::string::npos);
    EXPECT_NE(message("a.dae", "<COLLADA>").find("a.dae': assimp cannot read it: "), std::string::npos);
    EXPECT_NE(message("a.dae", "").find("a.dae'"), std::string::npos);
    EXPECT_NE(message("a.mesh", "").find("a.mesh': its name must end with .stl, .obj, .dae or .vtp"),
              std::string::npos);
    EXPECT_NE(message("a.vtp", "<VTKFile/>").find("a.vtp'"), std::string::npos);
    RobotGeometry ball;
    ball.kind = RobotGeometry::Kind::Sphere;
    ball.line = 7;
    expectMessage<std::invalid_argument>([&] { loadMesh(ball); }, {"the geometry of line 7 is a box, sphere"});
}

} // namespace
} // namespace test_robot_mesh
