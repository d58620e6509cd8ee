// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_LOOKS_H
#define SIMBODYDEM_CONTACT_LOOKS_H

#include "base/EigenBridge.h"
#include "contact/ContactTangent.h"

// The inputs of a contact's laws, seen as functions of the poses and velocities of its two bodies, and their derivatives.

namespace simbodydem::looks {

/** Offsets into one vector of the inputs of the laws and of the point where their forces act. */
enum : int {
    Geometry = 0,
    Normal = 5,
    Point = 8,
    Spring = 11,
    Chord = 14,
    SlipVelocity = 17,
    TurnSpring = 20,
    Turn = 23,
    AngularVelocity = 26,
    SlipAtCommit = 29,
    SpinAtCommit = 32,
    NumSeen = 35
};
using Seen = ::Eigen::Matrix<SimTK::Real, NumSeen, 1>;

using SeenBy = ::Eigen::Matrix<SimTK::Real, NumSeen, 12>;

/** Stores the derivatives by the poses and by the velocities of both bodies, in the order of ContactTangent. */
struct SeenDerivatives {
    SeenBy byPose, byVelocity;
};

/** Finds the derivatives. Those by the body of a sphere or of a rounded corner on a half space have a closed form. For all other contacts they
are central differences by one body. The derivatives by the second body follow from the fact that nothing changes where both bodies
move as one.
@param query  finds the contact again after a small motion of one body
@param derivatives  zero for a body that cannot move */
void findDerivatives(const EvaluatedContact&, PerturbedContactQuery& query, SeenDerivatives& derivatives);

} // namespace simbodydem::looks

#endif
