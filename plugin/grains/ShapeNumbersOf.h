// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_SHAPE_NUMBERS_OF_H
#define SIMBODYDEM_GRAINS_SHAPE_NUMBERS_OF_H

#include "geometry/ShapeData.h"
#include "simbodydem/shapes/Shape.h"

namespace simbodydem::grains {

/** Returns the numbers that describe a shape to the server. @throws std::invalid_argument if the library does not have the shape */
kernels::ShapeData shapeNumbersOf(const Shape&);

} // namespace simbodydem::grains

#endif
