// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_CONTACT_STATE_VARIABLES_H
#define SIMBODYDEM_FORCE_CONTACT_STATE_VARIABLES_H

#include "contact/ContactHistory.h"
#include "contact/SlidingCheck.h"
#include "force/StateStamp.h"
#include "simbodydem/ContactRecord.h"

#include <string>
#include <vector>

namespace simbodydem {

struct Workspace;

/** Holds the records of one State. */
struct RecordsInState {
    std::vector<ContactRecord> contacts;
    std::vector<AreaRecord> areas; // of the contacts
};

/** Gives access to the data of one force in a State. These are variables, which copies of the State contain too, and cache entries.
realizeTopology() calls allocate(). All other functions are const, with the State as a parameter.

The history is an auto-update discrete variable. Its value is the committed history. Its update value in the cache is the next history.
Simbody swaps the two at the start of a step, so a trial step that an integrator rejects leaves no trace. */
class ContactStateVariables {
public:
    /** Allocates all variables and cache entries.
    @param structure  describes the System; States of Systems with the same description may be exchanged */
    void allocate(SimTK::State&, SimTK::SubsystemIndex, bool isTrackingEnergy, const std::string& structure);

    /** Returns true if the State was made by this force's realizeTopology(), or by that of a force of equal structure. */
    bool areIn(const SimTK::State&) const;
    /** Returns the difference of the System that made the State, for a message; empty if the State does not contain it. */
    std::string whyNotIn(const SimTK::State&) const;

    const ContactHistory& getHistory(const SimTK::State&) const;
    bool isNextHistoryRealized(const SimTK::State&) const;
    /** Returns the next history of a State for which isNextHistoryRealized(). */
    const ContactHistory& getNextHistory(const SimTK::State&) const;
    ContactHistory& updNextHistory(const SimTK::State&) const;
    void markNextHistoryRealized(const SimTK::State&) const;
    void invalidateNextHistory(const SimTK::State&) const;

    /** Replaces the committed history; the next history stays as it is. */
    void setHistory(SimTK::State&, ContactHistory) const;
    /** Makes the next history the committed one. */
    void commit(SimTK::State&) const;
    /** Copies the committed history and the energies.
    @param isDisabled  true if the force is disabled in `from` */
    void copy(const SimTK::State& from, bool isDisabled, SimTK::State& to) const;
    /** Removes the contacts. The energy that they have dissipated stays in the account. */
    void clear(SimTK::State&) const;
    /** Ends the contacts as if they were removed by hand. */
    void end(SimTK::State&) const;
    /** Returns the committed history in the form in which it is saved. */
    ContactHistory toSave(const SimTK::State&, bool isDisabled) const;

    const SlidingContacts& getSlidingAtCommit(const SimTK::State&) const;
    SlidingContacts& updSliding(const SimTK::State&) const;
    bool isSlidingRealized(const SimTK::State&) const;
    void markSlidingRealized(const SimTK::State&) const;

    /** Returns the friction factors by surface; empty if all are 1. */
    const std::vector<SimTK::Real>& getFrictionFactors(const SimTK::State&) const;
    std::vector<SimTK::Real>& updFrictionFactors(SimTK::State&) const;

    /** Returns the time integrals of the powers; zeros unless energy is tracked. */
    EnergyTotals getEnergyTotals(const SimTK::State&) const;
    void setEnergyTotals(SimTK::State&, const EnergyTotals&) const;
    /** Writes the time derivatives of the totals. */
    void setEnergyRates(const SimTK::State&, const EnergyFlow&) const;

    Workspace& updWorkspace(const SimTK::State&) const;
    RecordsInState& updRecords(const SimTK::State&) const;
    bool areRecordsRealized(const SimTK::State&) const;
    void markRecordsRealized(const SimTK::State&) const;

private:
    bool isTrackingEnergy = false;
    SimTK::SubsystemIndex subsystem; // that owns the variables
    SimTK::DiscreteVariableIndex historyIndex, slidingIndex, frictionFactorsIndex, stampIndex;
    SimTK::CacheEntryIndex workspaceIndex, recordsIndex;
    SimTK::ZIndex energyIndex; // the first of four, EnergyTotals
    StateStamp stamp;          // of the States of this System's topology
};

} // namespace simbodydem

#endif
