// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_FROM_ELLIPSOID_H
#define SIMBODYDEM_GEOMETRY_FROM_ELLIPSOID_H

#include "geometry/EllipsoidOnRounded.h"
#include "geometry/HeightField.h"

namespace simbodydem::kernels {

namespace detail {

// Computes the signed distance from an ellipsoid, with its derivatives.
struct FromEllipsoid {
    const EllipsoidBody& ellipsoid;
    const EllipsoidSize& size;

    Least operator()(const Vector& s) const {
        const OffEllipsoid off = findOffEllipsoid(ellipsoid, s);
        const Eigen::Matrix<double, 3, 2> t = tangentsOf(off.normal);
        const Eigen::Matrix2d radii = t.transpose() * size.support(off.normal).radii * t;
        Eigen::Matrix2d there =
            radii + off.distance * Eigen::Matrix2d::Identity(); // radii of the surface at this distance
        if (!(there.determinant() > 0 && there.trace() > 0)) there = radii;
        return {off.distance, off.normal, t * there.inverse() * t.transpose()};
    }
};

} // namespace detail

} // namespace simbodydem::kernels

#endif
