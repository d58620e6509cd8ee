// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WORKSPACE_H
#define SIMBODYDEM_WORKSPACE_H

#include "areas/LayerContacts.h"
#include "areas/SoilContacts.h"
#include "areas/AreasAtRest.h"
#include "collision/PerturbedContactMemory.h"
#include "collision/SearchMemory.h"
#include "contact/ContactHistory.h"
#include "contact/ContactTransport.h"
#include "force/CommitWatch.h"
#include "force/WatchedGroups.h"
#include "simbodydem/laws/NormalLaw.h"

#include <cstddef>
#include <vector>

namespace simbodydem {

/** Provides the memory of one evaluation. It is a cache entry of the State, so its memory is reused. */
struct Workspace {
    std::vector<BodyMotion> bodies; // by body slot
    SearchMemory search;
    PerturbedContactMemory searchAgain; // for tangents
    std::vector<ContactPoint> contacts;
    HistoryLookup lookup;
    LayerWorkspace layers;
    SoilWorkspace soils;
    AreasAtRest areasAtRest;
    std::vector<std::size_t> sliding, unloaded; // rows of contacts that slide, or have no normal force; ascending
    EnergyFlow flow;                            // contains only the stored energy unless energy is tracked
    GroupResultants resultants;                 // for recorders
    NormalOutput scaledNormal;                  // input of friction if the surfaces have friction factors
    SimTK::Real accelerationsAt = SimTK::NaN;   // time of the last accelerations
    CommitWatch commits;
    SimTK::Real warnedOfCommit = SimTK::NaN; // time of the commit whose contacts were warned of
    // A copied State may have the stage versions at which the records of its original were made. They would then look valid.
    bool areRecordsOfThese = false; // the records belong to the last calculated forces
    bool isStartWarned = false;     // warned that a run begins with a centre inside the other surface
    bool isStartChecked = false;    // materials and other forces were checked
    bool hasBegun = false;          // a commit was seen
    bool isHeldWarned = false;      // warned of a contact whose bodies nothing can move along its normal
};

} // namespace simbodydem

#endif
