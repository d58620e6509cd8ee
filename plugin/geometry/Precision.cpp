// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Precision.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels::detail {

double sizeOf(const std::vector<Vector>& points) {
    double size = 0;
    for (const Vector& p : points) size = std::max(size, (p - points[0]).norm());
    return size;
}

double roundingOf(const std::vector<Vector>& points) {
    double largest = 0;
    bool areSingle = true;
    for (const Vector& p : points)
        for (int k = 0; k < 3; ++k) {
            largest = std::max(largest, std::abs(p[k]));
            areSingle = areSingle && p[k] == double(float(p[k]));
        }
    return 8 * (areSingle ? std::ldexp(1., -24) : std::ldexp(1., -53)) * largest;
}

double toleranceOf(const std::vector<Vector>& points) { return std::max(1e-6 * sizeOf(points), roundingOf(points)); }
} // namespace simbodydem::kernels::detail
