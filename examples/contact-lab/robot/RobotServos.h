#ifndef CONTACT_LAB_ROBOT_SERVOS_H
#define CONTACT_LAB_ROBOT_SERVOS_H

#include "JointOptions.h"

#include <vector>

namespace lab {

/** Holds the servo of one joint. A stiffness of 0 means that the joint has none. */
struct ServoGains {
    Real stiffness = 0, damping = 0; ///< [N m/rad, N/m], [N m s/rad, N s/m]
};

/** Finds servos for all joints that do not follow others, from inertias and weights.

A joint divides a robot into two sides. The side behind the joint turns about it in the air. The other side turns about it if the first one
stands, so it counts with a floating base. The weight of either side and the dry friction move a joint by at most 0.05 rad or 5 mm. The natural
frequency of either side is at least 2 Hz. The damping is critical.
@param state      at the pose to hold, realized to Stage::Position
@param stiffness  of all joints instead; NaN: found @param damping  likewise */
std::vector<ServoGains> findServos(const simbodydem::Robot&, const std::vector<JointInfo>&, const SimTK::State& state,
                                   bool isFloating, Real stiffness, Real damping);

} // namespace lab

#endif
