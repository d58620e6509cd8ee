// SPDX-License-Identifier: Apache-2.0
#include "integration/ContactForces.h"

#include "base/Checks.h"
#include "force/ContactDiagnostics.h"
#include "force/DEMContactForceImpl.h"
#include "force/GivenForces.h"
#include "force/StepBound.h"
#include "force/Workspace.h"
#include "integration/ContactChanges.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns true if most elements of the contact of a layer are at their limits, and slip on. New elements always stick for a moment, so all of them would be
// too many. An element that slips back within a step is at its limit until it has returned to where the step began, so the velocity tells the stop.
bool isAreaSliding(const DEMContactForceImpl& force, const State& state, const ContactKey& key) {
    const std::vector<ContactRecord>& records = force.getContactRecords(state);
    return std::any_of(records.begin(), records.end(), [&](const ContactRecord& one) {
        return one.area && one.a == key.a && one.b == key.b && 2 * one.area->slippingArea > one.area->area &&
               dot(one.slipVelocity, one.tangentialDisplacement) > 0;
    });
}

// Calls visit(key, isSliding, isUnloaded) for every contact of a State that is realized to Stage::Dynamics.
template <class Visit>
void forEachContact(const DEMContactForceImpl& force, const State& state, bool findsSlidingAreas, const Visit& visit) {
    const ContactRows& rows = force.getNextHistory(state).rows;
    const Workspace& work = force.getVariables().updWorkspace(state);
    auto sliding = work.sliding.begin(), unloaded = work.unloaded.begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isSliding = sliding != work.sliding.end() && *sliding == i;
        const bool isUnloaded = unloaded != work.unloaded.end() && *unloaded == i;
        sliding += isSliding;
        unloaded += isUnloaded;
        visit(rows[i].key, isSliding, isUnloaded);
    }
    // The elements of a layer stick and slide one by one, which makes no kink that a usual step should end at.
    const std::vector<LayerPairMemory>& layers = force.getNextHistory(state).layers.pairs;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (i == 0 || layers[i].key() != layers[i - 1].key()) visit(layers[i].key(), findsSlidingAreas && isAreaSliding(force, state, layers[i].key()), false);
    for (const SoilMemory& soil : force.getNextHistory(state).layers.soils) {
        std::set<int> touching;
        for (const SoilCellMemory& cell : soil.touched) touching.insert(cell.surface);
        for (const int surface : touching)
            visit(ContactKey{std::min(surface, soil.surface), std::max(surface, soil.surface), 0}, false, false);
    }
}

// Returns how far a body has turned since the commit at a contact of surfaces other than spheres and planes, as a fraction of what a step
// resolves; 0 where it is less.
Real getFarTurn(const DEMContactForceImpl& force, const State& state) {
    const NotedContact& turned = force.getNextHistory(state).farTurned.found;
    return turned.exists() ? turned.size / largestResolvedTurn : 0;
}

// Keys of what a joint does; coordinates stand for surfaces.
const int frictionPatch = 0, lowerStopPatch = 1, upperStopPatch = 2, servoPatch = 3;

// Calls visit(joint, output) for each joint of forces that are not disabled.
template <class Visit> void forEachJoint(const JointForces& force, const State& state, const Visit& visit) {
    if (force.isDisabled(state)) return;
    const JointForcesImpl& impl = implOf(force);
    const JointsInState all = impl.read(state);
    for (JointNumber joint = 0; joint < int(impl.joints.size()); ++joint) visit(joint, impl.evaluate(all, joint));
}

ContactKey keyOf(JointNumber joint, int patch) { return {joint, joint, patch}; }
ContactKey stopKeyOf(JointNumber joint, const JointOutput& out) {
    return keyOf(joint, out.stop < 0 ? lowerStopPatch : upperStopPatch);
}

} // namespace

ContactForces::ContactForces(const MultibodySystem& system, const std::vector<const DEMContactForce*>& given)
    : forces(given) {
    const std::string owner = "ContactIntegrator";
    checkForces(system, forces, [&](std::size_t i) { return owner + ": contact force " + std::to_string(i); });
}

void ContactForces::addJoints(const MultibodySystem& system, const JointForces& given) {
    if (!given.getForceSubsystem().isInSystem() || &given.getForceSubsystem().getSystem() != &system)
        throw std::invalid_argument("ContactIntegrator: the joint forces are of another System");
    for (const JointForces& before : joints)
        if (&before.getForceSubsystem() == &given.getForceSubsystem() &&
            before.getForceIndex() == given.getForceIndex())
            throw std::invalid_argument("ContactIntegrator: the joint forces are given twice");
    joints.push_back(given);
}

void ContactForces::checkState(const State& state, const char* caller) const {
    for (const JointForces& force : joints) implOf(force).checkState(state, caller);
    for (const DEMContactForce* force : forces) implOf(*force).checkTopology(caller, state);
}

bool ContactForces::warnOfElasticImpacts(const State& state, Real accuracy) const {
    return std::any_of(forces.begin(), forces.end(), [&](const DEMContactForce* force) {
        return !force->isDisabled(state) && simbodydem::warnOfElasticImpacts(implOf(*force).getCompiled(), accuracy);
    });
}

void ContactForces::findTangents(const State& state, ForceTangents& tangents) const {
    std::vector<PairTangent>& pairs = tangents.pairs;
    pairs.clear();
    tangents.joints.clear();
    for (const JointForces& force : joints)
        forEachJoint(force, state,
                     [&](JointNumber, const JointOutput& out) { tangents.joints.push_back(out.tangent); });
    for (const DEMContactForce* force : forces) {
        if (force->isDisabled(state)) continue;
        const DEMContactForceImpl& impl = implOf(*force);
        impl.calcTangents(state, TangentUse::Iterations, workspace);
        for (const ContactTangent& contact : workspace) {
            const std::vector<MobilizedBodyIndex>& bodies = impl.getCompiled().bodyIndices;
            const int a = bodies[contact.bodyA], b = bodies[contact.bodyB];
            // Contacts of the same two bodies mostly follow each other.
            if (!pairs.empty() && pairs.back().a == a && pairs.back().b == b) {
                pairs.back().byPose += contact.byPose;
                pairs.back().byVelocity += contact.byVelocity;
            } else
                pairs.push_back({a, b, contact.byPose, contact.byVelocity});
        }
    }
}

void ContactForces::leaveSlipUnchecked(const State& state) const {
    for (const DEMContactForce* force : forces) implOf(*force).getVariables().updWorkspace(state).accelerationsAt = NaN;
}

void ContactForces::findStatus(const State& state, std::vector<ContactStatus>& status) const {
    status.clear();
    for (std::size_t i = 0; i < forces.size(); ++i)
        if (!forces[i]->isDisabled(state))
            forEachContact(implOf(*forces[i]), state, findsSlidingAreas, [&](const ContactKey& key, bool isSliding, bool isUnloaded) {
                status.push_back({int(i), key, isSliding, isUnloaded});
            });
    for (std::size_t i = 0; i < joints.size(); ++i)
        forEachJoint(joints[i], state, [&](JointNumber joint, const JointOutput& out) {
            const int force = int(forces.size() + i);
            if (implOf(joints[i]).joints[joint].settings.frictionLimit > 0)
                status.push_back({force, keyOf(joint, frictionPatch), out.record.isSliding, false});
            if (out.stop != 0) status.push_back({force, stopKeyOf(joint, out), false, out.record.stop == 0});
        });
    if (!isWatching) return;
    const std::size_t before = known.size();
    addNew(status, known);
    if (known.size() > before) sightings.push_back({state.getTime(), state.getQ()});
}

void ContactForces::startWatch(const std::vector<ContactStatus>& contacts) const {
    isWatching = true;
    known = contacts;
    sightings.clear();
}

std::vector<Sighting> ContactForces::endWatch() const {
    isWatching = false;
    return std::move(sightings);
}

void ContactForces::addServos(const State& state, std::vector<ContactStatus>& status) const {
    for (std::size_t i = 0; i < joints.size(); ++i)
        forEachJoint(joints[i], state, [&](JointNumber joint, const JointOutput& out) {
            if (std::isfinite(implOf(joints[i]).joints[joint].settings.servoLimit))
                status.push_back({int(forces.size() + i), keyOf(joint, servoPatch), out.record.isServoAtLimit, false});
        });
}

JointOutput ContactForces::evaluateJoint(const State& state, const ContactStatus& contact) const {
    return implOf(joints[contact.force - forces.size()]).evaluate(state, JointNumber(contact.key.a));
}

Real ContactForces::findSlipMargin(const State& state, const ContactStatus& contact) const {
    if (contact.isSliding) return NaN;
    if (contact.force >= int(forces.size())) {
        const JointRecord record = evaluateJoint(state, contact).record;
        const JointSettings& law = implOf(joints[contact.force - forces.size()]).get(JointNumber(contact.key.a)).settings;
        return contact.key.patch == servoPatch ? law.servoLimit - std::abs(record.servo) : law.frictionLimit - std::abs(record.friction);
    }
    const ContactRows& rows = implOf(*forces[contact.force]).getNextHistory(state).rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].key == contact.key) return 1 - rows[i].mobilizationSquared;
    return NaN;
}

Real ContactForces::findLoad(const State& state, const ContactStatus& contact) const {
    if (contact.isUnloaded) return NaN;
    if (contact.force >= int(forces.size())) return std::abs(evaluateJoint(state, contact).record.stop);
    for (const ContactRecord& record : forces[contact.force]->getContactRecords(state))
        if (ContactKey{record.a, record.b, record.patch} == contact.key) return dot(record.normalForce, record.normal);
    return NaN;
}

void ContactForces::findSlips(const State& state, std::vector<Slip>& slips) const {
    slips.clear();
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (forces[i]->isDisabled(state)) continue;
        for (const SlidingContact& contact : implOf(*forces[i]).getSlidingNow(state).contacts) {
            const Real speed = contact.slipVelocity.norm();
            if (!(speed > 0)) continue;
            slips.push_back({int(i), contact.key, toSimTK(contact.slipVelocity) / speed, speed, brakingOf(contact)});
        }
    }
    for (std::size_t i = 0; i < joints.size(); ++i)
        forEachJoint(joints[i], state, [&](JointNumber joint, const JointOutput& out) {
            if (!out.record.isSliding || out.motion.u == 0) return;
            const Real sign = out.motion.u > 0 ? 1 : -1;
            slips.push_back({int(forces.size() + i), keyOf(joint, frictionPatch), Vec3(sign, 0, 0), sign * out.motion.u,
                             -sign * state.getUDot()[out.tangent.u]});
        });
}

void ContactForces::findClosing(const State& state, std::vector<Closing>& closing) const {
    closing.clear();
    for (std::size_t i = 0; i < joints.size(); ++i)
        forEachJoint(joints[i], state, [&](JointNumber joint, const JointOutput& out) {
            if (out.stop != 0)
                closing.push_back({int(forces.size() + i), stopKeyOf(joint, out), out.beyondRate, out.beyond});
        });
    for (std::size_t i = 0; i < forces.size(); ++i)
        for (const ContactRecord& contact : forces[i]->getContactRecords(state))
            closing.push_back({int(i), {contact.a, contact.b, contact.patch}, contact.overlapRate, contact.overlap});
}

Real ContactForces::findFarTurn(const State& state) const {
    Real farthest = 0;
    for (const DEMContactForce* force : forces)
        if (!force->isDisabled(state)) farthest = std::max(farthest, getFarTurn(implOf(*force), state));
    return farthest;
}

bool ContactForces::areFlownInto(const State& state) const {
    return std::any_of(forces.begin(), forces.end(), [&](const DEMContactForce* force) {
        return !force->isDisabled(state) && implOf(*force).getNextHistory(state).atFirstSight.found.exists();
    });
}

Real ContactForces::calcElasticEnergy(const State& state) const {
    Real energy = 0;
    for (const DEMContactForce* force : forces)
        if (!force->isDisabled(state)) energy += force->calcPotentialEnergyContribution(state);
    for (const JointForces& force : joints)
        if (!force.isDisabled(state)) energy += force.calcPotentialEnergyContribution(state);
    return energy;
}

Real ContactForces::calcServoPower(const State& state) const {
    Real power = 0;
    for (const JointForces& force : joints)
        forEachJoint(force, state, [&](JointNumber joint, const JointOutput& out) {
            const JointSettings& servo = implOf(force).joints[joint].settings;
            const Real push =
                std::clamp(out.record.servo + servo.servoDamping * out.motion.u, -servo.servoLimit, servo.servoLimit);
            power += std::max(Real(0), push * out.motion.u);
        });
    return power;
}

Real ContactForces::findFastestTurn(const State& state, std::string& name) const {
    Real fastest = 0;
    for (std::size_t i = 0; i < forces.size(); ++i)
        for (const ContactRecord& contact : forces[i]->getContactRecords(state)) {
            const Real speed = (forces[i]->getBody(contact.b).getBodyAngularVelocity(state) -
                                forces[i]->getBody(contact.a).getBodyAngularVelocity(state))
                                   .norm();
            if (!(speed > fastest)) continue;
            fastest = speed;
            name = nameOf({int(i), {contact.a, contact.b, contact.patch}, false, false});
        }
    return fastest;
}

void ContactForces::subtractFrom(const State& state, Vector_<SpatialVec>& bodyForces, Vector& mobilityForces) const {
    Vector_<SpatialVec> own(bodyForces.size(), SpatialVec(Vec3(0), Vec3(0)));
    for (const DEMContactForce* force : forces)
        if (!force->isDisabled(state)) implOf(*force).addForces(state, own);
    bodyForces -= own;
    Vector ownOfJoints(mobilityForces.size(), Real(0));
    for (const JointForces& force : joints)
        if (!force.isDisabled(state)) implOf(force).addForces(state, ownOfJoints);
    mobilityForces -= ownOfJoints;
}

bool ContactForces::haveSurfaces(const std::vector<ContactStatus>& contacts) const {
    return std::any_of(contacts.begin(), contacts.end(),
                       [&](const ContactStatus& contact) { return contact.force < int(forces.size()); });
}

Real ContactForces::calcStepBound(const State& state, Real longest) const {
    for (const DEMContactForce* force : forces) longest = std::min(longest, force->calcStepBound(state, longest));
    for (const JointForces& force : joints)
        if (!force.isDisabled(state)) longest = implOf(force).calcStepBound(state, longest);
    return longest;
}

Real ContactForces::calcStepBound(const State& state, const Vector& udot, Real longest) const {
    Vector_<SpatialVec> accelerations;
    for (const DEMContactForce* force : forces) {
        const CompiledModel& model = implOf(*force).getCompiled();
        if (force->isDisabled(state) || model.bodies.empty()) continue;
        if (accelerations.size() == 0) model.matter->calcBodyAccelerationFromUDot(state, udot, accelerations);
        longest = std::min(longest, simbodydem::calcStepBound(model, state, accelerations, longest));
    }
    for (const JointForces& force : joints)
        if (!force.isDisabled(state)) longest = implOf(force).calcStepBound(state, longest);
    return longest;
}

Real ContactForces::findGroundPace(const State& state) const {
    Real fastest = 0;
    for (const DEMContactForce* force : forces)
        if (!force->isDisabled(state)) fastest = std::max(fastest, implOf(*force).getNextHistory(state).groundPace);
    return fastest;
}

std::string ContactForces::describe(const State& state, const ContactStatus& contact) const {
    const std::string name = nameOf(contact) + (contact.isSliding ? " sliding" : " sticking");
    if (contact.force >= int(forces.size())) return name;
    const ContactRows& rows = implOf(*forces[contact.force]).getNextHistory(state).rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].key == contact.key) return name + " with an overlap of " + toText(rows[i].overlap) + " m";
    return name;
}

std::string ContactForces::findCureOfDepth(const State& state) const {
    for (std::size_t f = 0; f < forces.size(); ++f) {
        const DEMContactForceImpl& force = implOf(*forces[f]);
        const NotedContact& deep = force.getNextHistory(state).beyondShape.found;
        if (!deep.exists()) continue;
        return " The overlap of " + nameOf({int(f), deep.key, false, false}) + ", " + toText(deep.size) +
               " m, is too large for R* = " + toText(deep.effectiveRadius) + " m. Increase Young's modulus" +
               (force.getCompiled().areAllSimple ? "" : " or the rounding") + ", or reduce the impact speed";
    }
    return "";
}

std::string ContactForces::nameOf(const ContactStatus& contact) const {
    if (contact.force >= int(forces.size()))
        return (contact.key.patch == frictionPatch ? "friction of joint " : contact.key.patch == servoPatch ? "servo of joint " : "stop of joint ") +
               joints[contact.force - forces.size()].getName(contact.key.a);
    const DEMContactForce& force = *forces[contact.force];
    return force.getSurfaceName(ContactSurfaceIndex(contact.key.a)) + " and " +
           force.getSurfaceName(ContactSurfaceIndex(contact.key.b));
}

} // namespace simbodydem
