// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_TOUCH_AGAIN_MEMORY_H
#define SIMBODYDEM_COLLISION_TOUCH_AGAIN_MEMORY_H

#include "collision/SearchMemory.h"
#include "collision/TouchAgain.h"

#include <vector>

namespace simbodydem {

/** Workspace of TouchAgain, in the State's cache. */
struct TouchAgainMemory {
    struct Search {
        SmallMotion motion;
        std::vector<Touch> found; // sorted by key
    };
    SearchMemory search;
    int a = -1, b = -1;           // the pair that has been searched
    std::vector<Search> searches; // the first `count` of them are valid
    std::size_t count = 0;
};

} // namespace simbodydem

#endif
