// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_HISTORY_FILE_H
#define SIMBODYDEM_CONTACT_HISTORY_FILE_H

#include "contact/ContactHistory.h"

#include <functional>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The history as text; the format is described at DEMContactForce::writeHistory(). HistoryRows defines the content and the
// bounds of each line; HistoryWriter and HistoryReader use it.

namespace simbodydem {

/** Bounds all saved numbers. It is far above any quantity, and its third power is still finite. */
const SimTK::Real largestSaved = 1e100;

struct SavedBody {
    int index = 0; // MobilizedBodyIndex
    BodyPose pose;
};

/** Stores the memory of an element, with the surfaces of its pair. */
struct SavedElement {
    int layer = 0, opposite = 0;
    ElementMemory memory{0, Vector3::Zero(), 0, 0, 0};
};

/** Stores the memory of a cell of soil, with its surface. */
struct SavedSoilCell {
    int soil = 0;
    SoilCellMemory memory{0, 0, 0, 0, Vector3::UnitZ(), {}, 0, Vector3::Zero(), 0, 0};
};
struct SavedRut {
    int soil = 0;
    std::int64_t cell = 0;
    SimTK::Real yieldDepth = 0;
};

/** Stores everything that one force keeps in a State. */
struct SavedHistory {
    SimTK::Real time = SimTK::NaN;
    std::vector<SimTK::Real> frictionFactors; // by surface; empty if all are 1
    EnergyLedger ledger;
    EnergyTotals totals;
    std::vector<SavedBody> bodies; // those that are part of a contact
    std::vector<FullContactRow> contacts;
    std::vector<ContactKey> passing; // as in ContactHistory
    std::vector<LayerPairMemory> layers;
    std::vector<SavedElement> elements;
    std::vector<SavedSoilCell> soilCells;
    std::vector<SavedRut> ruts;
};

/** Describes the force that a history belongs to. */
struct HistoryModel {
    std::vector<std::string> identity;        // everything that determines its results, one line each
    std::vector<int> bodyOf;                  // by surface, a MobilizedBodyIndex
    std::map<int, int> slotOf;                // by MobilizedBodyIndex
    std::set<std::pair<int, int>> layerPairs; // surface with a layer, other surface
    std::vector<int> soils;                   // surfaces of soil, ascending
    bool hasRolling = false, isTracking = false;
    bool hasFullRows() const { return hasRolling || isTracking; }
    /** Returns the error of a contact whose numbers are all within their bounds; empty if there is none. */
    std::function<std::string(const FullContactRow&, const BodyPose& a, const BodyPose& b)> findFault;
    std::function<std::string(SavedSoilCell&)> findSoilFault; // likewise; completes a cell of an older version
};

SavedHistory toSaved(const ContactHistory&, const HistoryModel&); // without frictionFactors and totals
ContactHistory toHistory(const SavedHistory&, const HistoryModel&);

/** Writes a history as text.
@throws std::runtime_error if the stream fails or the history could not be read again */
void writeHistoryFile(std::ostream&, SavedHistory, const HistoryModel&);

/** Reads a history.
@throws std::runtime_error, with the line and its error, unless every line is valid */
SavedHistory readHistoryFile(std::istream&, const HistoryModel&);

} // namespace simbodydem

#endif
