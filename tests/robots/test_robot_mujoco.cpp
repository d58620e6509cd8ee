// Robots against MuJoCo, where it is installed. MuJoCo diagonalizes inertias with an error of up to 1e-6, so the mass matrix is also
// compared with that of MuJoCo's own inertias.

#include "RobotFiles.h"
#include "RobotModel.h"
#include "reference/MujocoCheck.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace test_robot_mujoco {

namespace {

void expectAgreement(const MujocoCheck& check) {
    EXPECT_EQ(check.error, "");
    EXPECT_EQ(check.lackingFrames, 0);
    EXPECT_LE(check.inertia.worst(), 1e-10); // rounding, of nearly singular mass matrices as well
    EXPECT_LE(check.robot.frames, 1e-10);
    EXPECT_LE(check.robot.gravity, 1e-10);
    EXPECT_LE(check.robot.mass, 2e-6); // MuJoCo's error of inertias, relative to the least principal value
    EXPECT_LE(check.robot.bias, 2e-6);
}

} // namespace

// Small robots have MuJoCo's frames, mass matrix, gravity and bias. One has an inertia that MuJoCo takes only if it may change it.
TEST(RobotMujoco, SmallRobotsAgree) {
    for (const std::string& path :
         {examplePath("quadruped.urdf"), examplePath("arm_gripper.urdf"), robotPath("nested_fixed.urdf"),
          robotPath("mimic.urdf"), robotPath("skew_axes.urdf"), robotPath("fixed_chains.urdf"),
          robotPath("mimic_chain.urdf"), robotPath("mirrored_arms.urdf")}) {
        SCOPED_TRACE(path);
        const MujocoCheck check(path);
        expectAgreement(check);
        EXPECT_EQ(check.isBalanced, path == robotPath("fixed_chains.urdf"));
    }
}

// MuJoCo has no floating joint below the root.
TEST(RobotMujoco, TakesNoFloatingJointBelowTheRoot) {
    EXPECT_NE(MujocoCheck(robotPath("planar_floating.urdf"), 1).error.find("top level"), std::string::npos);
}

// The files of example-robot-data that both take agree. MuJoCo does not take the thin links of icub, nor the files that are no robots.
TEST(RobotMujoco, ExampleRobotDataAgrees) {
    const char* const folder = std::getenv("SIMBODYDEM_ROBOT_DATA");
    if (!folder) GTEST_SKIP() << "SIMBODYDEM_ROBOT_DATA is not set to the folder of example-robot-data";
    std::ifstream table(robotPath("example_robot_data.txt"));
    std::string line;
    int numAgreeing = 0, numBalanced = 0;
    while (std::getline(table, line)) {
        if (line.empty() || line[0] == '#') continue;
        const std::string path = line.substr(0, line.find(' '));
        SCOPED_TRACE(path);
        const MujocoCheck check(std::string(folder) + "/" + path);
        if (!check.error.empty()) {
            const bool isMassless = check.error.find("no mass") != std::string::npos;
            const bool isThin = path.find("icub") != std::string::npos;
            EXPECT_TRUE(isMassless || isThin) << check.error;
            continue;
        }
        expectAgreement(check);
        ++numAgreeing;
        numBalanced += check.isBalanced;
    }
    EXPECT_EQ(numAgreeing, 60);
    std::cout << numBalanced << " of " << numAgreeing << " files with balanceinertia\n";
}

} // namespace test_robot_mujoco
