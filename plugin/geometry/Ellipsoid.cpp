// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Ellipsoid.h"

#include "math/Vector3.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

CommonNormal findCommonNormal(const Vector& d, const EllipsoidSize& sizeA, const EllipsoidSize& sizeB) {
    CommonNormal at;
    double size = d.norm();
    at.normal = size > 0 ? Vector(d / size) : Vector(Vector::UnitX()); // any, for equal centres
    const auto evaluate = [&](const Vector& n) {
        at.normal = n;
        at.a = sizeA.support(n);
        at.b = sizeB.support(-n);
    };
    evaluate(at.normal);
    size = std::max(size, at.a.height + at.b.height);

    // Makes one step of Newton's method for the bodies scaled by `scale`. Returns true when the normal no longer changes, to rounding.
    const auto improve = [&](double scale) {
        const auto gapOf = [&] { return at.normal.dot(d) - scale * (at.a.height + at.b.height); };
        const Vector n = at.normal;
        const double gap = gapOf();
        const Vector line = d + scale * (at.b.point - at.a.point);
        const Eigen::Matrix<double, 3, 2> tangents = tangentsOf(n);
        const Eigen::Vector2d t = tangents.transpose() * line;
        if (t.norm() < 1e-14 * size) return true;
        const Eigen::Matrix2d radii = tangents.transpose() * (scale * (at.a.radii + at.b.radii)) * tangents;
        Eigen::Matrix2d stiffness = radii + gap * Eigen::Matrix2d::Identity();
        if (!(stiffness.determinant() > 0 && stiffness.trace() > 0)) stiffness = radii;
        Vector turn = tangents * stiffness.inverse() * t;
        if (turn.norm() > 1) turn.normalize();
        for (int halving = 0; halving < 50; ++halving, turn *= 0.5) {
            evaluate((n + turn).normalized());
            if (gapOf() > gap - 1e-15 * size) return turn.norm() < 1e-15;
        }
        evaluate(n);
        return true;
    };
    const auto scaleOf = [&] { return at.normal.dot(d) / (at.a.height + at.b.height); };
    for (int i = 0; i < 100 && scaleOf() < 1; ++i) {
        const double scale = scaleOf();
        if (improve(scale) || scaleOf() - scale < 1e-6) break;
    }
    for (int i = 0; i < 100 && !improve(1); ++i) {
    }
    at.gap = at.normal.dot(d) - at.a.height - at.b.height;
    const Vector line = d + at.b.point - at.a.point;
    at.isFound = (line - at.gap * at.normal).norm() < 1e-10 * size;
    return at;
}
} // namespace simbodydem::kernels
