// Robots of many files against a direct recursion over their XML: counts, names, limits, frames, mass matrix, gravity and bias.

#include "RobotFiles.h"
#include "Scene.h"
#include "reference/RobotCheck.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace test_robot_reference {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real tolerance = 1e-10; // relative; rounding is 1e-15 for short chains and 1e-12 for nearly singular ones

std::string listed(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += "\n  " + line;
    return text;
}

void expectAgreement(const RobotCheck& check) {
    EXPECT_EQ(check.error, "");
    EXPECT_TRUE(check.faults.empty()) << listed(check.faults);
    for (const RobotDifferences& d : {check.merged, check.kept}) {
        EXPECT_LE(d.frames, tolerance);
        EXPECT_LE(d.mass, tolerance);
        EXPECT_LE(d.gravity, tolerance);
        EXPECT_LE(d.bias, tolerance);
    }
    if (check.correctedBodies == 0) {
        EXPECT_LE(check.raw.worst(), tolerance);
    }
}

struct Expected {
    std::string path;
    int mergedBodies, keptBodies;
};
const std::vector<Expected>& smallRobots() {
    static const std::vector<Expected> robots{
        {examplePath("quadruped.urdf"), 13, 17},   {examplePath("arm_gripper.urdf"), 7, 9},
        {robotPath("nested_fixed.urdf"), 2, 6},    {robotPath("mimic.urdf"), 4, 4},
        {robotPath("planar_floating.urdf"), 5, 5}, {robotPath("ignored.urdf"), 2, 2},
        {robotPath("mirrored_mesh.urdf"), 1, 1},   {robotPath("skew_axes.urdf"), 6, 6},
        {robotPath("fixed_chains.urdf"), 4, 11},   {robotPath("mimic_chain.urdf"), 5, 5},
        {robotPath("planar_chain.urdf"), 10, 10},  {robotPath("mirrored_arms.urdf"), 3, 3}};
    return robots;
}

std::string folderOfRobotData() {
    const char* const folder = std::getenv("SIMBODYDEM_ROBOT_DATA");
    return folder ? folder : "";
}

// Small robots agree with the recursion over their XML, with fixed joints merged and kept, at 20 random poses each.
TEST(RobotReference, SmallRobotsAgree) {
    for (const Expected& robot : smallRobots()) {
        SCOPED_TRACE(robot.path);
        const RobotCheck check(robot.path);
        expectAgreement(check);
        EXPECT_EQ(check.mergedBodies, robot.mergedBodies);
        EXPECT_EQ(check.keptBodies, robot.keptBodies);
        EXPECT_EQ(check.correctedBodies, 0);
        EXPECT_EQ(RobotCheck::countSurfaces(robot.path), check.collisions);
    }
}

// A double pendulum of point masses has the mass matrix and the gravity of the textbook: the recursion over the XML is right.
TEST(RobotReference, RecursionIsThatOfTheTextbook) {
    const Folder folder;
    const std::string inertial = "<inertial><origin xyz='0 0 -0.5'/><mass value='2'/>"
                                 "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial>";
    const std::string path = folder.write(
        "pendulum.urdf", "<robot name='p'><link name='a'/><link name='b'>" + inertial + "</link><link name='c'>" +
                             inertial +
                             "</link><joint name='p' type='continuous'><parent link='a'/><child link='b'/></joint>"
                             "<joint name='q' type='continuous'><parent link='b'/><child link='c'/>"
                             "<origin xyz='0 0 -0.5'/></joint></robot>");
    const XmlRobot xml(path);
    const Real m = 2, l = 0.5, g = 9.81, a = 0.7, b = -1.1, ua = 3, ub = -2;
    const RobotNumbers found = xml.calc(xml.findLinks(), {{a, b}, {ua, ub}});
    const Real ml2 = m * l * l, c = std::cos(b), s = std::sin(b);
    EXPECT_NEAR(found.mass(0, 0), ml2 * (3 + 2 * c), 1e-14);
    EXPECT_NEAR(found.mass(0, 1), ml2 * (1 + c), 1e-14);
    EXPECT_NEAR(found.mass(1, 1), ml2, 1e-14);
    const Real lower = m * g * l * std::sin(a + b), upper = 2 * m * g * l * std::sin(a) + lower;
    EXPECT_NEAR(found.gravity[0], upper, 1e-13);
    EXPECT_NEAR(found.gravity[1], lower, 1e-13);
    EXPECT_NEAR(found.bias[0], upper - ml2 * s * (2 * ua * ub + ub * ub), 1e-13);
    EXPECT_NEAR(found.bias[1], lower + ml2 * s * ua * ua, 1e-13);
}

// Arms that are mirror images have mirrored frames and meshes, equal inertias about their joints and equal torques.
TEST(RobotReference, MirrorImagesAreMirrored) {
    const RobotFile file(robotPath("mirrored_arms.urdf"));
    RobotModel model(file);
    State state = model.realize();
    const Mat33 mirror(1, 0, 0, 0, -1, 0, 0, 0, 1);
    for (const Real angle : {-1.7, 0.4}) {
        model.robot.setJointPositions(state, {angle, angle});
        model.system.realize(state, Stage::Dynamics);
        const Transform left = model.robot.findLinkTransform(state, "left_arm"),
                        right = model.robot.findLinkTransform(state, "right_arm");
        EXPECT_LE((mirror * left.R().asMat33() * mirror - right.R().asMat33()).norm(), 1e-14); // rounding
        EXPECT_LE((mirror * left.p() - right.p()).norm(), 1e-14);
        const RobotCollision &a = file.getLink("left_arm").collisions.at(0),
                             &b = file.getLink("right_arm").collisions.at(0);
        const RobotMesh meshA = loadMesh(a.geometry), meshB = loadMesh(b.geometry);
        ASSERT_EQ(meshA.vertices.size(), meshB.vertices.size());
        for (std::size_t v = 0; v < meshA.vertices.size(); ++v)
            EXPECT_LE((mirror * (left * (a.X_LC * meshA.vertices[v])) - right * (b.X_LC * meshB.vertices[v])).norm(),
                      1e-14);
        Matrix mass;
        Vector gravity;
        model.matter.calcM(state, mass);
        model.matter.multiplyBySystemJacobianTranspose(state, model.gravity.getBodyForces(state), gravity);
        EXPECT_NEAR(mass(0, 0), mass(1, 1), 1e-14);
        EXPECT_NEAR(gravity[0], gravity[1], 1e-13);
        EXPECT_GT(std::abs(gravity[0]), 0.1);
    }
}

// Every file of example-robot-data (commit 39aa9437) agrees with its XML, and with the counts of another reader. Robot does not take
// five whose joints move no mass and one whose joints move no inertia, and RobotFile does not take two that are no robots.
TEST(RobotReference, ExampleRobotDataAgrees) {
    const std::string folder = folderOfRobotData();
    if (folder.empty()) GTEST_SKIP() << "SIMBODYDEM_ROBOT_DATA is not set to the folder of example-robot-data";
    std::ifstream table(robotPath("example_robot_data.txt"));
    std::string line;
    std::set<std::string> listedFiles;
    // A Robot of these would have a singular mass matrix: grippers and fingers of files for kinematics.
    const std::set<std::string> massless{"robots/bluevolta_description/urdf/bluevolta_bravo7_gripper.urdf",
                                         "robots/bravo7_description/urdf/bravo7_gripper.urdf",
                                         "robots/falcon_description/urdf/falcon_bravo7_gripper.urdf",
                                         "robots/romeo_description/urdf/romeo.urdf",
                                         "robots/romeo_description/urdf/romeo_laas_small.urdf"};
    while (std::getline(table, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string path;
        int links = 0, joints = 0;
        Real mass = 0, limits = 0;
        words >> path >> links >> joints >> mass >> limits;
        SCOPED_TRACE(path);
        listedFiles.insert(path);
        RobotCheck check(folder + "/" + path);
        if (path == "robots/icub_description/robots/icub.urdf") { // its neck turns a point mass about three axes
            EXPECT_NE(check.error.find("joint 'neck_roll' moves link 'neck_2' with an inertia of "), std::string::npos)
                << check.error;
            check.error.clear();
        }
        if (massless.count(path)) {
            EXPECT_NE(check.error.find("which has no mass, nor has a link behind it"), std::string::npos);
            check.error.clear();
        }
        expectAgreement(check);
        EXPECT_EQ(check.links, links);
        EXPECT_EQ(check.links, joints + 1);
        EXPECT_NEAR(check.mass, mass, 1e-9 * (1 + mass)); // the table has 16 digits
        EXPECT_NEAR(check.limits, limits, 1e-9 * (1 + limits));
    }
    int others = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string path = std::filesystem::relative(entry.path(), folder).generic_string();
        if (entry.path().extension() != ".urdf" || listedFiles.count(path)) continue;
        EXPECT_NE(RobotCheck(entry.path().string()).error, "") << path;
        ++others;
    }
    EXPECT_EQ(listedFiles.size(), 67u);
    EXPECT_EQ(others, 2);
}

// Files of example-robot-data whose meshes are all there have a surface for each collision, and all their visuals.
TEST(RobotReference, ExampleRobotDataHasItsSurfaces) {
    const std::string folder = folderOfRobotData();
    if (folder.empty()) GTEST_SKIP() << "SIMBODYDEM_ROBOT_DATA is not set to the folder of example-robot-data";
    std::ifstream table(robotPath("example_robot_data.txt"));
    std::string line;
    int count = 0;
    while (std::getline(table, line)) {
        if (line.empty() || line[0] == '#') continue;
        const std::string path = folder + "/" + line.substr(0, line.find(' '));
        SCOPED_TRACE(path);
        const RobotCheck check(path, 0);
        if (!check.error.empty() || check.missingMeshes > 0) continue;
        EXPECT_EQ(RobotCheck::countSurfaces(path), check.collisions);
        ++count;
    }
    EXPECT_GE(count, 50); // checkouts without their large files lack meshes of some
}

} // namespace
} // namespace test_robot_reference
