// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_CONTROLLER_H
#define SIMBODYDEM_ROBOTS_ROBOT_CONTROLLER_H

#include "SimTKcommon.h"

#include <functional>
#include <vector>

namespace simbodydem {

/** Forces and contacts of a robot's links, by the index of the link in RobotFile::getLinks(). */
struct RobotContacts {
    std::vector<SimTK::Vec3> forces; ///< sum of the forces of all contacts on the link, in Ground [N]
    std::vector<char> flags;         ///< 1 if the link's surfaces have a contact, else 0
};

/** Measurements for a controller. Joint arrays are by joint number, see Robot::getJoint(). */
struct RobotObservation {
    SimTK::Real time = 0;                     ///< [s]
    std::vector<SimTK::Real> positions;       ///< of the joints [rad, m]
    std::vector<SimTK::Real> velocities;      ///< of the joints [rad/s, m/s]
    SimTK::Transform basePose;                ///< of the root link's frame in Ground
    SimTK::Vec3 baseAngularVelocity{0, 0, 0}; ///< in Ground [rad/s]
    SimTK::Vec3 baseVelocity{0, 0, 0};        ///< of the root link's origin, in Ground [m/s]
    std::vector<SimTK::Vec3> linkForces;      ///< as in RobotContacts; empty without a contact force
    std::vector<char> linkContacts;           ///< as in RobotContacts; empty without a contact force
};

/** Commands of a controller, by joint number. Values of joints with `<mimic>` are unused. */
struct RobotCommand {
    std::vector<SimTK::Real> targets; ///< of the servos [rad, m]; on entry those that were set, Robot::getTargets()
    std::vector<SimTK::Real> torques; ///< added to the servos [N m, N]; on entry 0, so a controller gives them at each call
};

/** A controller is a function that reads measurements and changes commands. */
using RobotController = std::function<void(const RobotObservation&, RobotCommand&)>;

} // namespace simbodydem

#endif
