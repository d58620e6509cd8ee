// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_JOINT_FORCES_H
#define SIMBODYDEM_JOINT_FORCES_H

#include "simbodydem/Export.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace simbodydem {

/** The forces of one joint coordinate. A force that is not set is not there. Units are those of the coordinate q: [rad] and [N m] for a
rotation, [m] and [N] for a displacement. */
class SIMBODYDEM_API JointSettings {
public:
    /** Sets dry friction. A spring of the given stiffness holds the coordinate; it yields at the limit:

        tau = -clamp(k xi + c u, -limit, limit),   |xi| <= limit/k

    The elastic displacement xi [rad, m] is remembered in the State, so a joint under a load below the limit does not creep.
    @param limit       [N m, N], >= 0; 0: none
    @param stiffness   k [N m/rad, N/m], > 0
    @param damping     c [N m s/rad, N s/m], >= 0; it acts while the joint sticks */
    JointSettings& setFriction(SimTK::Real limit, SimTK::Real stiffness, SimTK::Real damping);

    /** Sets viscous damping, tau = -b u. @param damping  b [N m s/rad, N s/m], >= 0 */
    JointSettings& setDamping(SimTK::Real damping);

    /** Sets stops at both ends of the range. Beyond an end by d the stop pushes back, tau = k d max(0, 1 + a d'). It never pulls.
    @param lower, upper  [rad, m], lower <= upper; -Infinity or Infinity: no stop at that end
    @param stiffness     k [N m/rad, N/m], > 0
    @param damping       a [s/rad, s/m], >= 0: Hunt and Crossley's */
    JointSettings& setStops(SimTK::Real lower, SimTK::Real upper, SimTK::Real stiffness, SimTK::Real damping);

    /** Sets a servo, tau = clamp(kp (target - q) + kd (velocity target - u) + torque, -limit, limit). The targets and the torque are variables of
    the State; see JointForces::setTarget(), setVelocityTarget() and setTorque(). With kp = 0 it is a servo of the speed. With kp = kd = 0
    the torque acts alone, up to the limit.
    @param stiffness  kp [N m/rad, N/m], >= 0
    @param damping    kd [N m s/rad, N s/m], >= 0
    @param limit      [N m, N], > 0; Infinity at first */
    JointSettings& setServo(SimTK::Real stiffness, SimTK::Real damping, SimTK::Real limit = SimTK::Infinity);

    // As set. JointForces::add() checks them again.
    SimTK::Real frictionLimit = 0, frictionStiffness = 0, frictionDamping = 0;
    SimTK::Real damping = 0;
    SimTK::Real lower = -SimTK::Infinity, upper = SimTK::Infinity, stopStiffness = 0, stopDamping = 0;
    SimTK::Real servoStiffness = 0, servoDamping = 0, servoLimit = SimTK::Infinity;
};

/** Number of a joint coordinate in JointForces, from 0 in the order of JointForces::add(). */
using JointNumber = int;

/** State of one joint coordinate's forces. */
struct JointRecord {
    SimTK::Real friction, damping, stop, servo; ///< [N m, N]; their sum acts on the coordinate. The servo includes the torque
    SimTK::Real torque;                         ///< of JointForces::setTorque() [N m, N], before the limit caps its sum with the servo
    SimTK::Real elasticDisplacement;            ///< xi of the friction [rad, m]
    bool isSliding;                             ///< the friction is at its limit
    bool isServoAtLimit;                        ///< the limit caps servo and torque
};

class JointForcesImpl;

/** Dry friction, damping, stops and servos of joints.

    JointForces joints(forces, matter);
    const JointNumber hip = joints.add(thigh, MobilizerUIndex(0), JointSettings().setFriction(0.5, 500, 1).setServo(60, 2, 33), "hip");
    ContactIntegrator integrator(system, contacts);
    integrator.addJointForces(joints);

The displacement of a joint within a step is read off its coordinate: friction that turns round within a step is followed over the cubic
through both ends of the step. As the history of contacts, what a joint remembers is committed with each accepted step, and a rejected step
leaves no trace. ContactIntegrator has the derivatives of these forces in closed form, and treats the end of slip as that of a contact.

Coordinates whose q' = u are taken: those of Pin, Slider, Cylinder, Planar, Universal and Translation mobilizers. */
class SIMBODYDEM_API JointForces : public SimTK::Force::Custom {
public:
    JointForces(SimTK::GeneralForceSubsystem&, const SimTK::SimbodyMatterSubsystem&);

    /** Adds the forces of a coordinate, before realizeTopology().
    @param name  for messages; "" is the number of the body and the coordinate
    @throws std::invalid_argument if the mobilizer is none of those above, or the coordinate is there already */
    JointNumber add(const SimTK::MobilizedBody&, SimTK::MobilizerUIndex, const JointSettings&,
                    const std::string& name = "");
    /** Replaces the forces of a coordinate, before realizeTopology(). */
    void setSettings(JointNumber, const JointSettings&);
    int getNumJoints() const;
    const std::string& getName(JointNumber) const;
    const JointSettings& getSettings(JointNumber) const;
    const SimTK::MobilizedBody& getBody(JointNumber) const;
    SimTK::MobilizerUIndex getCoordinate(JointNumber) const;

    /** Sets the target of a joint's servo [rad, m]; 0 at first. The State is the integrator's: ContactIntegrator::updState(), or
    updAdvancedState() of a Simbody integrator. @throws std::invalid_argument if the joint has no servo */
    void setTarget(SimTK::State&, JointNumber, SimTK::Real target) const;
    /** Returns the target that was set [rad, m]. */
    SimTK::Real getTarget(const SimTK::State&, JointNumber) const;
    /** Sets the velocity target of a joint's servo [rad/s, m/s]; 0 at first. It stays until the next call.
    @throws std::invalid_argument if it is not finite, or if the joint has no servo with a damping */
    void setVelocityTarget(SimTK::State&, JointNumber, SimTK::Real target) const;
    /** Returns the velocity target that was set [rad/s, m/s]. */
    SimTK::Real getVelocityTarget(const SimTK::State&, JointNumber) const;
    /** Sets the torque or force that a drive adds to its servo [N m, N]; 0 at first. It stays until the next call, and leaves the target as
    it is. The limit of the servo caps the sum, also without stiffness and damping.
    @throws std::invalid_argument if it is not finite */
    void setTorque(SimTK::State&, JointNumber, SimTK::Real torque) const;
    /** Returns the torque that was set [N m, N]. */
    SimTK::Real getTorque(const SimTK::State&, JointNumber) const;

    /** Returns the forces of a joint, of a State realized to Stage::Velocity; zeros while these forces are disabled. */
    JointRecord calcRecord(const SimTK::State&, JointNumber) const;

    /** Returns what friction remembers, six numbers a joint, to be saved. */
    std::vector<SimTK::Real> getHistory(const SimTK::State&) const;
    /** Sets what getHistory() returned, of this System or of an equal one. @throws std::invalid_argument if its length is another */
    void setHistory(SimTK::State&, const std::vector<SimTK::Real>&) const;
    /** Forgets elastic displacements: each friction begins without force. To be called after coordinates have been set by hand. */
    void clearHistory(SimTK::State&) const;
};

} // namespace simbodydem

#endif
