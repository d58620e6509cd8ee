// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_HISTORY_FILE_H
#define SIMBODYDEM_CONTACT_HISTORY_FILE_H

#include "contact/ContactHistory.h"

#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

// The history as text; the format is described at DEMContactForce::writeHistory(). HistoryRows says what each line holds
// and within what bounds; HistoryWriter and HistoryReader go by that.

namespace simbodydem {

/** Far from any quantity, and its third power is still a number. */
const SimTK::Real largestSaved = 1e100;

struct SavedBody {
    int index = 0; // MobilizedBodyIndex
    BodyPose pose;
};

/** All that one force keeps in a State. */
struct SavedHistory {
    SimTK::Real time = SimTK::NaN;
    std::vector<SimTK::Real> frictionFactors; // by surface; empty if all are 1
    EnergyLedger ledger;
    EnergyTotals totals;
    std::vector<SavedBody> bodies; // those that are part of a contact
    std::vector<FullContactRow> contacts;
    std::vector<ContactKey> passing; // ContactHistory's
};

/** The force that a history belongs to. */
struct HistoryModel {
    std::vector<std::string> identity; // what determines its results, a line each
    std::vector<int> bodyOf;           // by surface, a MobilizedBodyIndex
    std::map<int, int> slotOf;         // by MobilizedBodyIndex
    bool hasRolling = false, isTracking = false;
    bool hasFullRows() const { return hasRolling || isTracking; }
    /** What is wrong with a contact of these surfaces whose numbers all are within their bounds; empty if nothing is. */
    std::function<std::string(const FullContactRow&, const BodyPose& a, const BodyPose& b)> findFault;
};

SavedHistory toSaved(const ContactHistory&, const HistoryModel&); // but for frictionFactors and totals
ContactHistory toHistory(const SavedHistory&, const HistoryModel&);

/** @throws std::runtime_error if the stream fails or the history could not be read again */
void writeHistoryFile(std::ostream&, SavedHistory, const HistoryModel&);

/** @throws std::runtime_error, saying in which line and what, unless every line is as it must be */
SavedHistory readHistoryFile(std::istream&, const HistoryModel&);

} // namespace simbodydem

#endif
