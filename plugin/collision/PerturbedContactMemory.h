// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_PERTURBED_CONTACT_MEMORY_H
#define SIMBODYDEM_COLLISION_PERTURBED_CONTACT_MEMORY_H

#include "collision/PerturbedContactQuery.h"
#include "collision/SearchMemory.h"

#include <vector>

namespace simbodydem {

/** Workspace of PerturbedContactQuery in the cache of the State. */
struct PerturbedContactMemory {
    struct Search {
        SmallMotion motion;
        std::vector<ContactPoint> found; // sorted by key
    };
    SearchMemory search;
    SimTK::Transform moved;       // pose of the body that moves; the search refers to it
    int a = -1, b = -1;           // the pair of `searches`
    std::vector<Search> searches; // the first `count` of them are valid
    std::size_t count = 0;
};

} // namespace simbodydem

#endif
