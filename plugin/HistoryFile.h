#ifndef SIMBODYDEM_HISTORY_FILE_H
#define SIMBODYDEM_HISTORY_FILE_H

#include "ContactHistory.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace simbodydem {

/** All that one force keeps in a State, and what tells it from another force. */
struct SavedHistory {
    std::vector<std::string> identity; // a line each: the force, its surfaces
    ContactHistory history;
    std::vector<SimTK::Real> frictionFactors; // by surface; empty if all are 1
    EnergyTotals totals;
};

/** The format is described at DEMContactForce::writeHistory(). */
void writeHistoryFile(std::ostream&, const SavedHistory&);

/** @param identity what the file must say of itself
@throws std::runtime_error, saying in which line and what, unless every line is as it must be */
SavedHistory readHistoryFile(std::istream&, const std::vector<std::string>& identity);

} // namespace simbodydem

#endif
