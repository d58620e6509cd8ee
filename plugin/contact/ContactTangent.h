// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_TANGENT_H
#define SIMBODYDEM_CONTACT_TANGENT_H

#include "base/EigenBridge.h"
#include "collision/ContactPoint.h"

// The derivatives of one contact's forces with respect to where its two bodies are and how they move.

namespace simbodydem {

class PerturbedContactQuery;
struct ContactOutput;
struct BodyMotion;
struct ContactKinematics;
struct StepOfContact;

using Matrix12 = Eigen::Matrix<SimTK::Real, 12, 12>;

/** What a contact does to its two bodies, F = (moment and force on a, moment and force on b) about the origins of their frames, changes
with X = (rotation and displacement of a, the same of b) and V = (angular velocity and velocity of a, the same of b), all in Ground. The
history is that of the commit, and so is the time since. */
struct ContactTangent {
    ContactKey key;
    int bodyA, bodyB; // slots
    bool isSliding;
    Matrix12 byPose, byVelocity; // dF/dX, dF/dV
};

/** One contact as the loop over touches has it. */
struct EvaluatedContact {
    const StepOfContact& step;
    const ContactKinematics& now;
    const ContactOutput& output;
    SimTK::Real frictionFactor;
    const BodyMotion &bodyA, &bodyB;
    bool isMovableA, isMovableB, hasRolling;
};

/** Laws are asked for their tangents. Geometry and transport along the bodies are differences at the length over which surfaces bend,
where they err by 1e-10; a contact's own tiny lengths never come into them.
@param place  where the two surfaces and their bodies are, moved and moved back */
void findTangent(const EvaluatedContact&, PerturbedContactQuery& place, ContactTangent&);

} // namespace simbodydem

#endif
