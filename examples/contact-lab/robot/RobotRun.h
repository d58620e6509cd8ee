#ifndef CONTACT_LAB_ROBOT_RUN_H
#define CONTACT_LAB_ROBOT_RUN_H

#include "RobotScene.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** Holds the motion at one time, and the effort of the time since the row before. */
struct RobotRow {
    Real time = 0;            ///< [s]
    Real height = 0;          ///< of the root link's frame above the floor [m]
    Real tilt = 0;            ///< of the root link's z axis from the vertical [deg]
    Real kineticEnergy = 0;   ///< [J]
    int contacts = 0;         ///< number of contact points
    Real jointSpeed = 0;      ///< greatest one at this time [rad/s, m/s]
    std::string fastestJoint; ///< its joint
    Real processorTime = 0;   ///< per simulated second [s/s]
    int steps = 0;            ///< since the row before
};

/** Holds the contacts of one link at the end, and what it did until then. */
struct LinkResult {
    std::string link;
    int contacts = 0;
    Real normalForce = 0, tangentialForce = 0; ///< sums over its contacts [N]
    Real friction = 0;                         ///< greatest T/N of its contacts [-]
    Real overlap = 0;                          ///< greatest one of its contacts [m]
    Real slip = 0, lastSlip = 0;               ///< sliding distance since the start and in the last part [m]
    Real speed = 0;                            ///< displacement in the last part over its time [m/s]
};

/** Holds a joint with a servo at the end. */
struct JointResult {
    JointInfo joint;
    ServoGains servo;
    Real position = 0, target = 0, speed = 0; ///< [rad, m], [rad/s, m/s]; the target is NaN for a speed
    Real force = 0;                           ///< of the servo [N m, N]
    bool isAtLimit = false;
};

struct RobotResult {
    std::vector<RobotRow> rows;
    std::vector<LinkResult> links; ///< of all links
    std::vector<JointResult> joints;
    Real lastPart = 0;               ///< time at the end in which motion counts as creep [s]
    SimTK::Vec3 displacement{0};     ///< of the base since the start [m]
    SimTK::Vec3 velocity{0};         ///< mean velocity of the base in the last part [m/s]
    Real weight = 0, floorForce = 0; ///< of the robot, and vertical force of the floor at the end [N]
    Real energyAtStart = 0, energyAtEnd = 0, dissipatedByContacts = 0; ///< [J]
    Real processorTime = 0;                                            ///< of the whole run [s]
    int steps = 0, evaluations = 0;
    std::vector<std::string> warnings; ///< of the library during the run

    const LinkResult& findFastest() const;
    const LinkResult& findMostSlip() const;
    /** Returns true if no link moves faster than 1 um/s in the last part, by its displacement. */
    bool standsStill() const { return findFastest().speed < 1e-6; }
};

/** Runs a scene.
@param onStart  is called when all input has been checked
@param onRow    gets each row as soon as it is there
@throws GivenUp if the integrator cannot continue, or takes more evaluations than it may */
RobotResult runRobot(RobotScene&, const RobotChoice&, const std::function<void()>& onStart,
                     const std::function<void(const RobotRow&)>& onRow);

} // namespace lab

#endif
