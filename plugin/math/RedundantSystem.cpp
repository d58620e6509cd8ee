// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "math/RedundantSystem.h"

#include <Eigen/QR>

namespace simbodydem {

namespace {

// Relative pivot below which a row is redundant [-]. A redundant row leaves rounding only. A nearly redundant one is far above.
const double redundancyThreshold = 1e-11;

} // namespace

struct RedundantSystem::Decomposition {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
};

RedundantSystem::RedundantSystem() : decomposition(std::make_unique<Decomposition>()) {}
RedundantSystem::~RedundantSystem() = default;

void RedundantSystem::factor(const Eigen::MatrixXd& A) {
    decomposition->factors.setThreshold(redundancyThreshold);
    decomposition->factors.compute(A);
}

Eigen::MatrixXd RedundantSystem::solve(const Eigen::MatrixXd& b) const { return decomposition->factors.solve(b); }

} // namespace simbodydem
