// SPDX-License-Identifier: Apache-2.0
#include "force/DEMContactForceImpl.h"

#include "contact/ContactTangent.h"
#include "force/ContactDiagnostics.h"
#include "force/ContactPipeline.h"
#include "force/StandIn.h"
#include "force/StartDiagnostics.h"
#include "force/Workspace.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Gives access to protected members of Simbody, so that the handle needs no friends.
struct Access : DEMContactForce {
    static const Implementation& get(const Force::Custom& force) { return (force.*&Access::getImplementation)(); }
    static Implementation& upd(Force::Custom& force) { return (force.*&Access::updImplementation)(); }
};

} // namespace

const DEMContactForceImpl& implOf(const DEMContactForce& force) {
    return static_cast<const DEMContactForceImpl&>(Access::get(force));
}

DEMContactForceImpl& implOf(DEMContactForce& force) { return static_cast<DEMContactForceImpl&>(Access::upd(force)); }

DEMContactForceImpl::DEMContactForceImpl(GeneralForceSubsystem& forces, std::unique_ptr<ContactSource> source,
                                         const ContactModel& given)
    : model(forces, std::move(source), given) {}

void DEMContactForceImpl::standInWhileDisabled(ForceIndex own) {
    index = own;
    StandIn<DEMContactForceImpl>::addTo(model.updForces(), *this);
}

void DEMContactForceImpl::realizeTopology(State& state) const {
    compiled = CompiledModel(model.get(), model.getSource(), model.getMatter());
    std::string structure = describeStructure(model.getMatter());
    for (const CompiledSurface& surface : compiled.surfaces)
        structure += "a surface on body " + std::to_string(compiled.bodyIndices[surface.body]) + "\n";
    watched.compile(compiled);
    variables.allocate(state, model.updForces().getMySubsystemIndex(), compiled.isTrackingEnergy, structure);
}

void DEMContactForceImpl::checkTopology(const char* caller, const State& state) const {
    const System& system = model.updForces().getSystem();
    if (isOfTopology(system, state) && variables.areIn(state)) return;
    const std::string context = model.getOwner() + "::" + caller + "()";
    checkStateOf(system, state, context);
    throw std::logic_error(context + ": the State is of another System" + variables.whyNotIn(state));
}

PipelineInput DEMContactForceImpl::inputOf(const State& state) const {
    return {compiled, state, variables.getHistory(state), variables.getFrictionFactors(state)};
}

void DEMContactForceImpl::calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&,
                                    Vector&) const {
    checkTopology("calcForceContribution", state);
    calcNextHistory(state);
    addForces(state, bodyForces);
}

void DEMContactForceImpl::calcNextHistory(const State& state) const {
    Workspace& work = variables.updWorkspace(state);
    ContactHistory& next = variables.updNextHistory(state);
    const ContactHistory& committed = variables.getHistory(state);
    PipelineOutput outputs;
    outputs.next = &next;
    work.resultants.start(watched.get());
    if (work.resultants.needContacts()) outputs.resultants = &work.resultants;
    evaluateContacts(inputOf(state), work, outputs);
    work.resultants.finish(*this, state, work.bodies, next.peaks);
    work.areRecordsOfThese = false;
    if (compiled.isTrackingEnergy)
        next.ledger =
            committed.ledger.next(state.getTime() - committed.time, variables.getEnergyTotals(state), work.flow);
    checkStart(state, work, next);
    warnOfNotedContacts(compiled, committed, next, work);
    warnOfMissingCommits(compiled, committed, state.getTime(), next, work);
    variables.markNextHistoryRealized(state);
}

// A model may be evaluated at many States before its run, for example to find where it rests. The first commit is the start of the run.
void DEMContactForceImpl::checkStart(const State& state, Workspace& work, ContactHistory& next) const {
    const ContactHistory& committed = variables.getHistory(state);
    next.thrown = ThrownBody();
    if (!std::isnan(committed.time)) {
        if (committed.thrown.exists() && !work.hasBegun) warnOfThrownBody(compiled, committed.thrown, committed.time);
        work.hasBegun = true;
        return;
    }
    if (!work.isStartChecked) {
        work.isStartChecked = true;
        warnOfMaterials(compiled);
        const GeneralForceSubsystem& forces = model.updForces();
        warnOfHuntCrossley(compiled, forces, state);
        for (ForceIndex f(index + 1); f < forces.getNumForces(); ++f) {
            if (!Force::Custom::isInstanceOf(forces.getForce(f)) || forces.isForceDisabled(state, f)) continue;
            const auto* other =
                dynamic_cast<const DEMContactForceImpl*>(&Access::get(Force::Custom::downcast(forces.getForce(f))));
            if (other) warnOfTwoForces(compiled, other->compiled);
        }
    }
    if (work.hasBegun || work.isStartWarned) return; // contacts were removed by hand; of a centre inside the other surface
    next.thrown = findThrownBody(compiled, state, work, [&] {
        std::vector<ContactRecord> records;
        PipelineOutput outputs;
        outputs.records = &records;
        evaluateContacts(inputOf(state), work, outputs);
        return records;
    });
}

// The next history has no contacts, as before a run. A force that is enabled again therefore starts with an empty history. No energy
// flows.
void DEMContactForceImpl::realizeDisabled(const State& state) const {
    if (!isDisabled(state)) return;
    Workspace& work = variables.updWorkspace(state);
    ContactHistory& next = variables.updNextHistory(state);
    next.end(variables.getHistory(state), variables.getEnergyTotals(state));
    work.resultants.start(watched.get());
    work.resultants.finish(*this, state, {}, next.peaks);
    variables.markNextHistoryRealized(state);
    work.flow = EnergyFlow();
    work.accelerationsAt = NaN; // the first evaluation after enabling is not an integrator's trial
    variables.setEnergyRates(state, work.flow);
}

const ContactHistory& DEMContactForceImpl::getNextHistory(const State& state) const {
    model.updForces().getSystem().realize(state, Stage::Dynamics);
    // A user's call of State::autoUpdateDiscreteVariables() removes the next history and leaves the stage valid. It is then computed again.
    if (!variables.isNextHistoryRealized(state)) isDisabled(state) ? realizeDisabled(state) : calcNextHistory(state);
    return variables.getNextHistory(state);
}

void DEMContactForceImpl::addForces(const State& state, Vector_<SpatialVec>& bodyForces) const {
    addBodyForces(compiled, variables.updWorkspace(state), bodyForces);
}

Real DEMContactForceImpl::calcPotentialEnergy(const State& state) const {
    checkTopology("calcPotentialEnergyContribution", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSubsystemStage(model.updForces().getMySubsystemIndex()), Stage::Dynamics,
                               "DEMContactForce::calcPotentialEnergyContribution()");
    return variables.updWorkspace(state).flow.stored;
}

void DEMContactForceImpl::realizeAcceleration(const State& state) const {
    Workspace& work = variables.updWorkspace(state);
    SlidingContacts& sliding = variables.updSliding(state);
    findSliding(compiled, state, getNextHistory(state), work, sliding);
    variables.markSlidingRealized(state);
    // Only the first trial after a commit is checked, since one error is enough for an integrator. States that were changed by hand, by an
    // event or for a report are not its trials. ContactIntegrator may commit a State without accelerations: then no sliding is known there.
    const SlidingContacts& committed = variables.getSlidingAtCommit(state);
    const bool isFirstTrial = work.accelerationsAt == committed.time && committed.time == variables.getHistory(state).time;
    work.accelerationsAt = state.getTime();
    if (isFirstTrial)
        if (const SlidingContact* unresolved = findUnresolvedSliding(committed, sliding))
            refuseStep(compiled, *unresolved);
    variables.setEnergyRates(state, work.flow);
}

const SlidingContacts& DEMContactForceImpl::getSlidingNow(const State& state) const {
    // The value that realizeAcceleration() has written is valid even before its stage is complete.
    SlidingContacts& sliding = variables.updSliding(state);
    if (!variables.isSlidingRealized(state)) { // see getNextHistory()
        findSliding(compiled, state, getNextHistory(state), variables.updWorkspace(state), sliding);
        variables.markSlidingRealized(state);
    }
    return sliding;
}

const RecordsInState& DEMContactForceImpl::getRecords(const State& state) const {
    RecordsInState& records = variables.updRecords(state);
    Workspace& work = variables.updWorkspace(state);
    if (!variables.areRecordsRealized(state) || !work.areRecordsOfThese) {
        records.contacts.clear();
        records.areas.clear();
        PipelineOutput outputs;
        outputs.records = &records.contacts;
        evaluateContacts(inputOf(state), work, outputs);
        for (const ContactRecord& record : records.contacts)
            if (record.area) records.areas.push_back(*record.area);
        variables.markRecordsRealized(state);
        work.areRecordsOfThese = true;
    }
    return records;
}

const std::vector<ContactRecord>& DEMContactForceImpl::getContactRecords(const State& state) const {
    return getRecords(state).contacts;
}

const std::vector<AreaRecord>& DEMContactForceImpl::getAreaRecords(const State& state) const {
    return getRecords(state).areas;
}

std::vector<ElementRecord> DEMContactForceImpl::calcElementRecords(const State& state, int surface) const {
    std::vector<ElementRecord> records;
    PipelineOutput outputs;
    outputs.elements = &records;
    outputs.surfaceOfElements = surface;
    evaluateContacts(inputOf(state), variables.updWorkspace(state), outputs);
    return records;
}

void DEMContactForceImpl::calcTangents(const State& state, TangentUse use, std::vector<ContactTangent>& tangents) const {
    tangents.clear();
    PipelineOutput outputs;
    outputs.tangents = &tangents;
    outputs.useOfTangents = use;
    evaluateContacts(inputOf(state), variables.updWorkspace(state), outputs);
}

DissipatedEnergy DEMContactForceImpl::getDissipatedEnergyByCause(const State& state) const {
    if (!compiled.isTrackingEnergy)
        throw std::logic_error(model.getOwner() +
                               ": no dissipated energy was tracked; call setTrackDissipatedEnergy(true) "
                               "before realizeTopology()");
    const EnergyLedger& ledger = getNextHistory(state).ledger;
    return ledger.byCause(variables.getEnergyTotals(state), variables.updWorkspace(state).flow.stored);
}

void DEMContactForceImpl::commitHistory(State& state) const {
    getNextHistory(state);
    variables.commit(state);
}

// The step until now was a real step, so its dissipated energy and its force on watched groups count.
void DEMContactForceImpl::countPresentStep(State& state) const {
    if (state.getSystemStage() < Stage::Dynamics) return;
    if (compiled.isTrackingEnergy) return commitHistory(state);
    if (!watched.get()) return;
    ContactHistory history = variables.getHistory(state);
    history.peaks = getNextHistory(state).peaks;
    variables.setHistory(state, std::move(history));
}

void DEMContactForceImpl::clearHistory(State& state) const {
    countPresentStep(state);
    variables.clear(state);
}

void DEMContactForceImpl::endHistory(State& state) const {
    countPresentStep(state);
    variables.end(state);
}

void DEMContactForceImpl::setFrictionFactor(State& state, int surface, Real factor) const {
    std::vector<Real>& factors = variables.updFrictionFactors(state);
    factors.resize(compiled.surfaces.size(), 1);
    factors[surface] = factor;
}

} // namespace simbodydem
