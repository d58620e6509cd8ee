// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_CONTROLLER_H
#define SIMBODYDEM_ROBOTS_ROBOT_CONTROLLER_H

#include "simbodydem/JointForces.h"

#include "SimTKcommon.h"

#include <functional>
#include <vector>

namespace simbodydem {

/** Forces and contacts of a robot's links, by the index of the link in RobotFile::getLinks(). */
struct RobotContacts {
    std::vector<SimTK::Vec3> forces; ///< sum of the forces of all contacts on the link, in Ground [N]
    std::vector<char> flags;         ///< 1 if the link's surfaces have a contact, else 0
};

/** Reading of an inertial measurement unit, in the frame S of the sensor. */
struct ImuReading {
    SimTK::Vec3 specificForce{0, 0, 0}; ///< acceleration of the origin of S less gravity [m/s^2]; 9.81 upwards at rest
    SimTK::Vec3 angularRate{0, 0, 0};   ///< of the link, relative to Ground [rad/s]
};

/** Measurements for a controller. Joint arrays are by joint number, see Robot::getJoint(). */
struct RobotObservation {
    SimTK::Real time = 0;                     ///< [s]
    std::vector<SimTK::Real> positions;       ///< of the joints [rad, m]
    std::vector<SimTK::Real> velocities;      ///< of the joints [rad/s, m/s]
    std::vector<JointRecord> jointForces;     ///< friction, damping, stop, servo and torque of each joint [N m, N]
    std::vector<SimTK::Real> accelerations;   ///< of the joints [rad/s^2, m/s^2]; empty unless Robot::setObserveAccelerations()
    std::vector<ImuReading> imus;             ///< in the order of Robot::addImu()
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
    std::vector<SimTK::Real> velocityTargets =
        {}; ///< of the servos [rad/s, m/s]; on entry those that were set, Robot::getVelocityTargets(); empty: they stay
};

/** A controller is a function that reads measurements and changes commands. */
using RobotController = std::function<void(const RobotObservation&, RobotCommand&)>;

} // namespace simbodydem

#endif
