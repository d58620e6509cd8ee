// SPDX-License-Identifier: Apache-2.0
#include "robots/InertiaCheck.h"

#include "robots/Numbers.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace simbodydem {

namespace {

constexpr double roundingOfFiles = 1e-6;
constexpr double zero = 1e-12; // of the greatest principal value; the decomposition is rounded

Eigen::Matrix3d toMatrix(const SimTK::SymMat33& m) {
    Eigen::Matrix3d matrix;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix(i, j) = i >= j ? m(i, j) : m(j, i);
    return matrix;
}

// Scaled to its greatest element, so that very light links are as exact as others.
struct Decomposition {
    explicit Decomposition(const SimTK::SymMat33& inertia) {
        const Eigen::Matrix3d matrix = toMatrix(inertia);
        const double size = matrix.cwiseAbs().maxCoeff();
        if (!(size > 0)) return;
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix / size);
        values = size * solver.eigenvalues();
        for (int i = 0; i < 2; ++i)
            if (std::abs(values[i]) < zero * values[2]) values[i] = 0;
        axes = solver.eigenvectors();
    }
    Eigen::Vector3d values = Eigen::Vector3d::Zero();
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};

std::string listed(const Eigen::Vector3d& v) {
    return shortText(v[0]) + ", " + shortText(v[1]) + " and " + shortText(v[2]) + " kg m^2";
}

} // namespace

std::string faultOfInertia(const SimTK::SymMat33& inertia) {
    const Eigen::Vector3d v = Decomposition(inertia).values;
    if (!(v[0] > 0)) return "the principal values of its inertia are " + listed(v) + "; each must be > 0";
    if (v[2] > (v[0] + v[1]) + roundingOfFiles * v[2])
        return "the principal values of its inertia are " + listed(v) +
               "; the greatest must be <= the sum of the others, " + shortText(v[0] + v[1]) + " kg m^2";
    return "";
}

SimTK::SymMat33 toPossibleInertia(const SimTK::SymMat33& inertia) {
    Decomposition parts(inertia);
    Eigen::Vector3d& v = parts.values;
    const bool isPossible = v[0] >= 0 && v[2] <= v[0] + v[1];
    if (isPossible) return inertia;
    for (int i = 0; i < 3; ++i) v[i] = std::max(v[i], 0.0);
    const double missing = std::max(v[2] - v[0] - v[1], 0.0);
    v[0] += missing / 2;
    v[1] += missing / 2;
    const Eigen::Matrix3d m = parts.axes * v.asDiagonal() * parts.axes.transpose();
    return SimTK::SymMat33(m(0, 0), m(1, 0), m(1, 1), m(2, 0), m(2, 1), m(2, 2));
}

} // namespace simbodydem
