// What a force keeps in the State, read, changed, written and read back.

#include "Checks.h"
#include "DEMContactForceImpl.h"
#include "HistoryFile.h"

#include <stdexcept>

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
    updWorkspace(state).flow = EnergyFlow();
    writeEnergyRates(state);
}

EnergyTotals DEMContactForceImpl::getTotals(const State& state) const {
    const Real* totals = &state.getZ(subsystem)[energyIndex];
    return {totals[0], totals[1], totals[2]};
}

DissipatedEnergy DEMContactForceImpl::getDissipatedEnergyByCause(const State& state) const {
    if (!isTracking)
        throw std::logic_error(getOwner() + ": no dissipated energy was tracked; call setTrackDissipatedEnergy(true) "
                                            "before realizeTopology()");
    const EnergyLedger& ledger = getNextHistory(state).ledger;
    const EnergyTotals totals = getTotals(state);
    DissipatedEnergy energy;
    energy.damping = totals.damping;
    energy.release = totals.release + ledger.released;
    energy.friction = ledger.lost(totals, updWorkspace(state).flow.stored) - energy.damping - energy.release;
    return energy;
}

const ContactHistory& DEMContactForceImpl::getHistory(const State& state) const {
    return Value<ContactHistory>::downcast(state.getDiscreteVariable(subsystem, historyIndex)).get();
}

const ContactHistory& DEMContactForceImpl::getNextHistory(const State& state) const {
    contacts.getSystem().realize(state, Stage::Dynamics);
    return Value<ContactHistory>::downcast(state.getDiscreteVarUpdateValue(subsystem, historyIndex)).get();
}

void DEMContactForceImpl::commitHistory(State& state) const {
    const ContactHistory next = getNextHistory(state); // a copy: updDiscreteVariable() invalidates what it comes from
    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd() = next;
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
    factors.resize(surfaces.size(), 1);
    factors[surface] = factor;
}

// What must be the same where a history is read.
std::vector<std::string> DEMContactForceImpl::describeForce() const {
    std::string laws = normal->getName() + " " + tangential->getName() + " " + rolling->getName();
    std::vector<std::string> lines{"force " + laws + " tracking " + std::to_string(int(isTracking))};
    for (ContactSurfaceIndex s(0); s < getNumSurfaces(); ++s)
        lines.push_back("surface " + std::to_string(s) + " body " + std::to_string(getBody(s).getMobilizedBodyIndex()) +
                        (surfaces[s].curvature > 0 ? " sphere " + toText(1 / surfaces[s].curvature) : " half-space"));
    return lines;
}

void DEMContactForceImpl::writeHistory(const State& state, std::ostream& out) const {
    SavedHistory saved;
    saved.identity = describeForce();
    // Where the history is committed, evaluating again only adds rounding.
    const bool isCommitted = state.getTime() == getHistory(state).time && !isDisabled(state);
    saved.history = isCommitted ? getHistory(state) : getNextHistory(state);
    saved.frictionFactors = getFrictionFactors(state);
    if (isTracking) saved.totals = getTotals(state);
    writeHistoryFile(out, saved);
}

void DEMContactForceImpl::readHistory(State& state, std::istream& in) const {
    SavedHistory saved = readHistoryFile(in, describeForce());
    const ContactHistory& h = saved.history;
    const auto check = [](bool ok, const std::string& what) {
        if (!ok) throw std::runtime_error("contact history: " + what + " do not fit this model");
    };
    check(h.poses.empty() || h.poses.size() == bodies.size(), "the bodies");
    check(h.pairs.empty() || !h.poses.empty(), "the bodies");
    check(h.pairs.empty() || (hasRolling == !h.rolling.empty() && isTracking == !h.held.empty()), "the contacts");
    for (const PairHistory& p : h.pairs)
        check((p.key >> 32) < std::uint32_t(p.key) && std::uint32_t(p.key) < surfaces.size(), "the contacts' surfaces");
    check(saved.frictionFactors.empty() || saved.frictionFactors.size() == surfaces.size(), "the friction factors");

    Value<ContactHistory>::updDowncast(state.updDiscreteVariable(subsystem, historyIndex)).upd() = h;
    state.markCacheValueNotRealized(subsystem, state.getDiscreteVarUpdateIndex(subsystem, historyIndex));
    Value<std::vector<Real>>::updDowncast(state.updDiscreteVariable(subsystem, frictionFactorsIndex)).upd() =
        saved.frictionFactors;
    if (!isTracking) return;
    Real* totals = &state.updZ(subsystem)[energyIndex];
    totals[0] = saved.totals.input;
    totals[1] = saved.totals.damping;
    totals[2] = saved.totals.release;
}

} // namespace simbodydem
