// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_ELLIPSOID_H
#define SIMBODYDEM_GEOMETRY_ELLIPSOID_H

#include "math/Vector3.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

// Where ellipsoids touch, by their support functions h(n) = max over the body of n . x = sqrt(n^T S n) + r about the centre, with
// S = R diag(a^2, b^2, c^2) R^T for the ellipsoid, which is swept by a sphere of radius r. Its gradient is the point whose outward normal
// is n, its second derivative has the principal radii of curvature there for eigenvalues, in the tangent plane. A sphere is S = r^2 I,
// and comes out as such to rounding; a disc, c = 0, that is swept is a wheel.

namespace simbodydem::kernels {

struct SupportPoint {
    double height; // h
    Vector point;  // from the centre
    Matrix radii;  // of curvature; n itself is in its null space
};

/** Its tensor S, and by what it is swept. */
struct EllipsoidSize {
    Matrix S;
    double rounding = 0;

    SupportPoint support(const Vector& n) const {
        const Vector Sn = S * n;
        const double h = std::sqrt(n.dot(Sn)), least = 1e-9 * std::sqrt(S.trace());
        if (!(rounding > 0)) {
            const Vector p = Sn / h;
            return {h, p, (S - p * p.transpose()) / h};
        }
        const Matrix across = Matrix::Identity() - n * n.transpose();
        if (!(h > least))
            return {rounding, rounding * n, S / least + rounding * across}; // the flat side, in its middle
        const Vector p = Sn / h;
        return {h + rounding, p + rounding * n, (S - p * p.transpose()) / h + rounding * across};
    }
};

/** An ellipsoid in Ground, a sphere or a wheel. */
struct EllipsoidBody {
    Vector semiAxes;
    Matrix R; // from its own frame
    Vector centre;
    double rounding = 0;

    bool isWheel() const { return !(semiAxes[2] > 0); }
    EllipsoidSize size() const { return {R * semiAxes.cwiseAbs2().asDiagonal() * R.transpose(), rounding}; }
};

// Two unit vectors at right angles to n and to each other, which turn with it without jumps but at one pole.
inline Eigen::Matrix<double, 3, 2> tangentsOf(const Vector& n) {
    const Vector u = (std::abs(n[0]) < 0.8 ? Vector::UnitX() : Vector::UnitY()).cross(n).normalized();
    Eigen::Matrix<double, 3, 2> tangents;
    tangents << u, n.cross(u);
    return tangents;
}

// The line along which two ellipsoids are closest, or least deep in each other.
struct CommonNormal {
    bool isFound;      // to 1e-10 of their size
    Vector normal;     // from a to b
    double gap;        // < 0 where they overlap
    SupportPoint a, b; // each from its own centre
};

// The gap of two bodies along n is g(n) = n . d - h_a(n) - h_b(-n), d from centre to centre, and its greatest value is how far
// they are apart, or the least way that parts them: there the line from point to point is along n. Where they overlap there may
// be other maxima, on their far sides; so n is found first for bodies that are shrunk until they just touch,
// s = max over n of n . d/(h_a + h_b), which has one maximum only, and taken from there. Newton's method on the sphere of n:
// with t the part of g's gradient in the tangent plane n turns by (R_a + R_b + g I)^(-1) t.
inline CommonNormal findCommonNormal(const Vector& d, const EllipsoidSize& sizeA, const EllipsoidSize& sizeB) {
    CommonNormal at;
    double size = d.norm();
    at.normal = size > 0 ? Vector(d / size) : Vector(Vector::UnitX()); // one centre upon the other
    const auto evaluate = [&](const Vector& n) {
        at.normal = n;
        at.a = sizeA.support(n);
        at.b = sizeB.support(-n);
    };
    evaluate(at.normal);
    size = std::max(size, at.a.height + at.b.height);

    // Of the bodies shrunk by `share`; true once the normal stands to rounding.
    const auto improve = [&](double share) {
        const auto gapOf = [&] { return at.normal.dot(d) - share * (at.a.height + at.b.height); };
        const Vector n = at.normal;
        const double gap = gapOf();
        const Vector line = d + share * (at.b.point - at.a.point);
        const Eigen::Matrix<double, 3, 2> tangents = tangentsOf(n);
        const Eigen::Vector2d t = tangents.transpose() * line;
        if (t.norm() < 1e-14 * size) return true;
        const Eigen::Matrix2d radii = tangents.transpose() * (share * (at.a.radii + at.b.radii)) * tangents;
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
    const auto shareOf = [&] { return at.normal.dot(d) / (at.a.height + at.b.height); };
    for (int i = 0; i < 100 && shareOf() < 1; ++i) {
        const double share = shareOf();
        if (improve(share) || shareOf() - share < 1e-6) break;
    }
    for (int i = 0; i < 100 && !improve(1); ++i) {
    }
    at.gap = at.normal.dot(d) - at.a.height - at.b.height;
    const Vector line = d + at.b.point - at.a.point;
    at.isFound = (line - at.gap * at.normal).norm() < 1e-10 * size;
    return at;
}

} // namespace simbodydem::kernels

#endif
