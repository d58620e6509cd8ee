// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_FROM_SIMBODY_H
#define SIMBODYDEM_COLLISION_SHAPES_FROM_SIMBODY_H

#include "simbodydem/shapes/Shape.h"

#include "SimTKmath.h"

#include <memory>
#include <string>

namespace simbodydem {

/** Simbody's geometry as a shape of this library.
    @param surface  what a message calls it
    @throws std::invalid_argument unless it is one of the kinds that ContactSurfaces::fromContactSet() names; sharp edges become
    round as it says there */
std::shared_ptr<const Shape> toShape(const SimTK::ContactGeometry&, const std::string& surface);

} // namespace simbodydem

#endif
