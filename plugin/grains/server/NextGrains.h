// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_NEXT_GRAINS_H
#define SIMBODYDEM_GRAINS_SERVER_NEXT_GRAINS_H

#include "protocol/Commands.h"
#include "server/Lammps.h"

#include <vector>

namespace simbodydem::grains {

class FixSurfaces;

/** Finds the grain next to each surface that has no contact and whose motion has a reach. All ranks call it.
@param motion   whose time `ahead` counts
@param reports  of the surfaces; get NextGrain on rank 0 */
void findNextGrains(LAMMPS_NS::LAMMPS&, const FixSurfaces&, const Motion& motion,
                    std::vector<SurfaceReport>& reports);

} // namespace simbodydem::grains

#endif
