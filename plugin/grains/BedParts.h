// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_PARTS_H
#define SIMBODYDEM_GRAINS_BED_PARTS_H

#include "grains/BedFile.h"
#include "grains/BedFilling.h"

namespace simbodydem::grains {

/** Holds the parts of a GrainBed. Each one knows those above it. */
struct BedParts {
    BedParts(SimTK::MultibodySystem& system, const GrainBedOptions& options) : contents(system, options) {}

    BedContents contents;
    BedServer server{contents};
    BedExchange exchange{contents, server};
    BedFilling filling{contents, server, exchange};
    BedFile file{contents, server, exchange};
};

} // namespace simbodydem::grains

#endif
