// SPDX-License-Identifier: Apache-2.0
#include "integration/StageJacobian.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// Power iterations for the highest frequency: from an arbitrary mode, and from the one found last.
const int firstPowerIterations = 12, morePowerIterations = 4;
// A matrix that is kept serves so many steps at most.
const int mostStepsOfMatrix = 20;

} // namespace

StageJacobian::StageJacobian(const MultibodySystem& system, const ContactForces& forces)
    : matter(system.getMatterSubsystem()), forces(forces), matrix(matter), mechanism(system, forces) {}

StageJacobian::Memory StageJacobian::save() const {
    Memory memory{mechanism.getMemory(), tangents, contacts, mode, numTangents, matrix.getExactMatricesLeft(), {}, weight, age};
    if (isCurrent && isKept) memory.matrix = matrix.save();
    return memory;
}

void StageJacobian::restore(const Memory& memory) {
    mechanism.restore(memory.mechanism);
    tangents = memory.tangents;
    contacts = memory.contacts;
    mode = memory.mode;
    numTangents = memory.numTangents;
    matrix.setExactMatricesLeft(memory.exactMatricesLeft);
    isCurrent = memory.matrix.has_value();
    if (isCurrent) matrix.restore(*memory.matrix);
    weight = memory.weight;
    age = memory.age;
}

void StageJacobian::beginStep(const State& state, bool keepsMatrix) {
    isOfThisStep = isMechanismFoundInStep = false;
    isKept = keepsMatrix;
    isCurrent = isCurrent && isKept && ++age < mostStepsOfMatrix && matrix.isValidFor(state);
}

void StageJacobian::findContactTangents(const State& state) {
    ++numTangents;
    isCurrent = false;
    forces.findStatus(state, contacts);
    forces.findTangents(state, tangents);
}

void StageJacobian::findMechanismTangents(const State& state) {
    mechanism.find(state);
    isMechanismFoundInStep = true;
    isCurrent = false;
}

void StageJacobian::factor(const State& state, Real c) {
    isOfThisStep = true;
    if (isCurrent && c == weight) return;
    if (mechanism.areKnown()) mechanismContribution = mechanism.calcContribution(c);
    matrix.build(state, tangents, c, mechanism.areKnown() ? &mechanismContribution : nullptr);
    isCurrent = true;
    weight = c;
    age = 0;
    ++numFactorizations;
}

void StageJacobian::factorElastic(const State& state, Real c) {
    ForceTangents elastic = tangents;
    for (PairTangent& pair : elastic.pairs) pair.byVelocity.setZero();
    for (JointTangent& joint : elastic.joints) joint.byVelocity = 0;
    matrix.build(state, elastic, c, nullptr);
    isCurrent = false;
}

void StageJacobian::multiply(const Vector& displacement, const Vector& speeds, Vector& tau) const {
    matrix.multiplyByTangents(displacement, speeds, tau);
    if (mechanism.areKnown()) mechanism.addTo(tau, displacement, speeds);
}

bool StageJacobian::isOfContacts(const std::vector<ContactStatus>& others) const {
    return std::equal(contacts.begin(), contacts.end(), others.begin(), others.end(),
                      areOfOneContact<ContactStatus, ContactStatus>);
}

bool StageJacobian::areAllSticking() const {
    const auto slides = [](const ContactStatus& contact) { return contact.isSliding; };
    return !tangents.empty() && std::none_of(contacts.begin(), contacts.end(), slides);
}

// The root of the largest eigenvalue of M^-1 K, by power iteration.
Real StageJacobian::calcHighestFrequency(const State& state) {
    std::vector<ContactStatus> now;
    forces.findStatus(state, now);
    if (tangents.empty() || now != contacts) findContactTangents(state);
    if (tangents.empty()) return SqrtEps;
    matrix.takeTangents(state, tangents);
    const bool isNew = mode.size() != state.getNU();
    if (isNew) {
        mode.resize(state.getNU());
        for (int i = 0; i < mode.size(); ++i) mode[i] = 1 + 0.1 * i; // of no symmetry
    }
    Real squared = 0;
    Vector tau;
    for (int i = 0; i < (isNew ? firstPowerIterations : morePowerIterations); ++i) {
        matrix.multiplyByStiffness(mode, true, tau);
        matter.multiplyByMInv(state, tau, mode);
        const Real length = mode.norm();
        if (!(length > 0)) break;
        squared = length;
        mode /= length;
    }
    if (!(squared > 0)) mode.resize(0);
    return std::sqrt(std::max(squared, Eps));
}

} // namespace simbodydem
