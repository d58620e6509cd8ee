#ifndef SIMBODYDEM_TESTS_MUJOCO_CHECK_H
#define SIMBODYDEM_TESTS_MUJOCO_CHECK_H

#include "RobotNumbers.h"

#include <string>

/** A Robot of a file, with fixed joints kept, against MuJoCo. */
struct MujocoCheck {
    explicit MujocoCheck(const std::string& path, int numPoses = 20);

    std::string error;        ///< of RobotFile, Robot or MuJoCo; empty if all take the file
    bool isBalanced = false;  ///< MuJoCo takes the file only with balanceinertia
    RobotDifferences robot;   ///< of the Robot from MuJoCo; frames and gravity alone if isBalanced
    RobotDifferences inertia; ///< of the recursion with MuJoCo's own inertias from MuJoCo
    int lackingFrames = 0;    ///< links that MuJoCo has no body for
};

#endif
