// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_BED_LAYERS_H
#define SIMBODYDEM_GRAINS_SERVER_BED_LAYERS_H

#include "server/FixSurfaces.h"

namespace simbodydem::grains {

/** Sums mass, momentum and stress of this rank's grains in each layer, as Layers says. The forces are those of all contacts: with other
grains, with walls of the box and with surfaces. */
Layers sumLayers(LAMMPS_NS::LAMMPS&, const FixSurfaces&, const BedSetUp&, const LayersAsked&);

} // namespace simbodydem::grains

#endif
