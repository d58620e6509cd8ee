// SPDX-License-Identifier: Apache-2.0
#include "integration/NewtonMatrix.h"

#include "base/EigenBridge.h"
#include "math/RedundantSystem.h"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <algorithm>

namespace simbodydem {

namespace {

using SimTK::Real;

// From this number of speeds on sparse factors take less time than dense ones.
const int minSparseSpeeds = 90;

// BiCGSTAB: contacts that stick need 4 to 30 iterations; where many slide it may not converge.
const double dropTolerance = 1e-3, relativeResidual = 1e-10; // both relative
const int fillFactor = 4, maxBicgIterations = 60;
// After BiCGSTAB has failed so many matrices are factored exactly before it is tried again.
const int exactMatricesAfterFailure = 20;

const Real shortestConstraintRow = 1e-12; // [-], norm of a row of G below which it constrains nothing

/** Returns the inertia of a rigid body about the origin of its frame, in Ground. */
Matrix6 inertiaOf(const SimTK::MobilizedBody& body, const SimTK::State& state) {
    const SimTK::SpatialMat inertia = body.calcBodySpatialInertiaMatrixInGround(state);
    Matrix6 M;
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            M.block<3, 3>(3 * row, 3 * column) = Eigen::Map<const Matrix3>(&inertia(row, column)(0, 0));
    return M;
}

} // namespace

/** The solvers of one matrix: dense LU, BiCGSTAB with incomplete LU, or sparse LU. */
class NewtonMatrix::Factors {
public:
    void factorDense() {
        isSparse = false;
        denseFactors.compute(dense);
    }

    /** Factors the sparse matrix of these entries. @param isExact  do not try BiCGSTAB */
    void factorSparse(int size, bool isExact) {
        isSparse = true;
        isFactored = false;
        sparse.resize(size, size);
        sparse.setFromTriplets(entries.begin(), entries.end());
        isExact = isExact || exactMatricesLeft > 0;
        exactMatricesLeft = std::max(exactMatricesLeft - 1, 0);
        if (isExact) {
            factorExactly();
            return;
        }
        bicg.preconditioner().setDroptol(dropTolerance);
        bicg.preconditioner().setFillfactor(fillFactor);
        bicg.setTolerance(relativeResidual);
        bicg.setMaxIterations(maxBicgIterations);
        bicg.compute(sparse);
    }

    Eigen::VectorXd solve(const Eigen::VectorXd& r) {
        if (!isSparse) return denseFactors.solve(r);
        if (!isFactored) {
            const Eigen::VectorXd found = bicg.solve(r);
            if (bicg.info() == Eigen::Success && found.allFinite()) return found;
            factorExactly();
            exactMatricesLeft = exactMatricesAfterFailure;
        }
        return sparseFactors.solve(r);
    }

    int exactMatricesLeft = 0;                   // since BiCGSTAB has not converged
    RedundantSystem constraints;                 // of the multipliers
    Eigen::MatrixXd dense;                       // filled before factorDense()
    std::vector<Eigen::Triplet<double>> entries; // filled before factorSparse()

private:
    void factorExactly() {
        const std::vector<int> nowOuter(sparse.outerIndexPtr(), sparse.outerIndexPtr() + sparse.cols() + 1),
            nowInner(sparse.innerIndexPtr(), sparse.innerIndexPtr() + sparse.nonZeros());
        if (!hasPattern || nowOuter != outer || nowInner != inner) {
            sparseFactors.analyzePattern(sparse);
            outer = nowOuter;
            inner = nowInner;
            hasPattern = true;
        }
        sparseFactors.factorize(sparse);
        isFactored = true;
    }

    bool isSparse = false, isFactored = false;
    Eigen::PartialPivLU<Eigen::MatrixXd> denseFactors;
    Eigen::SparseMatrix<double> sparse;
    Eigen::BiCGSTAB<Eigen::SparseMatrix<double>, Eigen::IncompleteLUT<double>> bicg;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> sparseFactors;
    bool hasPattern = false;
    std::vector<int> outer, inner; // the pattern that was analyzed
};

NewtonMatrix::NewtonMatrix(const SimTK::SimbodyMatterSubsystem& matter)
    : matter(matter), factors(std::make_unique<Factors>()) {}
NewtonMatrix::~NewtonMatrix() = default;

int NewtonMatrix::getExactMatricesLeft() const { return factors->exactMatricesLeft; }
void NewtonMatrix::setExactMatricesLeft(int count) { factors->exactMatricesLeft = count; }

NewtonMatrix::Memory NewtonMatrix::save() const { return {isKnown, tangents, jacobians, factors->dense}; }

void NewtonMatrix::restore(const Memory& memory) {
    nu = int(memory.isKnown.size());
    isKnown = memory.isKnown;
    tangents = memory.tangents;
    jacobians = memory.jacobians;
    factors->dense = memory.dense;
    factors->factorDense();
    G.resize(0, nu);
}

bool NewtonMatrix::isValidFor(const SimTK::State& state) const {
    if (nu != state.getNU() || nu > minSparseSpeeds || matter.getNumConstraints() > 0) return false;
    const auto known = matter.getKnownUDotIndex(state);
    return std::count(isKnown.begin(), isKnown.end(), true) == int(known.size()) &&
           std::all_of(known.begin(), known.end(), [&](SimTK::UIndex u) { return bool(isKnown[u]); });
}

template <class Add> void NewtonMatrix::addTo(Real c, const SimTK::State& state, const Add& add) const {
    for (SimTK::MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
        jacobians.project(b, b, inertiaOf(matter.getMobilizedBody(b), state), add);
    for (const JointTangent& joint : tangents.joints)
        add(joint.u, joint.u, -c * (joint.byVelocity + c * joint.byDisplacement));
    for (const PairTangent& pair : tangents.pairs)
        jacobians.projectPair(pair.a, pair.b, -c * (pair.byVelocity + c * pair.byPose), add);
}

void NewtonMatrix::takeTangents(const SimTK::State& state, const ForceTangents& given) {
    nu = state.getNU();
    tangents = given;
    isKnown.assign(nu, false);
    for (const SimTK::UIndex u : matter.getKnownUDotIndex(state)) isKnown[u] = true;
    jacobians.find(matter, state);
}

void NewtonMatrix::build(const SimTK::State& state, const ForceTangents& given, Real c,
                         const Eigen::MatrixXd* mechanism) {
    takeTangents(state, given);
    if (nu > minSparseSpeeds) {
        std::vector<Eigen::Triplet<double>>& entries = factors->entries;
        entries.clear();
        addTo(c, state, [&](int row, int column, Real value) {
            if (!isKnown[row] && !isKnown[column]) entries.emplace_back(row, column, value);
        });
        for (int u = 0; u < nu; ++u)
            if (isKnown[u]) entries.emplace_back(u, u, 1);
        if (mechanism)
            for (int row = 0; row < nu; ++row)
                for (int column = 0; column < nu; ++column)
                    if ((*mechanism)(row, column) != 0 && !isKnown[row] && !isKnown[column])
                        entries.emplace_back(row, column, (*mechanism)(row, column));
        factors->factorSparse(nu, matter.getNumConstraints() > 0);
    } else {
        Eigen::MatrixXd& dense = factors->dense;
        dense.setZero(nu, nu);
        addTo(c, state, [&](int row, int column, Real value) { dense(row, column) += value; });
        if (mechanism) dense += *mechanism;
        for (int u = 0; u < nu; ++u)
            if (isKnown[u]) {
                dense.row(u).setZero();
                dense.col(u).setZero();
                dense(u, u) = 1;
            }
        factors->factorDense();
    }
    findConstraints(state);
}

// Scales each constraint's row to one.
void NewtonMatrix::findConstraints(const SimTK::State& state) {
    G.resize(0, nu);
    if (matter.getNumConstraints() == 0) return;
    SimTK::Matrix transposed;
    matter.calcGTranspose(state, transposed);
    std::vector<Eigen::VectorXd> rows;
    for (int i = 0; i < transposed.ncol(); ++i) {
        Eigen::VectorXd row(nu);
        for (int u = 0; u < nu; ++u) row[u] = isKnown[u] ? 0 : transposed(u, i);
        const Real length = row.norm();
        if (length > shortestConstraintRow) rows.push_back(row / length);
    }
    const int count = int(rows.size());
    G.resize(count, nu);
    response.resize(nu, count);
    for (int i = 0; i < count; ++i) {
        G.row(i) = rows[i];
        response.col(i) = factors->solve(rows[i]);
    }
    if (count > 0) factors->constraints.factor(G * response);
}

bool NewtonMatrix::solve(const SimTK::Vector& r, const SimTK::Vector& missing, SimTK::Vector& x) {
    Eigen::VectorXd right = asEigen(r);
    for (int u = 0; u < nu; ++u)
        if (isKnown[u]) right[u] = 0;
    Eigen::VectorXd found = factors->solve(right);
    if (G.rows() > 0) {
        Eigen::VectorXd moving = asEigen(missing);
        for (int u = 0; u < nu; ++u)
            if (isKnown[u]) moving[u] = 0;
        found -= response * factors->constraints.solve(G * (found + moving));
    }
    x.resize(nu);
    asEigen(x) = found;
    return found.allFinite();
}

void NewtonMatrix::multiply(const SimTK::Vector& v, bool isPrescribedHeld, Matrix12 PairTangent::*tangent,
                            Real JointTangent::*jointTangent, SimTK::Vector& result) const {
    const auto along = asEigen(v);
    auto sum = asEigen(result);
    for (const JointTangent& joint : tangents.joints)
        if (!(isPrescribedHeld && isKnown[joint.u])) sum[joint.u] += joint.*jointTangent * along[joint.u];
    for (const PairTangent& pair : tangents.pairs) {
        Eigen::Matrix<Real, 12, 1> motion = Eigen::Matrix<Real, 12, 1>::Zero();
        const int bodies[] = {pair.a, pair.b};
        for (int i = 0; i < 2; ++i) {
            const BodyJacobian& J = jacobians.of(bodies[i]);
            for (std::size_t k = 0; k < J.speeds.size(); ++k)
                if (!(isPrescribedHeld && isKnown[J.speeds[k]]))
                    motion.segment<6>(6 * i) += along[J.speeds[k]] * J.columns[k];
        }
        const Eigen::Matrix<Real, 12, 1> forces = pair.*tangent * motion;
        for (int i = 0; i < 2; ++i) {
            const BodyJacobian& J = jacobians.of(bodies[i]);
            for (std::size_t k = 0; k < J.speeds.size(); ++k)
                sum[J.speeds[k]] += J.columns[k].dot(forces.segment<6>(6 * i));
        }
    }
}

void NewtonMatrix::multiplyByStiffness(const SimTK::Vector& displacement, bool isPrescribedHeld,
                                       SimTK::Vector& tau) const {
    tau.resize(nu);
    asEigen(tau).setZero();
    multiply(displacement, isPrescribedHeld, &PairTangent::byPose, &JointTangent::byDisplacement, tau);
}

void NewtonMatrix::multiplyByTangents(const SimTK::Vector& displacement, const SimTK::Vector& speeds,
                                      SimTK::Vector& tau) const {
    tau.resize(nu);
    asEigen(tau).setZero();
    multiply(displacement, false, &PairTangent::byPose, &JointTangent::byDisplacement, tau);
    multiply(speeds, false, &PairTangent::byVelocity, &JointTangent::byVelocity, tau);
}

} // namespace simbodydem
