// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MATH_REDUNDANT_SYSTEM_H
#define SIMBODYDEM_MATH_REDUNDANT_SYSTEM_H

#include <Eigen/Core>

#include <memory>

namespace simbodydem {

/** Solves A x = b for a matrix whose rows may be redundant, as those of constraints are: x has the least norm among those with the
least residual. A complete orthogonal decomposition does so. It is compiled once, here: each unit that has one compiles five seconds longer. */
class RedundantSystem {
public:
    RedundantSystem();
    ~RedundantSystem();

    /** Decomposes A. */
    void factor(const Eigen::MatrixXd& A);
    /** Returns x, a column for each column of b. factor() must have been called. */
    Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;

private:
    struct Decomposition;
    std::unique_ptr<Decomposition> decomposition;
};

} // namespace simbodydem

#endif
