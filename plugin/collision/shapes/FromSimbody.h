// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_FROM_SIMBODY_H
#define SIMBODYDEM_COLLISION_SHAPES_FROM_SIMBODY_H

#include "simbodydem/shapes/Shape.h"

#include "SimTKmath.h"

#include <memory>
#include <string>

namespace simbodydem {

/** Converts Simbody's geometry to a shape of this library. Sharp edges become rounded, see ContactSurfaces::fromContactSet().
    @param surface  name of the surface in messages
    @throws std::invalid_argument unless it is one of the kinds that ContactSurfaces::fromContactSet() lists */
std::shared_ptr<const Shape> toShape(const SimTK::ContactGeometry&, const std::string& surface);

} // namespace simbodydem

#endif
