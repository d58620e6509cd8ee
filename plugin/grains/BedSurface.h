// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_SURFACE_H
#define SIMBODYDEM_GRAINS_BED_SURFACE_H

#include "protocol/Commands.h"
#include "simbodydem/shapes/Shape.h"

#include "Simbody.h"

#include <memory>
#include <string>

namespace simbodydem::grains {

/** Holds a surface of the mechanism, and what the server has last reported on it. */
struct BedSurface {
    SimTK::MobilizedBodyIndex body;
    std::string name;
    std::shared_ptr<const Shape> shape;
    SimTK::Transform X_BS;
    ContactTerms terms;
    SimTK::Real bodyMass = SimTK::Infinity; ///< that its dashpots feel [kg]
    bool isSent = false;                    ///< to the server
    SurfaceReport report;

    bool isMoving() const { return body != 0; }
};

} // namespace simbodydem::grains

#endif
