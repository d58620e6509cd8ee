// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_PRECISION_H
#define SIMBODYDEM_GEOMETRY_PRECISION_H

#include "math/Vector3.h"

#include <vector>

namespace simbodydem::kernels::detail {

double sizeOf(const std::vector<Vector>& points);

// Eight times what coordinates are rounded by, those of single precision too.
double roundingOf(const std::vector<Vector>& points);

// How far points may be off the plane of their face. A millionth of a body's size is 16 roundings to single precision, and 0.1 um on a
// body of 0.1 m: surfaces are rougher. A disc keeps all its sides up to 2000 of them, and a cylinder three radii long up to 1600; beyond
// that, neighbouring sides may become one, within this tolerance of both. Far from the origin, single precision is coarser than that.
double toleranceOf(const std::vector<Vector>& points);

} // namespace simbodydem::kernels::detail

#endif
