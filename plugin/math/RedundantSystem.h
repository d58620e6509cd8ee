// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_MATH_REDUNDANT_SYSTEM_H
#define SIMBODYDEM_MATH_REDUNDANT_SYSTEM_H

#include <Eigen/Core>

#include <memory>

namespace simbodydem {

/** Solves A x = b for a matrix whose rows may be redundant, such as those of constraints. Among the x with the least residual it returns the one
with the least norm, by a complete orthogonal decomposition. The class compiles this decomposition once, because each unit that includes it
compiles five seconds longer. */
class RedundantSystem {
public:
    RedundantSystem();
    ~RedundantSystem();

    /** Decomposes A. */
    void factor(const Eigen::MatrixXd& A);
    /** Returns x, with a column for each column of b. Call factor() before. */
    Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;

private:
    struct Decomposition;
    std::unique_ptr<Decomposition> decomposition;
};

} // namespace simbodydem

#endif
