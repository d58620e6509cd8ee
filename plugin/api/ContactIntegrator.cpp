// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/ContactStepper.h"

#include "base/Checks.h"
#include "integration/ContactIntegratorImpl.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {
const char* const owner = "ContactIntegrator";

std::vector<const DEMContactForce*> addressesOf(const std::vector<DEMContactForce>& forces) {
    std::vector<const DEMContactForce*> addresses;
    for (const DEMContactForce& force : forces) addresses.push_back(&force);
    return addresses;
}

template <class Action> void recoverIfThrown(ContactIntegratorImpl& impl, const Action& action) {
    try {
        action();
    } catch (...) {
        impl.recover();
        throw;
    }
}

} // namespace

ContactIntegrator::ContactIntegrator(const MultibodySystem& system, const DEMContactForce& force)
    : ContactIntegrator(system, std::vector<DEMContactForce>{force}) {}
ContactIntegrator::ContactIntegrator(const MultibodySystem& system, const std::vector<DEMContactForce>& forces)
    : forces(forces), impl(std::make_unique<ContactIntegratorImpl>(system, addressesOf(this->forces))) {
    if (forces.empty())
        throw std::invalid_argument(std::string(owner) + " needs at least one contact force; none is given");
}
ContactIntegrator::ContactIntegrator(const MultibodySystem& system, const JointForces& joints)
    : impl(std::make_unique<ContactIntegratorImpl>(system, std::vector<const DEMContactForce*>())) {
    impl->addJoints(joints);
}
ContactIntegrator::~ContactIntegrator() = default;

ContactIntegrator& ContactIntegrator::setAccuracy(Real accuracy) {
    checkParameter(accuracy > 0 && accuracy <= 0.1, owner, "accuracy", accuracy, "-", "in (0, 0.1]");
    impl->setAccuracy(accuracy);
    return *this;
}

ContactIntegrator& ContactIntegrator::setConstraintTolerance(Real tolerance) {
    checkPositive(owner, "constraint tolerance", tolerance, "-");
    impl->setConstraintTolerance(tolerance);
    return *this;
}

ContactIntegrator& ContactIntegrator::setMaximumStepSize(Real step) {
    checkParameter(step > 0, owner, "maximum step size", step, "s", "> 0");
    impl->setMaximumStepSize(step);
    return *this;
}

ContactIntegrator& ContactIntegrator::setInitialStepSize(Real step) {
    checkPositive(owner, "initial step size", step, "s");
    impl->setInitialStepSize(step);
    return *this;
}

ContactIntegrator& ContactIntegrator::setFixedStepSize(Real step, int iterations) {
    checkPositive(owner, "fixed step size", step, "s");
    checkParameter(iterations >= 1, owner, "iterations", iterations, "-", ">= 1");
    impl->setFixedStepSize(step, iterations);
    return *this;
}

ContactIntegrator& ContactIntegrator::setVariableStepSize() {
    impl->setVariableStepSize();
    return *this;
}

ContactIntegrator& ContactIntegrator::setMechanismDerivatives(MechanismDerivatives wanted) {
    impl->setMechanismDerivatives(wanted);
    return *this;
}

ContactIntegrator& ContactIntegrator::addJointForces(const JointForces& joints) {
    if (impl->isBegun()) throw std::logic_error(std::string(owner) + "::addJointForces(): call it before initialize()");
    impl->addJoints(joints);
    return *this;
}

void ContactIntegrator::initialize(const State& state) { impl->initialize(state); }
void ContactIntegrator::saveTo(SavedRun& run) const {
    impl->checkInitialized("saveTo");
    run.memory = std::make_shared<const RunMemory>(impl->save());
}
void ContactIntegrator::restoreFrom(const SavedRun& run) {
    if (run.isEmpty()) throw std::invalid_argument("ContactIntegrator::restoreFrom(): nothing was saved; call saveTo() first");
    impl->restore(*run.memory);
}

const State& SavedRun::getState() const {
    if (isEmpty()) throw std::logic_error("SavedRun::getState(): nothing was saved; call ContactIntegrator::saveTo() first");
    return memory->state;
}

void ContactIntegrator::stepTo(Real time) {
    recoverIfThrown(*impl, [&] { impl->stepTo(time); });
}
void ContactIntegrator::takeOneStep(Real time) {
    recoverIfThrown(*impl, [&] { impl->takeOneStep(time); });
}
void ContactStepper::stepTo(Real time) {
    ContactIntegratorImpl& impl = *integrator->impl;
    recoverIfThrown(impl, [&] { impl.stepWithEvents(time); });
}

const State& ContactIntegrator::getState() const {
    impl->checkInitialized("getState");
    return impl->getState();
}
State& ContactIntegrator::updState() {
    impl->checkInitialized("updState");
    return impl->updState();
}

int ContactIntegrator::getNumStepsTaken() const { return impl->getProgress().numSteps; }
int ContactIntegrator::getNumExplicitStepsTaken() const { return impl->getProgress().numExplicitSteps; }
int ContactIntegrator::getNumStepsAttempted() const { return impl->getProgress().numAttempts; }
int ContactIntegrator::getNumIterations() const { return impl->getNumIterations(); }
int ContactIntegrator::getNumRealizations() const { return impl->getNumRealizations(); }
Real ContactIntegrator::getPreviousStepSize() const { return impl->getProgress().previousStep; }

} // namespace simbodydem
