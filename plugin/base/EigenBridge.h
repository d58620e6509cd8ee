// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BASE_EIGEN_BRIDGE_H
#define SIMBODYDEM_BASE_EIGEN_BRIDGE_H

#include "math/Vector3.h"

#include "SimTKcommon.h"

#include <vector>

// Converts between Simbody's vectors, which public headers use, and Eigen's, which the plugin uses. Public headers must not show Eigen:
// Simbody's unconstrained operator!= makes it a hard error under `using namespace SimTK`.

namespace simbodydem {

using Vector3 = kernels::Vector3<SimTK::Real>;
using Matrix3 = Eigen::Matrix<SimTK::Real, 3, 3>;

inline Vector3 toEigen(const SimTK::Vec3& v) { return {v[0], v[1], v[2]}; }
inline SimTK::Vec3 toSimTK(const Vector3& v) { return {v[0], v[1], v[2]}; }
/** Returns the coordinates of points, three each. */
inline std::vector<double> numbersOf(const std::vector<SimTK::Vec3>& points) {
    std::vector<double> numbers;
    numbers.reserve(3 * points.size());
    for (const SimTK::Vec3& point : points) numbers.insert(numbers.end(), &point[0], &point[0] + 3);
    return numbers;
}
/** Returns a view of the three numbers as a Vec3, without a copy. */
inline const SimTK::Vec3& asSimTK(const Vector3& v) { return SimTK::Vec3::getAs(v.data()); }
inline Eigen::Map<const Matrix3> asEigen(const SimTK::Rotation& R) {
    return Eigen::Map<const Matrix3>(&R.asMat33()(0, 0));
}

/** Returns a view of a Vector whose numbers follow each other, as those of a State do. Simbody's own products and sums of Vectors call a
function for each number and allocate each result. */
inline Eigen::Map<const Eigen::VectorXd> asEigen(const SimTK::Vector& v) {
    return {v.size() > 0 ? &v[0] : nullptr, v.size()};
}
inline Eigen::Map<Eigen::VectorXd> asEigen(SimTK::Vector& v) { return {v.size() > 0 ? &v[0] : nullptr, v.size()}; }

} // namespace simbodydem

#endif
