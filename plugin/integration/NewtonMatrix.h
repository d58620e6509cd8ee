// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NEWTON_MATRIX_H
#define SIMBODYDEM_NEWTON_MATRIX_H

#include "integration/ContactForces.h"
#include "linearization/BodyJacobians.h"

#include "Simbody.h"

#include <Eigen/Dense>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseLU>

#include <vector>

namespace simbodydem {

/** S = M - c dtau/du - c^2 dtau/dw with the derivatives of contact forces, c [s] a stage's share of the step, and its factors; with the
constraints' G beside it. Dense for mechanisms, sparse for many bodies, whose exact factors grow as the square of their number: where iterations
with incomplete ones (BiCGSTAB, IncompleteLUT) converge, these are taken. What is prescribed does not move. */
class NewtonMatrix {
public:
    explicit NewtonMatrix(const SimTK::SimbodyMatterSubsystem& matter) : matter(matter) {}

    /** @param state      realized to Stage::Velocity
        @param mechanism  nu x nu, what the derivatives of all other forces add to S; null: nothing */
    void build(const SimTK::State& state, const std::vector<PairTangent>&, SimTK::Real c,
               const Eigen::MatrixXd* mechanism);

    /** All that multiplyByStiffness() needs. */
    void takeTangents(const SimTK::State&, const std::vector<PairTangent>&);

    /** x with S x + G^T mu = r and G x = -G missing. @returns whether it is finite */
    bool solve(const SimTK::Vector& r, const SimTK::Vector& missing, SimTK::Vector& x);

    /** dtau/dw displacement, of the contacts. @param isPrescribedHeld  whatever displacement says of it */
    void multiplyByStiffness(const SimTK::Vector& displacement, bool isPrescribedHeld, SimTK::Vector& tau) const;

    /** dtau/dw displacement + dtau/du speeds, of the contacts, with what is prescribed. */
    void multiplyByTangents(const SimTK::Vector& displacement, const SimTK::Vector& speeds, SimTK::Vector& tau) const;

private:
    void factor();
    void findConstraints(const SimTK::State&);
    void factorExactly();
    Eigen::VectorXd backSubstitute(const Eigen::VectorXd&);
    /** Add J^T tangent J v, of v without what is prescribed or with it. */
    void multiply(const SimTK::Vector& v, bool isPrescribedHeld, Matrix12 PairTangent::*tangent,
                  SimTK::Vector& result) const;
    template <class Add> void addTo(SimTK::Real c, const SimTK::State&, const Add&) const;

    const SimTK::SimbodyMatterSubsystem& matter;
    int nu = 0;
    bool isSparse = false;
    std::vector<char> isKnown; // by speed
    std::vector<PairTangent> pairs;
    BodyJacobians jacobians;
    Eigen::MatrixXd dense;
    Eigen::PartialPivLU<Eigen::MatrixXd> denseFactors;
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::SparseMatrix<double> sparse;
    Eigen::BiCGSTAB<Eigen::SparseMatrix<double>, Eigen::IncompleteLUT<double>> iterations;
    int exactOnes = 0; // matrices from now on that are factored exactly, since iterations have not converged
    bool isFactored = false;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> sparseFactors;
    bool hasPattern = false;
    std::vector<int> outer, inner; // the pattern that was analyzed
    Eigen::MatrixXd G, response;   // rows of constraints, scaled; S^-1 G^T
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> multipliers;
};

} // namespace simbodydem

#endif
