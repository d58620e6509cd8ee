// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_SURFACE_H
#define SIMBODYDEM_GRAINS_BED_SURFACE_H

#include "protocol/Commands.h"
#include "simbodydem/shapes/Shape.h"

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem::grains {

/** Holds a surface of the mechanism, and what the server has last reported on it. */
struct BedSurface {
    SimTK::MobilizedBodyIndex body;
    std::string name;
    std::shared_ptr<const Shape> shape;
    SimTK::Transform X_BS;
    std::vector<ContactTerms> terms; // with grains of each material
    SimTK::Real bodyMass = SimTK::Infinity; ///< that its dashpots feel [kg]
    bool isSent = false;                    ///< to the server
    SurfaceReport report;

    bool isMoving() const { return body != 0; }
};

} // namespace simbodydem::grains

#endif
