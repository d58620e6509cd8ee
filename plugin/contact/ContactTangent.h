// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_TANGENT_H
#define SIMBODYDEM_CONTACT_TANGENT_H

#include "base/EigenBridge.h"
#include "collision/ContactPoint.h"

// The derivatives of one contact's forces with respect to the poses and the velocities of its two bodies.

namespace simbodydem {

class PerturbedContactQuery;
struct ContactOutput;
struct BodyMotion;
struct ContactKinematics;
struct StepOfContact;

using Matrix12 = Eigen::Matrix<SimTK::Real, 12, 12>;

/** Stores the derivatives of the forces of a contact on its two bodies. All vectors are in Ground.
- F = (moment and force on a, moment and force on b), about the origins of the body frames
- X = (rotation and displacement of a, rotation and displacement of b)
- V = (angular velocity and velocity of a, angular velocity and velocity of b)

The history and the time since the commit are kept constant. */
struct ContactTangent {
    ContactKey key;
    int bodyA, bodyB; // slots
    bool isSliding;
    Matrix12 byPose, byVelocity; // dF/dX, dF/dV
};

/** Holds one contact as the loop over contact points has evaluated it. */
struct EvaluatedContact {
    const StepOfContact& step;
    const ContactKinematics& now;
    const ContactOutput& output;
    SimTK::Real frictionFactor;
    const BodyMotion &bodyA, &bodyB;
    bool isMovableA, isMovableB, hasRolling;
};

/** Says what tangents are for. Iterations need many tangents and few digits: what has run in substeps gets forward differences, and a quarter of
the substeps where slip is steady. Geometry does not: its steps are as long as the springs of contacts. */
enum class TangentUse { Iterations, Linearization };

/** Computes the tangent of one contact from the tangents that its laws return. Geometry and transport with the bodies are finite
differences. Their step is in proportion to the radius of curvature, at which they err by 1e-10. The much smaller lengths of the contact
itself do not enter.
@param query  finds the contact again after a small motion of one of the two bodies, and moves that body back */
void findTangent(const EvaluatedContact&, PerturbedContactQuery& query, TangentUse, ContactTangent&);

} // namespace simbodydem

#endif
