// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_PRECISION_H
#define SIMBODYDEM_GEOMETRY_PRECISION_H

#include "math/Vector3.h"

#include <vector>

namespace simbodydem::kernels::detail {

// Returns the largest distance of a point from the first one [m].
double sizeOf(const std::vector<Vector>& points);

// Returns eight times the rounding of the coordinates [m], of single precision if all are single-precision numbers.
double roundingOf(const std::vector<Vector>& points);

// Returns how far points may be off the plane of their face [m]: a millionth of the body's size, but at least roundingOf(). A
// millionth is 16 roundings to single precision, and 0.1 um on a body of 0.1 m, whose surface is rougher. A disc keeps all its sides up to
// 2000 of them, a cylinder three radii long up to 1600. Beyond that, neighbouring sides may become one, within this tolerance of both. Far
// from the origin, single precision is coarser than a millionth.
double toleranceOf(const std::vector<Vector>& points);

} // namespace simbodydem::kernels::detail

#endif
