// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/JointForces.h"

#include "base/Checks.h"
#include "joints/JointForcesImpl.h"
#include "simbodydem/Messages.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

const char* const jointSettings = "JointSettings";
const char* const rangeUnit = "rad or m";

bool hasSpeedsForRates(const MobilizedBody& body) {
    return MobilizedBody::Pin::isInstanceOf(body) || MobilizedBody::Slider::isInstanceOf(body) ||
           MobilizedBody::Cylinder::isInstanceOf(body) || MobilizedBody::Planar::isInstanceOf(body) ||
           MobilizedBody::Universal::isInstanceOf(body) || MobilizedBody::Translation::isInstanceOf(body);
}

// The members of settings may have been written without their setters.
void checkAgain(const std::string& joint, const JointSettings& settings) {
    try {
        JointSettings checked;
        if (settings.frictionLimit != 0)
            checked.setFriction(settings.frictionLimit, settings.frictionStiffness, settings.frictionDamping);
        checked.setDamping(settings.damping);
        if (settings.lower != -Infinity || settings.upper != Infinity)
            checked.setStops(settings.lower, settings.upper, settings.stopStiffness, settings.stopDamping);
        checked.setServo(settings.servoStiffness, settings.servoDamping, settings.servoLimit);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument("JointForces::add(): " + joint + ": " + e.what());
    }
}

int numCoordinatesOf(const MobilizedBody& body) {
    if (MobilizedBody::Pin::isInstanceOf(body) || MobilizedBody::Slider::isInstanceOf(body)) return 1;
    return MobilizedBody::Cylinder::isInstanceOf(body) || MobilizedBody::Universal::isInstanceOf(body) ? 2 : 3;
}

} // namespace

JointSettings& JointSettings::setFriction(Real limit, Real stiffness, Real c) {
    checkNotNegative(jointSettings, "friction limit", limit, "N m or N");
    checkPositive(jointSettings, "friction stiffness", stiffness, "N m/rad or N/m");
    checkNotNegative(jointSettings, "friction damping", c, "N m s/rad or N s/m");
    frictionLimit = limit;
    frictionStiffness = stiffness;
    frictionDamping = c;
    return *this;
}

JointSettings& JointSettings::setDamping(Real b) {
    checkNotNegative(jointSettings, "damping", b, "N m s/rad or N s/m");
    damping = b;
    return *this;
}

JointSettings& JointSettings::setStops(Real low, Real high, Real stiffness, Real a) {
    checkParameter(!std::isnan(low) && low < Infinity, jointSettings, "lower end of the range", low, rangeUnit,
                   "a number or -Infinity");
    checkParameter(high >= low && high > -Infinity, jointSettings, "upper end of the range", high, rangeUnit,
                   ">= " + toText(low) + ", the lower end");
    checkPositive(jointSettings, "stop stiffness", stiffness, "N m/rad or N/m");
    checkNotNegative(jointSettings, "stop damping", a, "s/rad or s/m");
    lower = low;
    upper = high;
    stopStiffness = stiffness;
    stopDamping = a;
    return *this;
}

JointSettings& JointSettings::setServo(Real stiffness, Real c, Real limit) {
    checkNotNegative(jointSettings, "servo stiffness", stiffness, "N m/rad or N/m");
    checkNotNegative(jointSettings, "servo damping", c, "N m s/rad or N s/m");
    checkParameter(limit > 0, jointSettings, "servo limit", limit, "N m or N", "> 0 (Infinity included)");
    servoStiffness = stiffness;
    servoDamping = c;
    servoLimit = limit;
    return *this;
}

JointForces::JointForces(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter)
    : Force::Custom(forces, new JointForcesImpl(forces, matter)) {
    if (!forces.isInSystem() || !matter.isInSystem() || &forces.getSystem() != &matter.getSystem())
        throw std::invalid_argument("JointForces: the force subsystem and the matter subsystem must be of one System");
    implOf(*this).standInWhileDisabled(getForceIndex());
}

JointNumber JointForces::add(const MobilizedBody& body, MobilizerUIndex coordinate, const JointSettings& settings,
                             const std::string& name) {
    JointForcesImpl& impl = implOf(*this);
    if (body.isEmptyHandle() || !coordinate.isValid())
        throw std::invalid_argument("JointForces::add(): " + (name.empty() ? std::string("a joint") : name) +
                                    " needs a mobilized body and a coordinate");
    const std::string own = name.empty() ? "coordinate " + std::to_string(coordinate) + " of " +
                                               (body.isInSubsystem() ? describeBody(body) : "a body in no System")
                                         : name;
    if (!body.getMatterSubsystem().isSameSubsystem(impl.matter))
        throw std::invalid_argument("JointForces::add(): " + own + " is of another SimbodyMatterSubsystem");
    if (!hasSpeedsForRates(body))
        throw std::invalid_argument(
            "JointForces::add(): " + own +
            " must be a coordinate of a Pin, Slider, Cylinder, Planar, Universal or Translation mobilizer, for which "
            "q' = u");
    checkAgain(own, settings);
    if (coordinate < 0 || coordinate >= numCoordinatesOf(body))
        throw std::invalid_argument("JointForces::add(): " + own + " has coordinate " + std::to_string(coordinate) +
                                    "; its mobilizer has " + std::to_string(numCoordinatesOf(body)));
    for (const Joint& joint : impl.joints) {
        if (joint.name == own) throw std::invalid_argument("JointForces::add(): there is a joint " + own + " already");
        if (joint.body == body.getMobilizedBodyIndex() && joint.coordinate == coordinate)
            throw std::invalid_argument("JointForces::add(): " + own + " is there already, as " + joint.name);
    }
    impl.joints.push_back({body.getMobilizedBodyIndex(), coordinate, settings, own});
    impl.forces.invalidateSubsystemTopologyCache();
    return int(impl.joints.size()) - 1;
}

void JointForces::setSettings(JointNumber joint, const JointSettings& settings) {
    JointForcesImpl& impl = implOf(*this);
    impl.get(joint);
    impl.joints[joint].settings = settings;
    impl.forces.invalidateSubsystemTopologyCache();
}

int JointForces::getNumJoints() const { return int(implOf(*this).joints.size()); }
const std::string& JointForces::getName(JointNumber joint) const { return implOf(*this).get(joint).name; }
const JointSettings& JointForces::getSettings(JointNumber joint) const { return implOf(*this).get(joint).settings; }
const MobilizedBody& JointForces::getBody(JointNumber joint) const {
    return implOf(*this).matter.getMobilizedBody(implOf(*this).get(joint).body);
}
MobilizerUIndex JointForces::getCoordinate(JointNumber joint) const { return implOf(*this).get(joint).coordinate; }

void JointForces::setTarget(State& state, JointNumber joint, Real target) const {
    const JointForcesImpl& impl = implOf(*this);
    impl.checkState(state, "setTarget");
    checkParameter(std::isfinite(target), "JointForces", "target of " + impl.get(joint).name, target, rangeUnit,
                   "finite");
    const JointSettings& settings = impl.get(joint).settings;
    if (settings.servoStiffness == 0)
        throw std::invalid_argument("JointForces::setTarget(): " + impl.get(joint).name +
                                    " has no servo with a stiffness; see JointSettings::setServo()");
    impl.updTargets(state)[joint] = target;
}

Real JointForces::getTarget(const State& state, JointNumber joint) const {
    implOf(*this).checkState(state, "getTarget");
    implOf(*this).get(joint);
    return implOf(*this).getTargets(state)[joint];
}

void JointForces::setVelocityTarget(State& state, JointNumber joint, Real target) const {
    const JointForcesImpl& impl = implOf(*this);
    impl.checkState(state, "setVelocityTarget");
    checkParameter(std::isfinite(target), "JointForces", "velocity target of " + impl.get(joint).name, target,
                   "rad/s or m/s", "finite");
    if (impl.get(joint).settings.servoDamping == 0)
        throw std::invalid_argument("JointForces::setVelocityTarget(): " + impl.get(joint).name +
                                    " has no servo with a damping; see JointSettings::setServo()");
    // A target that stays must not invalidate the forces.
    if (impl.getVelocityTargets(state)[joint] != target) impl.updVelocityTargets(state)[joint] = target;
}

Real JointForces::getVelocityTarget(const State& state, JointNumber joint) const {
    implOf(*this).checkState(state, "getVelocityTarget");
    implOf(*this).get(joint);
    return implOf(*this).getVelocityTargets(state)[joint];
}

void JointForces::setTorque(State& state, JointNumber joint, Real torque) const {
    const JointForcesImpl& impl = implOf(*this);
    impl.checkState(state, "setTorque");
    checkParameter(std::isfinite(torque), "JointForces", "torque of " + impl.get(joint).name, torque, "N m or N",
                   "finite");
    // Robots without torques set zeros at each control step, which must not invalidate the forces.
    if (impl.getTorques(state)[joint] != torque) impl.updTorques(state)[joint] = torque;
}

Real JointForces::getTorque(const State& state, JointNumber joint) const {
    implOf(*this).checkState(state, "getTorque");
    implOf(*this).get(joint);
    return implOf(*this).getTorques(state)[joint];
}

JointRecord JointForces::calcRecord(const State& state, JointNumber joint) const {
    implOf(*this).checkState(state, "calcRecord");
    implOf(*this).get(joint);
    return implOf(*this).evaluate(state, joint).record;
}

std::vector<Real> JointForces::getHistory(const State& state) const {
    implOf(*this).checkState(state, "getHistory");
    std::vector<Real> numbers;
    for (const JointMemory& m : implOf(*this).getMemories(state))
        numbers.insert(numbers.end(), {Real(m.isKnown), m.at.time, m.at.q, m.at.u, m.displacement, Real(m.isSliding)});
    return numbers;
}

void JointForces::setHistory(State& state, const std::vector<Real>& numbers) const {
    implOf(*this).checkState(state, "setHistory");
    if (numbers.size() != 6 * std::size_t(getNumJoints()))
        throw std::invalid_argument("JointForces::setHistory(): " + std::to_string(numbers.size()) +
                                    " numbers; there must be six for each of " + std::to_string(getNumJoints()) +
                                    " joints");
    for (const Real number : numbers)
        checkParameter(std::isfinite(number), "JointForces::setHistory()", "a number of the history", number, "-",
                       "finite");
    for (std::size_t i = 0; i < numbers.size(); i += 6)
        for (const Real flag : {numbers[i], numbers[i + 5]})
            checkParameter(flag == 0 || flag == 1, "JointForces::setHistory()", "a flag of the history", flag, "-",
                           "0 or 1");
    JointMemories& memories = implOf(*this).updMemories(state);
    for (std::size_t i = 0; i < memories.size(); ++i) {
        const Real* n = &numbers[6 * i];
        memories[i] = {n[0] == 1, {n[1], n[2], n[3]}, n[4], n[5] == 1};
    }
}

void JointForces::clearHistory(State& state) const {
    implOf(*this).checkState(state, "clearHistory");
    JointMemories& memories = implOf(*this).updMemories(state);
    memories.assign(memories.size(), {});
}

} // namespace simbodydem
