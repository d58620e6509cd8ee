#ifndef SIMBODYDEM_KERNELS_VECTOR3_H
#define SIMBODYDEM_KERNELS_VECTOR3_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace simbodydem::kernels {

template <class T> using Vector3 = Eigen::Matrix<T, 3, 1>;

} // namespace simbodydem::kernels

#endif
