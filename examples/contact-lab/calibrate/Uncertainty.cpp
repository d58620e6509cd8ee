#include "Uncertainty.h"

#include <Eigen/SVD>

#include <cmath>

namespace lab {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

const Real cancelled = 1e-4; // of columns of length 1
const Real takesPart = 0.1;  // in a direction of length 1

} // namespace

Uncertainty calcUncertainty(const MatrixXd& jacobian) {
    const Index count = jacobian.cols();
    const VectorXd lengths = jacobian.colwise().norm();
    Uncertainty result{VectorXd::Zero(count), MatrixXd::Constant(count, count, SimTK::NaN), {}};
    std::vector<bool> isUndetermined(std::size_t(count), false);
    MatrixXd scaled = jacobian;
    for (Index i = 0; i < count; ++i) {
        if (lengths[i] > 0) scaled.col(i) /= lengths[i];
    }
    const Eigen::JacobiSVD<MatrixXd> svd(scaled, Eigen::ComputeThinV);
    MatrixXd covariance = MatrixXd::Zero(count, count);
    for (Index k = 0; k < count; ++k) {
        const VectorXd direction = svd.matrixV().col(k); // of the scaled places
        VectorXd inPlaces = direction;
        for (Index i = 0; i < count; ++i)
            if (lengths[i] > 0) inPlaces[i] /= lengths[i];
        const Real size = svd.singularValues()[k], deviation = inPlaces.norm() / size;
        if (size > cancelled && deviation <= 1) {
            covariance += inPlaces * inPlaces.transpose() / (size * size);
            continue;
        }
        FlatDirection& flat = result.undetermined.emplace_back(FlatDirection{inPlaces.normalized(), {}});
        for (Index i = 0; i < count; ++i) {
            if (std::abs(direction[i]) <= takesPart) continue;
            flat.takingPart.push_back(int(i));
            isUndetermined[std::size_t(i)] = true;
        }
    }
    for (Index i = 0; i < count; ++i) {
        result.deviations[i] = isUndetermined[std::size_t(i)] ? SimTK::NaN : std::sqrt(covariance(i, i));
        for (Index j = 0; j < count; ++j)
            if (!isUndetermined[std::size_t(i)] && !isUndetermined[std::size_t(j)])
                result.correlations(i, j) = covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
    }
    return result;
}

} // namespace lab
