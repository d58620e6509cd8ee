// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_MATH_VECTOR3_H
#define SIMBODYDEM_MATH_VECTOR3_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace simbodydem::kernels {

template <class T> using Vector3 = Eigen::Matrix<T, 3, 1>;
using Vector = Vector3<double>;
using Matrix = Eigen::Matrix3d;

/** Returns the matrix of the cross product: crossOf(v) w = v x w. */
inline Matrix crossOf(const Vector& v) {
    Matrix m;
    m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
    return m;
}

} // namespace simbodydem::kernels

#endif
