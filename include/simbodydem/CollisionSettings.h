// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SETTINGS_H
#define SIMBODYDEM_COLLISION_SETTINGS_H

#include "simbodydem/Export.h"

#include "SimTKcommon.h"

#include <map>
#include <set>
#include <utility>

namespace simbodydem {

/** Two surfaces by their ContactSurfaceIndex, or two bodies by their MobilizedBodyIndex; the smaller first. */
using IndexPair = std::pair<int, int>;

/** What never touches. */
struct Exclusions {
    std::set<IndexPair> surfaces, bodies;
    bool adjacentBodies = false; ///< a body and its parent, but for Ground
};

/** By how much surfaces are registered larger than they are [m]. */
struct SIMBODYDEM_API DetectionMargins {
    SimTK::Real forAll = 0;
    std::map<int, SimTK::Real> bySurface; ///< wins over forAll

    SimTK::Real get(int surface) const;
};

} // namespace simbodydem

#endif
