// SPDX-License-Identifier: Apache-2.0
#include "force/ContactStateVariables.h"

#include "force/Workspace.h"

#include <utility>

namespace simbodydem {

using namespace SimTK;

void ContactStateVariables::allocate(State& state, SubsystemIndex owner, bool isTracking,
                                     const std::string& structure) {
    subsystem = owner;
    isTrackingEnergy = isTracking;
    historyIndex = state.allocateAutoUpdateDiscreteVariable(subsystem, Stage::Dynamics, new Value<ContactHistory>(),
                                                            Stage::Velocity);
    slidingIndex = state.allocateAutoUpdateDiscreteVariable(subsystem, Stage::Acceleration,
                                                            new Value<SlidingContacts>(), Stage::Acceleration);
    frictionFactorsIndex = state.allocateDiscreteVariable(subsystem, Stage::Dynamics, new Value<std::vector<Real>>());
    workspaceIndex = state.allocateCacheEntry(subsystem, Stage::Dynamics, new Value<Workspace>());
    recordsIndex = state.allocateLazyCacheEntry(subsystem, Stage::Dynamics, new Value<RecordsInState>());
    if (isTrackingEnergy) energyIndex = state.allocateZ(subsystem, Vector(4, Real(0)));

    std::string indices = "variables";
    for (const int index :
         {int(historyIndex), int(slidingIndex), int(frictionFactorsIndex), int(workspaceIndex), int(recordsIndex)})
        indices += " " + std::to_string(index);
    if (isTrackingEnergy) indices += " energy " + std::to_string(energyIndex);
    stamp = StateStamp(structure + indices);
    stampIndex = state.allocateDiscreteVariable(subsystem, Stage::Dynamics, new Value<StateStamp>(stamp));
}

// Simbody identifies the States of a System by the number of calls of realizeTopology(). Many Systems have called it once, so this
// number is not enough.
bool ContactStateVariables::areIn(const State& state) const {
    if (!state.hasDiscreteVar({subsystem, stampIndex})) return false;
    const AbstractValue& found = state.getDiscreteVariable(subsystem, stampIndex);
    return Value<StateStamp>::isA(found) && Value<StateStamp>::downcast(found).get() == stamp;
}

std::string ContactStateVariables::whyNotIn(const State& state) const {
    if (!state.hasDiscreteVar({subsystem, stampIndex})) return "";
    const AbstractValue& found = state.getDiscreteVariable(subsystem, stampIndex);
    return Value<StateStamp>::isA(found) ? Value<StateStamp>::downcast(found).get().differenceFrom(stamp) : "";
}

const ContactHistory& ContactStateVariables::getHistory(const State& state) const {
    return Value<ContactHistory>::downcast(state.getDiscreteVariable(subsystem, historyIndex)).get();
}

bool ContactStateVariables::isNextHistoryRealized(const State& state) const {
    return state.isDiscreteVarUpdateValueRealized(subsystem, historyIndex);
}

const ContactHistory& ContactStateVariables::getNextHistory(const State& state) const {
    return Value<ContactHistory>::downcast(state.getDiscreteVarUpdateValue(subsystem, historyIndex)).get();
}

ContactHistory& ContactStateVariables::updNextHistory(const State& state) const {
    return Value<ContactHistory>::updDowncast(state.updDiscreteVarUpdateValue(subsystem, historyIndex)).upd();
}

void ContactStateVariables::markNextHistoryRealized(const State& state) const {
    state.markDiscreteVarUpdateValueRealized(subsystem, historyIndex);
}

void ContactStateVariables::invalidateNextHistory(const State& state) const {
    state.markCacheValueNotRealized(subsystem, state.getDiscreteVarUpdateIndex(subsystem, historyIndex));
}

void ContactStateVariables::setHistory(State& state, ContactHistory history) const {
    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd() = std::move(history);
}

void ContactStateVariables::commit(State& state) const {
    setHistory(state, ContactHistory(getNextHistory(state))); // a copy: updDiscreteVariable() invalidates the original
}

void ContactStateVariables::copy(const State& from, bool isDisabled, State& to) const {
    setHistory(to, toSave(from, isDisabled));
    invalidateNextHistory(to);
    setEnergyTotals(to, getEnergyTotals(from));
}

void ContactStateVariables::clear(State& state) const {
    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd().clear();
    invalidateNextHistory(state);
}

void ContactStateVariables::end(State& state) const {
    auto& history = Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd();
    history.end(history, state.getSystemStage() >= Stage::Model ? getEnergyTotals(state) : EnergyTotals());
}

ContactHistory ContactStateVariables::toSave(const State& state, bool isDisabled) const {
    ContactHistory history = getHistory(state);
    if (isDisabled) history.end(history, getEnergyTotals(state));
    return history;
}

const SlidingContacts& ContactStateVariables::getSlidingAtCommit(const State& state) const {
    return Value<SlidingContacts>::downcast(state.getDiscreteVariable(subsystem, slidingIndex)).get();
}

SlidingContacts& ContactStateVariables::updSliding(const State& state) const {
    return Value<SlidingContacts>::updDowncast(state.updDiscreteVarUpdateValue(subsystem, slidingIndex)).upd();
}

bool ContactStateVariables::isSlidingRealized(const State& state) const {
    return state.isDiscreteVarUpdateValueRealized(subsystem, slidingIndex);
}

void ContactStateVariables::markSlidingRealized(const State& state) const {
    state.markDiscreteVarUpdateValueRealized(subsystem, slidingIndex);
}

const std::vector<Real>& ContactStateVariables::getFrictionFactors(const State& state) const {
    return Value<std::vector<Real>>::downcast(state.getDiscreteVariable(subsystem, frictionFactorsIndex)).get();
}

std::vector<Real>& ContactStateVariables::updFrictionFactors(State& state) const {
    return Value<std::vector<Real>>::updDowncast(state.updDiscreteVariable(subsystem, frictionFactorsIndex)).upd();
}

EnergyTotals ContactStateVariables::getEnergyTotals(const State& state) const {
    if (!isTrackingEnergy) return {};
    const Real* totals = &state.getZ(subsystem)[energyIndex];
    return {totals[0], totals[1], totals[2], totals[3]};
}

void ContactStateVariables::setEnergyTotals(State& state, const EnergyTotals& values) const {
    if (!isTrackingEnergy) return;
    Real* totals = &state.updZ(subsystem)[energyIndex];
    totals[0] = values.input;
    totals[1] = values.damping;
    totals[2] = values.release;
    totals[3] = values.gained;
}

void ContactStateVariables::setEnergyRates(const State& state, const EnergyFlow& flow) const {
    if (!isTrackingEnergy) return;
    Real* rates = &state.updZDot(subsystem)[energyIndex];
    rates[0] = flow.input;
    rates[1] = flow.damping;
    rates[2] = flow.release;
    rates[3] = flow.gained;
}

Workspace& ContactStateVariables::updWorkspace(const State& state) const {
    return Value<Workspace>::updDowncast(state.updCacheEntry(subsystem, workspaceIndex));
}

RecordsInState& ContactStateVariables::updRecords(const State& state) const {
    return Value<RecordsInState>::updDowncast(state.updCacheEntry(subsystem, recordsIndex)).upd();
}

bool ContactStateVariables::areRecordsRealized(const State& state) const {
    return state.isCacheValueRealized(subsystem, recordsIndex);
}

void ContactStateVariables::markRecordsRealized(const State& state) const {
    state.markCacheValueRealized(subsystem, recordsIndex);
}

} // namespace simbodydem
