// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_BED_MEASURES_H
#define SIMBODYDEM_GRAINS_SERVER_BED_MEASURES_H

#include "server/FixSurfaces.h"
#include "server/Ranks.h"

namespace simbodydem::grains {

/** Measures mass, energies, heights, contacts and momentum of all grains, after a force evaluation.
@returns the sums over all ranks, on the first one */
Measures measureBed(LAMMPS_NS::LAMMPS&, const FixSurfaces&, const BedSetUp&, const Ranks&);

} // namespace simbodydem::grains

#endif
