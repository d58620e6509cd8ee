// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_JOINTS_JOINT_FORCES_IMPL_H
#define SIMBODYDEM_JOINTS_JOINT_FORCES_IMPL_H

#include "force/StateStamp.h"
#include "joints/DryFriction.h"
#include "simbodydem/JointForces.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace simbodydem {

/** A coordinate and its forces. */
struct Joint {
    SimTK::MobilizedBodyIndex body;
    SimTK::MobilizerUIndex coordinate;
    JointSettings settings;
    std::string name;
};

/** The derivatives of a joint's force by its own coordinate and speed; u is its speed's index in the State. */
struct JointTangent {
    int u;
    SimTK::Real byDisplacement, byVelocity;
};

/** A joint's forces, and where each of them is at a kink. */
struct JointOutput {
    JointRecord record;
    kernels::JointMotion motion;
    JointTangent tangent;
    SimTK::Real storedEnergy;       // of friction and stop [J]
    int stop;                       // -1, 1: beyond the lower or upper end, 0: within the range
    SimTK::Real beyond, beyondRate; // beyond that end and its rate

    /** Returns the force on the coordinate [N m, N]. */
    SimTK::Real calcForce() const { return record.friction + record.damping + record.stop + record.servo; }
};

/** Memory of a friction: its joint at the last commit. */
struct JointMemory {
    bool isKnown = false; // false: it begins without force
    kernels::JointMotion at{};
    SimTK::Real displacement = 0;
    bool isSliding = false;
};
using JointMemories = std::vector<JointMemory>;
/** Required of what lives in a State. */
std::ostream& operator<<(std::ostream&, const JointMemories&);

/** Holds the indices of joints among the coordinates and speeds of a State. To ask each body for them takes longer than its force. */
struct JointIndices {
    std::vector<int> q, u; // by joint
};
std::ostream& operator<<(std::ostream&, const JointIndices&);

/** Holds what all joints read from a State. */
struct JointsInState {
    bool areDisabled;
    SimTK::Real time;
    const SimTK::Vector &q, &u, &targets, &velocityTargets, &torques;
    const JointMemories& memories;
    const JointIndices& indices;

    kernels::JointMotion motionOf(JointNumber joint) const { return {time, q[indices.q[joint]], u[indices.u[joint]]}; }
};

/** Adapts the forces of joints to Simbody's force elements. */
class JointForcesImpl : public SimTK::Force::Custom::Implementation {
public:
    JointForcesImpl(SimTK::GeneralForceSubsystem&, const SimTK::SimbodyMatterSubsystem&);
    /** To be called once, with the index that Simbody has given the force. */
    void standInWhileDisabled(SimTK::ForceIndex);

    void realizeTopology(SimTK::State&) const override;
    void calcForce(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>&, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector& mobilityForces) const override;
    SimTK::Real calcPotentialEnergy(const SimTK::State&) const override;

    /** Forgets what friction remembers in a State in which the force is disabled. Simbody itself does not realize it. */
    void realizeDisabled(const SimTK::State&) const;

    /** @returns zeros while the force is disabled */
    JointOutput evaluate(const SimTK::State& state, JointNumber joint) const { return evaluate(read(state), joint); }
    JointOutput evaluate(const JointsInState&, JointNumber) const;
    JointsInState read(const SimTK::State&) const;
    /** Adds the forces to those on speeds, by UIndex. */
    void addForces(const SimTK::State&, SimTK::Vector& mobilityForces) const;
    /** Returns a time in which no joint that is within its range goes far beyond an end [s]. */
    SimTK::Real calcStepBound(const SimTK::State&, SimTK::Real longest) const;
    const Joint& get(JointNumber) const;
    /** @throws std::logic_error, with caller, if the State is not of this System's topology */
    void checkState(const SimTK::State&, const char* caller) const;

    const JointMemories& getMemories(const SimTK::State&) const;
    JointMemories& updMemories(SimTK::State&) const;
    SimTK::Vector& updTargets(SimTK::State&) const;
    const SimTK::Vector& getTargets(const SimTK::State&) const;
    SimTK::Vector& updVelocityTargets(SimTK::State&) const;
    const SimTK::Vector& getVelocityTargets(const SimTK::State&) const;
    SimTK::Vector& updTorques(SimTK::State&) const;
    const SimTK::Vector& getTorques(const SimTK::State&) const;

    const SimTK::SimbodyMatterSubsystem& matter;
    SimTK::GeneralForceSubsystem& forces;
    std::vector<Joint> joints;

private:
    JointMemories& updNextMemories(const SimTK::State&) const;

    SimTK::ForceIndex index;
    mutable SimTK::CacheEntryIndex indicesEntry;
    mutable SimTK::DiscreteVariableIndex memoriesIndex, targetsIndex, velocityTargetsIndex, torquesIndex, stampIndex;
    mutable StateStamp stamp; // of the States of this System's topology
};

/** Returns the element behind a handle. */
const JointForcesImpl& implOf(const JointForces&);
JointForcesImpl& implOf(JointForces&);

} // namespace simbodydem

#endif
