#ifndef CONTACT_LAB_JOINT_OPTIONS_H
#define CONTACT_LAB_JOINT_OPTIONS_H

#include "RobotChoice.h"

#include <simbodydem/robots.h>

#include <string>
#include <vector>

namespace lab {

/** Moves the target of one joint: at a speed, or along a sine about its pose. */
struct JointDrive {
    int joint = -1;
    Real speed = 0;     ///< [rad/s, m/s]; used if period is 0
    Real amplitude = 0; ///< [rad, m]
    Real period = 0;    ///< [s]

    bool isSpeed() const { return period == 0; }
    /** Defines the stiffness of the servo of a speed over its damping [1/s]. Its target leads the position, so that only the damping counts. */
    static constexpr Real stiffnessOfSpeed = 1e-3;
};

/** Describes a joint coordinate of a robot by its number in Robot. */
struct JointInfo {
    std::string name;
    bool isRotation = true, isMimic = false;
    Real lower = -SimTK::Infinity, upper = SimTK::Infinity; ///< [rad, m]
    Real effort = SimTK::NaN;                               ///< of the file [N m, N]; NaN if it has none
    Real velocity = SimTK::NaN;                             ///< of the file [rad/s, m/s]; NaN if it has none

    Real friction = 0; ///< dry friction of the file [N m, N]

    const char* getUnit() const { return isRotation ? "rad" : "m"; }
    bool isBounded() const { return lower > -SimTK::Infinity || upper < SimTK::Infinity; }
    /** Returns 0, or the middle of the range if 0 is outside of it. */
    Real getRestPosition() const;
    std::string describeRange() const;
};
std::vector<JointInfo> listJoints(const simbodydem::Robot&);

/** Returns the positions of `--pose`, by joint number. A joint that it does not name has its rest position.
@throws std::invalid_argument for an entry that is not PATTERN=POSITION, that matches no joint, or whose position is out of range */
std::vector<Real> readPose(const std::vector<std::string>& entries, const std::vector<JointInfo>&);

/** Returns the motions of `--drive`. A later entry replaces an earlier one for the same joint.
@param pose  about which joints oscillate
@throws std::invalid_argument for an entry in another form, that matches no joint, or that leaves the range of a joint */
std::vector<JointDrive> readDrives(const std::vector<std::string>& entries, const std::vector<JointInfo>&,
                                   const std::vector<Real>& pose);

} // namespace lab

#endif
