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
CommonNormal findCommonNormal(const Vector& d, const EllipsoidSize& sizeA, const EllipsoidSize& sizeB);

} // namespace simbodydem::kernels

#endif
