// SPDX-License-Identifier: Apache-2.0
// What a force keeps in the State, read, changed, written and read back.

#include "contact/HistoryFile.h"
#include "force/DEMContactForceImpl.h"
#include "force/Workspace.h"

#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Simbody realizes no force that is disabled, but always the measures of its subsystem: this one stands in for the force.
class StandIn : public AbstractMeasure::Implementation {
public:
    explicit StandIn(const DEMContactForceImpl& force) : force(force) {}
    StandIn* cloneVirtual() const override { return new StandIn(*this); }
    void realizeTopology(State&) const override {}
    void realizeMeasureDynamicsVirtual(const State& state) const override { force.realizeDisabled(state); }
    Stage getDependsOnStageVirtual(int) const override { return Stage::Dynamics; }

private:
    const DEMContactForceImpl& force;
};

} // namespace

void DEMContactForceImpl::standInWhileDisabled(GeneralForceSubsystem& owner, ForceIndex ownIndex) {
    index = ownIndex;
    AbstractMeasure standIn(new StandIn(*this));
    owner.adoptMeasure(standIn);
}

// To be committed there is a history without contacts, as before a run: enabled again the force starts afresh. No energy flows.
void DEMContactForceImpl::realizeDisabled(const State& state) const {
    if (!isDisabled(state)) return;
    updNextHistory(state).end(getHistory(state), isTracking ? getTotals(state) : EnergyTotals());
    state.markDiscreteVarUpdateValueRealized(subsystem, historyIndex);
    Workspace& work = updWorkspace(state);
    work.flow = EnergyFlow();
    work.accelerationsAt = NaN; // enabled again its first evaluation is no integrator's trial
    writeEnergyRates(state);
}

EnergyTotals DEMContactForceImpl::getTotals(const State& state) const {
    const Real* totals = &state.getZ(subsystem)[energyIndex];
    return {totals[0], totals[1], totals[2], totals[3]};
}

void DEMContactForceImpl::setTotals(State& state, const EnergyTotals& values) const {
    Real* totals = &state.updZ(subsystem)[energyIndex];
    totals[0] = values.input;
    totals[1] = values.damping;
    totals[2] = values.release;
    totals[3] = values.gained;
}

DissipatedEnergy DEMContactForceImpl::getDissipatedEnergyByCause(const State& state) const {
    if (!isTracking)
        throw std::logic_error(getOwner() + ": no dissipated energy was tracked; call setTrackDissipatedEnergy(true) "
                                            "before realizeTopology()");
    const EnergyLedger& ledger = getNextHistory(state).ledger;
    return ledger.byCause(getTotals(state), updWorkspace(state).flow.stored);
}

const ContactHistory& DEMContactForceImpl::getHistory(const State& state) const {
    return Value<ContactHistory>::downcast(state.getDiscreteVariable(subsystem, historyIndex)).get();
}

const ContactHistory& DEMContactForceImpl::getNextHistory(const State& state) const {
    forces.getSystem().realize(state, Stage::Dynamics);
    restoreNextHistory(state);
    return Value<ContactHistory>::downcast(state.getDiscreteVarUpdateValue(subsystem, historyIndex)).get();
}

void DEMContactForceImpl::restoreNextHistory(const State& state) const {
    if (state.isDiscreteVarUpdateValueRealized(subsystem, historyIndex)) return;
    isDisabled(state) ? realizeDisabled(state) : calcNextHistory(state);
}

void DEMContactForceImpl::commitHistory(State& state) const {
    const ContactHistory next = getNextHistory(state); // a copy: updDiscreteVariable() invalidates what it comes from
    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd() = next;
}

void DEMContactForceImpl::copyHistory(const State& from, State& to) const {
    ContactHistory history = getHistory(from); // a copy: the two may be one
    if (isDisabled(from)) history.end(history, isTracking ? getTotals(from) : EnergyTotals());
    Value<ContactHistory>::updDowncast(to.updDiscreteVariable(subsystem, historyIndex)).upd() = history;
    to.markCacheValueNotRealized(subsystem, to.getDiscreteVarUpdateIndex(subsystem, historyIndex));
    if (isTracking) setTotals(to, getTotals(from));
}

void DEMContactForceImpl::endHistory(State& state) const {
    if (isTracking && state.getSystemStage() >= Stage::Dynamics) commitHistory(state); // the step until now was real
    auto& history = Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd();
    history.end(history, isTracking && state.getSystemStage() >= Stage::Model ? getTotals(state) : EnergyTotals());
}

void DEMContactForceImpl::clearHistory(State& state) const {
    if (isTracking && state.getSystemStage() >= Stage::Dynamics) commitHistory(state); // the step until now was real
    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd().clear();
    state.markCacheValueNotRealized(subsystem, state.getDiscreteVarUpdateIndex(subsystem, historyIndex));
}

const std::vector<Real>& DEMContactForceImpl::getFrictionFactors(const State& state) const {
    return Value<std::vector<Real>>::downcast(state.getDiscreteVariable(subsystem, frictionFactorsIndex)).get();
}

Real DEMContactForceImpl::getFrictionFactor(const State& state, int surface) const {
    const std::vector<Real>& factors = getFrictionFactors(state);
    return factors.empty() ? 1 : factors[surface];
}

void DEMContactForceImpl::setFrictionFactor(State& state, int surface, Real factor) const {
    auto& factors =
        Value<std::vector<Real>>::updDowncast(state.updDiscreteVariable(subsystem, frictionFactorsIndex)).upd();
    factors.resize(compiled.surfaces.size(), 1);
    factors[surface] = factor;
}

void DEMContactForceImpl::writeHistory(const State& state, std::ostream& out) const {
    const HistoryModel model = describeForce();
    // As committed: evaluating again at a commit would add rounding.
    ContactHistory history = getHistory(state);
    if (isDisabled(state)) history.end(history, isTracking ? getTotals(state) : EnergyTotals());
    SavedHistory saved = toSaved(history, model);
    saved.frictionFactors = getFrictionFactors(state);
    if (isTracking) saved.totals = getTotals(state);
    writeHistoryFile(out, std::move(saved), model);
}

void DEMContactForceImpl::readHistory(State& state, std::istream& in) const {
    const HistoryModel model = describeForce();
    const SavedHistory saved = readHistoryFile(in, model);
    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd() =
        toHistory(saved, model);
    state.markCacheValueNotRealized(subsystem, state.getDiscreteVarUpdateIndex(subsystem, historyIndex));
    Value<std::vector<Real>>::updDowncast(state.updDiscreteVariable(subsystem, frictionFactorsIndex)).upd() =
        saved.frictionFactors;
    if (isTracking) setTotals(state, saved.totals);
}

} // namespace simbodydem
