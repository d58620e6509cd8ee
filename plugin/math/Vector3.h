// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MATH_VECTOR3_H
#define SIMBODYDEM_MATH_VECTOR3_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace simbodydem::kernels {

template <class T> using Vector3 = Eigen::Matrix<T, 3, 1>;
using Vector = Vector3<double>;
using Matrix = Eigen::Matrix3d;

} // namespace simbodydem::kernels

#endif
