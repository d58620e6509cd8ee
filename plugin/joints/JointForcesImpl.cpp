// SPDX-License-Identifier: Apache-2.0
#include "joints/JointForcesImpl.h"

#include "base/Checks.h"
#include "force/StandIn.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// A step may end so far beyond the end of a range that was not reached at its start, relative to the range or to 1 rad, 1 m.
const Real negligibleExcess = 1e-3;

// Names members that Simbody protects, so that the handle needs no friends.
struct JointAccess : JointForces {
    static const Implementation& get(const Force::Custom& force) { return (force.*&JointAccess::getImplementation)(); }
    static Implementation& upd(Force::Custom& force) { return (force.*&JointAccess::updImplementation)(); }
};

} // namespace

std::ostream& operator<<(std::ostream& o, const JointMemories& memories) {
    return o << "memory of " << memories.size() << " joints";
}

std::ostream& operator<<(std::ostream& o, const JointIndices& indices) {
    return o << "indices of " << indices.q.size() << " joints";
}

const JointForcesImpl& implOf(const JointForces& force) {
    return static_cast<const JointForcesImpl&>(JointAccess::get(force));
}

JointForcesImpl& implOf(JointForces& force) { return static_cast<JointForcesImpl&>(JointAccess::upd(force)); }

JointForcesImpl::JointForcesImpl(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter)
    : matter(matter), forces(forces) {}

void JointForcesImpl::standInWhileDisabled(ForceIndex own) {
    index = own;
    StandIn<JointForcesImpl>::addTo(forces, *this);
}

const Joint& JointForcesImpl::get(JointNumber number) const {
    if (number < 0 || number >= int(joints.size()))
        throw std::out_of_range("JointForces: joint " + std::to_string(number) + " does not exist; it must be in [0, " +
                                std::to_string(joints.size()) + ")");
    return joints[number];
}

void JointForcesImpl::realizeTopology(State& state) const {
    const SubsystemIndex owner = forces.getMySubsystemIndex();
    memoriesIndex = state.allocateAutoUpdateDiscreteVariable(
        owner, Stage::Dynamics, new Value<JointMemories>(JointMemories(joints.size())), Stage::Velocity);
    const Vector zeros(int(joints.size()), Real(0));
    targetsIndex = state.allocateDiscreteVariable(owner, Stage::Dynamics, new Value<Vector>(zeros));
    velocityTargetsIndex = state.allocateDiscreteVariable(owner, Stage::Dynamics, new Value<Vector>(zeros));
    torquesIndex = state.allocateDiscreteVariable(owner, Stage::Dynamics, new Value<Vector>(zeros));
    indicesEntry = state.allocateLazyCacheEntry(owner, Stage::Model, new Value<JointIndices>());
    std::string structure = describeStructure(matter);
    for (const Joint& joint : joints)
        structure += "joint " + joint.name + " is coordinate " + std::to_string(joint.coordinate) + " of body " +
                     std::to_string(joint.body) + "\n";
    stamp = StateStamp(structure + "variables " + std::to_string(memoriesIndex) + " " + std::to_string(targetsIndex) +
                       " " + std::to_string(velocityTargetsIndex) + " " + std::to_string(torquesIndex));
    stampIndex = state.allocateDiscreteVariable(owner, Stage::Dynamics, new Value<StateStamp>(stamp));
}

void JointForcesImpl::checkState(const State& state, const char* caller) const {
    const SubsystemIndex owner = forces.getMySubsystemIndex();
    std::string difference;
    if (stampIndex.isValid() && state.hasDiscreteVar({owner, stampIndex})) {
        const AbstractValue& found = state.getDiscreteVariable(owner, stampIndex);
        if (Value<StateStamp>::isA(found)) {
            if (Value<StateStamp>::downcast(found).get() == stamp) return;
            difference = Value<StateStamp>::downcast(found).get().differenceFrom(stamp);
        }
    }
    throw std::logic_error(std::string("JointForces::") + caller +
                           "(): the State does not match the present System; call realizeTopology() after the last "
                           "add() and use the State that it returns" +
                           difference);
}

const JointMemories& JointForcesImpl::getMemories(const State& state) const {
    return Value<JointMemories>::downcast(state.getDiscreteVariable(forces.getMySubsystemIndex(), memoriesIndex)).get();
}

JointMemories& JointForcesImpl::updMemories(State& state) const {
    return Value<JointMemories>::updDowncast(state.updDiscreteVariable(forces.getMySubsystemIndex(), memoriesIndex))
        .upd();
}

const Vector& JointForcesImpl::getTargets(const State& state) const {
    return Value<Vector>::downcast(state.getDiscreteVariable(forces.getMySubsystemIndex(), targetsIndex)).get();
}

Vector& JointForcesImpl::updTargets(State& state) const {
    return Value<Vector>::updDowncast(state.updDiscreteVariable(forces.getMySubsystemIndex(), targetsIndex)).upd();
}

const Vector& JointForcesImpl::getVelocityTargets(const State& state) const {
    return Value<Vector>::downcast(state.getDiscreteVariable(forces.getMySubsystemIndex(), velocityTargetsIndex)).get();
}

Vector& JointForcesImpl::updVelocityTargets(State& state) const {
    return Value<Vector>::updDowncast(state.updDiscreteVariable(forces.getMySubsystemIndex(), velocityTargetsIndex))
        .upd();
}

const Vector& JointForcesImpl::getTorques(const State& state) const {
    return Value<Vector>::downcast(state.getDiscreteVariable(forces.getMySubsystemIndex(), torquesIndex)).get();
}

Vector& JointForcesImpl::updTorques(State& state) const {
    return Value<Vector>::updDowncast(state.updDiscreteVariable(forces.getMySubsystemIndex(), torquesIndex)).upd();
}

JointsInState JointForcesImpl::read(const State& state) const {
    const SubsystemIndex owner = forces.getMySubsystemIndex();
    JointIndices& indices = Value<JointIndices>::updDowncast(state.updCacheEntry(owner, indicesEntry)).upd();
    if (!state.isCacheValueRealized(owner, indicesEntry) || indices.q.size() != joints.size()) {
        indices = JointIndices();
        for (const Joint& joint : joints) {
            const MobilizedBody& body = matter.getMobilizedBody(joint.body);
            indices.q.push_back(int(body.getFirstQIndex(state)) + int(joint.coordinate));
            indices.u.push_back(int(body.getFirstUIndex(state)) + int(joint.coordinate));
        }
        state.markCacheValueRealized(owner, indicesEntry);
    }
    return {forces.isForceDisabled(state, index),
            state.getTime(),
            matter.getQ(state),
            matter.getU(state),
            getTargets(state),
            getVelocityTargets(state),
            getTorques(state),
            getMemories(state),
            indices};
}

JointOutput JointForcesImpl::evaluate(const JointsInState& all, JointNumber number) const {
    const JointSettings& law = joints[number].settings;
    const kernels::JointMotion now = all.motionOf(number);
    JointOutput out{};
    out.motion = now;
    out.tangent.u = all.indices.u[number];
    if (all.areDisabled) return out;

    if (law.frictionLimit > 0) {
        const JointMemory& memory = all.memories[number];
        const kernels::DryFrictionOutput friction =
            kernels::dryFriction({law.frictionLimit, law.frictionStiffness, law.frictionDamping}, memory.displacement,
                                 memory.isSliding, memory.isKnown ? memory.at : now, now);
        out.record.friction = friction.force;
        out.record.elasticDisplacement = friction.displacement;
        out.record.isSliding = friction.sliding;
        out.storedEnergy = 0.5 * law.frictionStiffness * friction.displacement * friction.displacement;
        if (!friction.sliding) {
            out.tangent.byDisplacement -= law.frictionStiffness;
            out.tangent.byVelocity -= law.frictionDamping;
        }
    }

    out.record.damping = -law.damping * now.u;
    out.tangent.byVelocity -= law.damping;

    out.stop = now.q > law.upper ? 1 : now.q < law.lower ? -1 : 0;
    if (out.stop != 0) {
        out.beyond = out.stop > 0 ? now.q - law.upper : law.lower - now.q;
        out.beyondRate = out.stop * now.u;
        const Real factor = std::max(Real(0), 1 + law.stopDamping * out.beyondRate);
        out.record.stop = -out.stop * law.stopStiffness * out.beyond * factor;
        out.storedEnergy += 0.5 * law.stopStiffness * out.beyond * out.beyond;
        out.tangent.byDisplacement -= law.stopStiffness * factor;
        if (factor > 0) out.tangent.byVelocity -= law.stopStiffness * out.beyond * law.stopDamping;
    }

    // A drive has one limit, so it caps the sum. At the limit neither q nor u changes the force.
    out.record.torque = all.torques[number];
    const Real pull = law.servoStiffness * (all.targets[number] - now.q) +
                      law.servoDamping * (all.velocityTargets[number] - now.u);
    const Real wanted = pull + out.record.torque;
    out.record.servo = std::clamp(wanted, -law.servoLimit, law.servoLimit);
    out.record.isServoAtLimit = std::abs(wanted) >= law.servoLimit;
    if (!out.record.isServoAtLimit) {
        out.tangent.byDisplacement -= law.servoStiffness;
        out.tangent.byVelocity -= law.servoDamping;
    }
    return out;
}

void JointForcesImpl::addForces(const State& state, Vector& mobilityForces) const {
    const JointsInState all = read(state);
    for (JointNumber i = 0; i < int(joints.size()); ++i) {
        const JointOutput out = evaluate(all, i);
        mobilityForces[out.tangent.u] += out.calcForce();
    }
}

JointMemories& JointForcesImpl::updNextMemories(const State& state) const {
    const SubsystemIndex owner = forces.getMySubsystemIndex();
    return Value<JointMemories>::updDowncast(state.updDiscreteVarUpdateValue(owner, memoriesIndex)).upd();
}

void JointForcesImpl::calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&,
                                Vector& mobilityForces) const {
    checkState(state, "realize");
    JointMemories& next = updNextMemories(state);
    next.resize(joints.size());
    const JointsInState all = read(state);
    for (JointNumber i = 0; i < int(joints.size()); ++i) {
        const JointOutput out = evaluate(all, i);
        const Real force = out.calcForce();
        if (!std::isfinite(force))
            throw std::runtime_error("JointForces: the force of joint " + joints[i].name +
                                     " is not finite at t = " + toText(state.getTime()) + " s; its speed is " +
                                     toText(out.motion.u) + " rad/s or m/s, the target of its servo " +
                                     toText(getTargets(state)[i]) + " rad or m, its velocity target " +
                                     toText(getVelocityTargets(state)[i]) + " rad/s or m/s, the torque added to it " +
                                     toText(getTorques(state)[i]) + " N m or N");
        mobilityForces[out.tangent.u] += force;
        next[i] = {true, out.motion, out.record.elasticDisplacement, out.record.isSliding};
    }
    state.markDiscreteVarUpdateValueRealized(forces.getMySubsystemIndex(), memoriesIndex);
}

void JointForcesImpl::realizeDisabled(const State& state) const {
    if (!forces.isForceDisabled(state, index)) return;
    checkState(state, "realize");
    updNextMemories(state).assign(joints.size(), {});
    state.markDiscreteVarUpdateValueRealized(forces.getMySubsystemIndex(), memoriesIndex);
}

Real JointForcesImpl::calcPotentialEnergy(const State& state) const {
    Real energy = 0;
    const JointsInState all = read(state);
    for (JointNumber i = 0; i < int(joints.size()); ++i) energy += evaluate(all, i).storedEnergy;
    return energy;
}

Real JointForcesImpl::calcStepBound(const State& state, Real longest) const {
    const JointsInState all = read(state);
    for (JointNumber i = 0; i < int(joints.size()); ++i) {
        const JointSettings& law = joints[i].settings;
        const kernels::JointMotion now = all.motionOf(i);
        const Real end = now.u > 0 ? law.upper : law.lower, left = (end - now.q) * (now.u > 0 ? 1 : -1);
        if (!(std::isfinite(end) && left > 0 && now.u != 0)) continue;
        const Real range = std::isfinite(law.upper - law.lower) ? std::min(law.upper - law.lower, Real(1)) : 1;
        longest = std::min(longest, (left + negligibleExcess * range) / std::abs(now.u));
    }
    return longest;
}

} // namespace simbodydem
