// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_PRINCIPAL_VALUES_H
#define SIMBODYDEM_GEOMETRY_PRINCIPAL_VALUES_H

#include "geometry/Ellipsoid.h"

#include <cmath>

namespace simbodydem::kernels {

/** Computes the principal values of a symmetric tensor in the plane across `normal`: the largest and the least one, and the direction of
the largest one. The direction is zero if both are equal to rounding. */
struct PrincipalValues {
    double largest, least;
    Vector direction;

    PrincipalValues(const Matrix& tensor, const Vector& normal) {
        const Eigen::Matrix<double, 3, 2> tangents = tangentsOf(normal);
        const Eigen::Matrix<double, 2, 2> t = tangents.transpose() * tensor * tangents;
        const double mean = 0.5 * t.trace(), half = 0.5 * (t(0, 0) - t(1, 1)), spread = std::hypot(half, t(0, 1));
        if (!(spread > 1e-14 * std::abs(mean))) { // as on a sphere
            largest = least = mean;
            direction.setZero();
            return;
        }
        const double angle = 0.5 * std::atan2(t(0, 1), half);
        direction = tangents * Eigen::Matrix<double, 2, 1>(std::cos(angle), std::sin(angle));
        largest = mean + spread;
        least = mean - spread;
        (mean < 0 ? largest : least) = t.determinant() / (mean < 0 ? least : largest); // without cancellation
    }
};

} // namespace simbodydem::kernels

#endif
