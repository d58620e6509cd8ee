// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_PRECISION_H
#define SIMBODYDEM_GEOMETRY_PRECISION_H

#include "math/Vector3.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace simbodydem::kernels::detail {

inline double sizeOf(const std::vector<Vector>& points) {
    double size = 0;
    for (const Vector& p : points) size = std::max(size, (p - points[0]).norm());
    return size;
}

// Eight times what coordinates are rounded by, those of single precision too.
inline double roundingOf(const std::vector<Vector>& points) {
    double largest = 0;
    bool areSingle = true;
    for (const Vector& p : points)
        for (int k = 0; k < 3; ++k) {
            largest = std::max(largest, std::abs(p[k]));
            areSingle = areSingle && p[k] == double(float(p[k]));
        }
    return 8 * (areSingle ? std::ldexp(1., -24) : std::ldexp(1., -53)) * largest;
}

// How far points may be off the plane of their face. A millionth of a body's size is 16 roundings to single precision, and 0.1 um on a
// body of 0.1 m: surfaces are rougher. A disc keeps all its sides up to 2000 of them, and a cylinder three radii long up to 1600; beyond
// that, neighbouring sides may become one, within this tolerance of both. Far from the origin, single precision is coarser than that.
inline double toleranceOf(const std::vector<Vector>& points) {
    return std::max(1e-6 * sizeOf(points), roundingOf(points));
}

} // namespace simbodydem::kernels::detail

#endif
