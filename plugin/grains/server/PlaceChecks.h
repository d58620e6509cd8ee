// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_PLACE_CHECKS_H
#define SIMBODYDEM_GRAINS_SERVER_PLACE_CHECKS_H

#include "server/FixSurfaces.h"

#include <string>

namespace simbodydem::grains {

/** Returns a message if one of these grains is behind a surface, see SphereOnShape::isBehind(); else nothing. */
std::string findBehind(const FixSurfaces&, const Grains&);
/** Returns those of these grains, at rest, that no surface overlaps or has behind it, the first atMost. */
Grains withoutBuried(const FixSurfaces&, const Grains&);
/** Returns a message if a surface is too long for a periodic box; else nothing. */
std::string findTooLong(const FixSurfaces&, const LAMMPS_NS::Domain&, double largestRadius);

} // namespace simbodydem::grains

#endif
