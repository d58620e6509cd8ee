// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_ELLIPSOID_H
#define SIMBODYDEM_GEOMETRY_ELLIPSOID_H

#include "math/Vector3.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

// Computes contacts of ellipsoids by their support functions h(n) = max over the body of n . x = sqrt(n^T S n) + r about the centre, with
// S = R diag(a^2, b^2, c^2) R^T. The ellipsoid is swept by a sphere of radius r. The gradient of h is the point whose outward normal is n. The
// eigenvalues of its second derivative in the tangent plane are the principal radii of curvature there. A sphere is the case S = r^2 I, exact to
// rounding. A disc, c = 0, that is swept is a wheel.

namespace simbodydem::kernels {

/** Holds the support function of a body for one normal n, with its derivatives. */
struct SupportPoint {
    double height; // h [m]
    Vector point;  // from the centre [m]
    Matrix radii;  // of curvature [m]; n is in its null space
};

/** Holds the tensor S of an ellipsoid, and the radius of the sphere that sweeps it. */
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
        if (!(h > least)) return {rounding, rounding * n, S / least + rounding * across}; // middle of the flat side
        const Vector p = Sn / h;
        return {h + rounding, p + rounding * n, (S - p * p.transpose()) / h + rounding * across};
    }
};

/** Holds an ellipsoid, a sphere or a wheel in Ground. */
struct EllipsoidBody {
    Vector semiAxes;
    Matrix R; // rotation from its own frame
    Vector centre;
    double rounding = 0;

    bool isWheel() const { return !(semiAxes[2] > 0); }
    EllipsoidSize size() const { return {R * semiAxes.cwiseAbs2().asDiagonal() * R.transpose(), rounding}; }
};

// Returns two unit vectors at right angles to n and to each other. They turn with n without jumps, except where the reference axis changes,
// at |n_x| = 0.8.
inline Eigen::Matrix<double, 3, 2> tangentsOf(const Vector& n) {
    const Vector u = (std::abs(n[0]) < 0.8 ? Vector::UnitX() : Vector::UnitY()).cross(n).normalized();
    Eigen::Matrix<double, 3, 2> tangents;
    tangents << u, n.cross(u);
    return tangents;
}

// Holds the line along which two ellipsoids are closest, or on which the least displacement parts them.
struct CommonNormal {
    bool isFound;      // to 1e-10 of their size
    Vector normal;     // from a to b
    double gap;        // [m], < 0 where they overlap
    SupportPoint a, b; // each from its own centre
};

// Finds the common normal. The gap of two bodies along n is g(n) = n . d - h_a(n) - h_b(-n), with d from centre to centre. Its greatest value is
// their distance, or minus the least displacement that parts them. There the line from point to point is along n. Bodies that overlap may have
// other maxima, on their far sides. So n is found first for bodies that are shrunk until they just touch: s = max over n of n . d/(h_a + h_b) has
// one maximum only. Newton's method starts there, on the sphere of n. With the part t of the gradient of g in the tangent plane, n turns by
// (R_a + R_b + g I)^(-1) t.
// @param d  from the centre of a to that of b [m]
CommonNormal findCommonNormal(const Vector& d, const EllipsoidSize& sizeA, const EllipsoidSize& sizeB);

} // namespace simbodydem::kernels

#endif
