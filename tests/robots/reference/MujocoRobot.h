#ifndef SIMBODYDEM_TESTS_MUJOCO_ROBOT_H
#define SIMBODYDEM_TESTS_MUJOCO_ROBOT_H

#include "XmlRobot.h"

#include <memory>
#include <string>

/** A robot as MuJoCo reads its URDF file. MuJoCo gets a copy without shapes, whose `<mujoco>` element keeps the links of fixed joints as
bodies. */
class MujocoRobot {
public:
    /** Reads a file.
        @param path      of the file
        @param names     of its links and joints
        @param balances  whether MuJoCo replaces an inertia that no body can have by its mean; otherwise the file is an error
        @throws std::runtime_error with MuJoCo's message if it does not take the file */
    MujocoRobot(const std::string& path, const XmlRobot& names, bool balances = false);
    ~MujocoRobot();
    /** Computes all numbers of a pose. A link that MuJoCo does not have has a frame of NaN. */
    RobotNumbers calc(const RobotPose& pose);
    /** Returns the mass properties of all links as MuJoCo has them. It diagonalizes each inertia, with an error of its own. */
    std::vector<XmlRobot::Body> findLinks() const;
    /** Returns the MuJoCo version, "2.2.2" for instance. */
    static std::string getVersion();

private:
    struct Impl;
    std::unique_ptr<Impl> impl;
};

#endif
