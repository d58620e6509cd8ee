// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BODY_JACOBIANS_H
#define SIMBODYDEM_BODY_JACOBIANS_H

#include "Simbody.h"

#include <Eigen/Core>

#include <vector>

namespace simbodydem {

using Matrix6 = Eigen::Matrix<SimTK::Real, 6, 6>;
using Matrix12 = Eigen::Matrix<SimTK::Real, 12, 12>;
using Vector6 = Eigen::Matrix<SimTK::Real, 6, 1>;

/** Stores the Jacobian of a body: V = sum of column u, with V = (angular velocity, velocity of the origin) in Ground. It has the
generalized speeds of the body's own mobilizer and of its ancestors' mobilizers. */
struct BodyJacobian {
    std::vector<int> speeds;      // ascending
    std::vector<Vector6> columns; // one for each speed
};

/** Finds the Jacobians of all bodies from the hinge matrices of the mobilizers. They are as sparse as the tree. */
class BodyJacobians {
public:
    /** Computes all Jacobians.
    @param state  realized to Stage::Position */
    void find(const SimTK::SimbodyMatterSubsystem& matter, const SimTK::State& state);
    const BodyJacobian& of(int body) const { return bodies[body]; }

    /** Calls add(row, column, value) for all elements of J_r^T block J_c. */
    template <class Add> void project(int rowBody, int columnBody, const Matrix6& block, const Add& add) const {
        const BodyJacobian &rows = of(rowBody), &columns = of(columnBody);
        for (std::size_t c = 0; c < columns.speeds.size(); ++c) {
            const Vector6 image = block * columns.columns[c];
            for (std::size_t r = 0; r < rows.speeds.size(); ++r)
                add(rows.speeds[r], columns.speeds[c], rows.columns[r].dot(image));
        }
    }

    /** Calls add(row, column, value) for all elements of J^T all J of two bodies. Ground has no speeds. */
    template <class Add> void projectPair(int a, int b, const Matrix12& all, const Add& add) const {
        const int pair[] = {a, b};
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column)
                project(pair[row], pair[column], all.block<6, 6>(6 * row, 6 * column), add);
    }

private:
    std::vector<BodyJacobian> bodies; // by MobilizedBodyIndex
};

} // namespace simbodydem

#endif
