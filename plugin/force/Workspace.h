// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WORKSPACE_H
#define SIMBODYDEM_WORKSPACE_H

#include "contact/ContactKinematics.h"
#include "simbodydem/laws/NormalLaw.h"
#include "state/CommitWatch.h"
#include "state/ContactHistory.h"
#include "touches/SearchMemory.h"
#include "touches/TouchAgainMemory.h"

#include <cstddef>
#include <vector>

namespace simbodydem {

/** What one evaluation needs room for; lives in the State's cache, so that its memory is used again. */
struct Workspace {
    std::vector<BodyMotion> bodies; // by body slot
    SearchMemory search;
    TouchAgainMemory searchAgain; // for tangents
    std::vector<Touch> touches;
    HistoryLookup lookup;
    std::vector<std::size_t> sliding, loose;  // rows of the contacts that slide, and that no force presses; ascending
    EnergyFlow flow;                          // only its stored energy unless energy is tracked
    NormalOutput gripping;                    // what friction feels of a contact whose surfaces have friction factors
    SimTK::Real accelerationsAt = SimTK::NaN; // when they were last known
    CommitWatch commits;
    SimTK::Real notedToldOf = SimTK::NaN; // the commit whose noted contacts have been warned of
    // A copied State may have the stages' versions at which its original's records were made, and takes those for its own.
    bool areRecordsOfThese = false; // forces, the last calculated
    bool isStartTold = false;       // that a run begins with a centre inside the other surface
    bool isNoMassTold = false;      // that a contact has no effective mass
};

} // namespace simbodydem

#endif
