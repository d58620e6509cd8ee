// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NEWTON_MATRIX_H
#define SIMBODYDEM_NEWTON_MATRIX_H

#include "integration/ContactForces.h"
#include "linearization/BodyJacobians.h"

#include "Simbody.h"

#include <Eigen/Core>

#include <memory>
#include <vector>

namespace simbodydem {

/** The matrix of Newton's method, S = M - c dtau/du - c^2 dtau/dw, with its factors and the constraint Jacobian G. Here tau are the
generalized forces of contacts and joints, dq = N(q) dw, and c [s] is the diagonal weight of a stage times the step. Rows and columns of prescribed
speeds are those of the identity.

The factors are dense for mechanisms and sparse for many bodies. Exact sparse factors grow with the square of the number of bodies, so
BiCGSTAB with incomplete factors is tried first. */
class NewtonMatrix {
public:
    explicit NewtonMatrix(const SimTK::SimbodyMatterSubsystem&);
    ~NewtonMatrix();

    /** Returns how many matrices are still to be factored exactly because BiCGSTAB has failed. */
    int getExactMatricesLeft() const;
    void setExactMatricesLeft(int);

    /** A dense matrix, from which restore() makes the same factors. */
    struct Memory {
        std::vector<char> isKnown;
        ForceTangents tangents;
        BodyJacobians jacobians;
        Eigen::MatrixXd dense;
    };
    Memory save() const;
    void restore(const Memory&);
    /** Returns true if steps to come may use this matrix: it is dense, no constraint has turned with the bodies, and the same speeds are
    prescribed. */
    bool isValidFor(const SimTK::State&) const;

    /** Assembles and factors S.
        @param state      realized to Stage::Velocity
        @param mechanism  nu x nu, the contribution of all other forces; null: none */
    void build(const SimTK::State& state, const ForceTangents&, SimTK::Real c, const Eigen::MatrixXd* mechanism);

    /** Stores what the two products below need, without assembling S. */
    void takeTangents(const SimTK::State&, const ForceTangents&);

    /** Solves S x + G^T mu = r and G x = -G missing. @returns whether x is finite */
    bool solve(const SimTK::Vector& r, const SimTK::Vector& missing, SimTK::Vector& x);

    /** Computes tau = dtau/dw displacement. @param isPrescribedHeld  take displacements of prescribed coordinates as 0 */
    void multiplyByStiffness(const SimTK::Vector& displacement, bool isPrescribedHeld, SimTK::Vector& tau) const;

    /** Computes tau = dtau/dw displacement + dtau/du speeds, prescribed ones included. */
    void multiplyByTangents(const SimTK::Vector& displacement, const SimTK::Vector& speeds, SimTK::Vector& tau) const;

private:
    class Factors; // keeps Eigen's solvers out of this header
    void findConstraints(const SimTK::State&);
    /** Adds J^T pair J v and the products of the joints' tangents to the result. @param isPrescribedHeld  take v of prescribed speeds as 0 */
    void multiply(const SimTK::Vector& v, bool isPrescribedHeld, Matrix12 PairTangent::*pair,
                  SimTK::Real JointTangent::*joint, SimTK::Vector& result) const;
    template <class Add> void addTo(SimTK::Real c, const SimTK::State&, const Add&) const;

    const SimTK::SimbodyMatterSubsystem& matter;
    int nu = 0;
    std::vector<char> isKnown; // by speed: it is prescribed
    ForceTangents tangents;
    BodyJacobians jacobians;
    const std::unique_ptr<Factors> factors;
    Eigen::MatrixXd G, response; // rows of constraints, scaled to length 1; S^-1 G^T
};

} // namespace simbodydem

#endif
