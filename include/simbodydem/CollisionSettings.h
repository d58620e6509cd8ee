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

/** Lists pairs of surfaces and bodies that have no contact with each other. */
struct Exclusions {
    std::set<IndexPair> surfaces, bodies;
    bool adjacentBodies = false; ///< a body and its parent, except Ground
};

/** Detection margins [m], >= 0: the distance at which a surface is found before it overlaps another one, for laws that act at a distance.
See DEMContactForce::setDetectionMargin(). */
struct SIMBODYDEM_API DetectionMargins {
    SimTK::Real forAll = 0;
    std::map<int, SimTK::Real> bySurface; ///< wins over forAll

    /** Returns the margin of a surface [m]. */
    SimTK::Real get(int surface) const;
};

} // namespace simbodydem

#endif
