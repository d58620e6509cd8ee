// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WORKSPACE_H
#define SIMBODYDEM_WORKSPACE_H

#include "collision/PerturbedContactMemory.h"
#include "collision/SearchMemory.h"
#include "contact/ContactHistory.h"
#include "contact/ContactTransport.h"
#include "force/CommitWatch.h"
#include "simbodydem/laws/NormalLaw.h"

#include <cstddef>
#include <vector>

namespace simbodydem {

/** Provides the memory of one evaluation. It lives in the State's cache, so that its memory is used again. */
struct Workspace {
    std::vector<BodyMotion> bodies; // by body slot
    SearchMemory search;
    PerturbedContactMemory searchAgain; // for tangents
    std::vector<ContactPoint> contacts;
    HistoryLookup lookup;
    std::vector<std::size_t> sliding, unloaded; // rows of the contacts that slide, and that no force presses; ascending
    EnergyFlow flow;                            // only its stored energy unless energy is tracked
    NormalOutput scaledNormal;                  // what friction feels of a contact whose surfaces have friction factors
    SimTK::Real accelerationsAt = SimTK::NaN;   // when they were last known
    CommitWatch commits;
    SimTK::Real warnedOfCommit = SimTK::NaN; // the commit whose noted contacts have been warned of
    // A copied State may have the stages' versions at which its original's records were made, and takes those for its own.
    bool areRecordsOfThese = false; // forces, the last calculated
    bool isStartWarned = false;     // that a run begins with a centre inside the other surface
    bool isNoMassWarned = false;    // that a contact has no effective mass
};

} // namespace simbodydem

#endif
