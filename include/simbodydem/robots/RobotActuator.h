// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_ACTUATOR_H
#define SIMBODYDEM_ROBOTS_ROBOT_ACTUATOR_H

#include "SimTKcommon.h"

#include <string>

namespace simbodydem {

/** An actuator of an MJCF file, in coordinates of the joint that it drives. Its control c is MuJoCo's `ctrl`; it stands for the command
s = scale * c + offset. With the gear g, the gain G, and the bias b0 + b1 length + b2 speed of MuJoCo, the torque of the joint is
- stiffness * (s - q) - damping * u of a position actuator, stiffness = -b1 g^2 and damping = -b2 g^2,
- damping * (s - u) of a velocity actuator,
- s of a motor.

The limit caps it. Robot::useActuators() gives the joints servos of these numbers. */
struct RobotActuator {
    enum class Kind { Position, Velocity, Motor };
    std::string name; ///< may be empty
    int line = 0;
    Kind kind = Kind::Motor;
    int joint = -1;            ///< index in RobotFile::getJoints()
    SimTK::Real stiffness = 0; ///< [N m/rad, N/m], >= 0
    SimTK::Real damping = 0;   ///< [N m s/rad, N s/m], >= 0
    SimTK::Real dampingRatio =
        0; ///< adds 2 ratio sqrt(stiffness * inertia) to the damping, with the joint's inertia at coordinates 0
    SimTK::Real scale = 1;                ///< of the control
    SimTK::Real offset = 0;               ///< of the command [rad, m]; of a motor [N m, N]
    SimTK::Real lower = -SimTK::Infinity; ///< of the control
    SimTK::Real upper = SimTK::Infinity;  ///< of the control
    SimTK::Real limit = SimTK::Infinity;  ///< greatest torque or force of the joint [N m, N], > 0
};

/** Returns "position", "velocity" or "motor". */
inline const char* toText(RobotActuator::Kind kind) {
    switch (kind) {
    case RobotActuator::Kind::Position: return "position";
    case RobotActuator::Kind::Velocity: return "velocity";
    case RobotActuator::Kind::Motor: return "motor";
    }
    return "";
}

} // namespace simbodydem

#endif
