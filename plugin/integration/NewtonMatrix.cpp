// SPDX-License-Identifier: Apache-2.0
#include "integration/NewtonMatrix.h"

#include "EigenBridge.h"

#include <algorithm>

namespace simbodydem {

namespace {

using SimTK::Real;

// From so many speeds on the factors of a sparse matrix are cheaper than those of a dense one.
const int manySpeeds = 90;

// Contacts that stick need some 4 to 30 iterations; where many slide they may not converge.
const double dropped = 1e-3, solved = 1e-10;
const int fill = 4, mostIterations = 60, patience = 20;

// Of a rigid body about the origin of its frame, in Ground.
Matrix6 inertiaOf(const SimTK::MobilizedBody& body, const SimTK::State& state) {
    const SimTK::SpatialMat inertia = body.calcBodySpatialInertiaMatrixInGround(state);
    Matrix6 M;
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            M.block<3, 3>(3 * row, 3 * column) = Eigen::Map<const Matrix3>(&inertia(row, column)(0, 0));
    return M;
}

} // namespace

template <class Add> void NewtonMatrix::addTo(Real c, const SimTK::State& state, const Add& add) const {
    for (SimTK::MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
        jacobians.project(b, b, inertiaOf(matter.getMobilizedBody(b), state), add);
    for (const PairTangent& pair : pairs)
        jacobians.projectPair(pair.a, pair.b, -c * (pair.byVelocity + c * pair.byPose), add);
}

void NewtonMatrix::takeTangents(const SimTK::State& state, const std::vector<PairTangent>& tangents) {
    nu = state.getNU();
    isSparse = nu > manySpeeds;
    pairs = tangents;
    isKnown.assign(nu, false);
    for (const SimTK::UIndex u : matter.getKnownUDotIndex(state)) isKnown[u] = true;
    jacobians.find(matter, state);
}

void NewtonMatrix::build(const SimTK::State& state, const std::vector<PairTangent>& tangents, Real c,
                         const Eigen::MatrixXd* mechanism) {
    takeTangents(state, tangents);
    if (isSparse) {
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
        sparse.resize(nu, nu);
        sparse.setFromTriplets(entries.begin(), entries.end());
    } else {
        dense.setZero(nu, nu);
        addTo(c, state, [&](int row, int column, Real value) { dense(row, column) += value; });
        if (mechanism) dense += *mechanism;
        for (int u = 0; u < nu; ++u)
            if (isKnown[u]) {
                dense.row(u).setZero();
                dense.col(u).setZero();
                dense(u, u) = 1;
            }
    }
    factor();
    findConstraints(state);
}

void NewtonMatrix::factor() {
    isFactored = false;
    if (!isSparse) {
        denseFactors.compute(dense);
        return;
    }
    const bool isExact = matter.getNumConstraints() > 0 || exactOnes > 0;
    exactOnes = std::max(exactOnes - 1, 0);
    if (isExact) {
        factorExactly();
        return;
    }
    iterations.preconditioner().setDroptol(dropped);
    iterations.preconditioner().setFillfactor(fill);
    iterations.setTolerance(solved);
    iterations.setMaxIterations(mostIterations);
    iterations.compute(sparse);
}

void NewtonMatrix::factorExactly() {
    const std::vector<int> nowOuter(sparse.outerIndexPtr(), sparse.outerIndexPtr() + nu + 1),
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

Eigen::VectorXd NewtonMatrix::backSubstitute(const Eigen::VectorXd& r) {
    if (!isSparse) return denseFactors.solve(r);
    if (!isFactored) {
        const Eigen::VectorXd found = iterations.solve(r);
        if (iterations.info() == Eigen::Success && found.allFinite()) return found;
        factorExactly();
        exactOnes = patience;
    }
    return sparseFactors.solve(r);
}

// Each constraint is scaled to one; redundant ones make the matrix singular, which a complete orthogonal decomposition takes.
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
        if (length > 1e-12) rows.push_back(row / length);
    }
    const int count = int(rows.size());
    G.resize(count, nu);
    response.resize(nu, count);
    for (int i = 0; i < count; ++i) {
        G.row(i) = rows[i];
        response.col(i) = backSubstitute(rows[i]);
    }
    if (count == 0) return;
    multipliers.setThreshold(1e-11);
    multipliers.compute(G * response);
}

bool NewtonMatrix::solve(const SimTK::Vector& r, const SimTK::Vector& missing, SimTK::Vector& x) {
    Eigen::VectorXd right = asEigen(r);
    for (int u = 0; u < nu; ++u)
        if (isKnown[u]) right[u] = 0;
    Eigen::VectorXd found = backSubstitute(right);
    if (G.rows() > 0) {
        Eigen::VectorXd moving = asEigen(missing);
        for (int u = 0; u < nu; ++u)
            if (isKnown[u]) moving[u] = 0;
        found -= response * multipliers.solve(G * (found + moving));
    }
    x.resize(nu);
    for (int u = 0; u < nu; ++u) x[u] = found[u];
    return found.allFinite();
}

void NewtonMatrix::multiply(const SimTK::Vector& v, bool isPrescribedHeld, Matrix12 PairTangent::*tangent,
                            SimTK::Vector& result) const {
    for (const PairTangent& pair : pairs) {
        Eigen::Matrix<Real, 12, 1> motion = Eigen::Matrix<Real, 12, 1>::Zero();
        const int bodies[] = {pair.a, pair.b};
        for (int i = 0; i < 2; ++i) {
            const BodyJacobian& J = jacobians.of(bodies[i]);
            for (std::size_t k = 0; k < J.speeds.size(); ++k)
                if (!(isPrescribedHeld && isKnown[J.speeds[k]]))
                    motion.segment<6>(6 * i) += v[J.speeds[k]] * J.columns[k];
        }
        const Eigen::Matrix<Real, 12, 1> forces = pair.*tangent * motion;
        for (int i = 0; i < 2; ++i) {
            const BodyJacobian& J = jacobians.of(bodies[i]);
            for (std::size_t k = 0; k < J.speeds.size(); ++k)
                result[J.speeds[k]] += J.columns[k].dot(forces.segment<6>(6 * i));
        }
    }
}

void NewtonMatrix::multiplyByStiffness(const SimTK::Vector& displacement, bool isPrescribedHeld,
                                       SimTK::Vector& tau) const {
    tau = SimTK::Vector(nu, Real(0));
    multiply(displacement, isPrescribedHeld, &PairTangent::byPose, tau);
}

void NewtonMatrix::multiplyByTangents(const SimTK::Vector& displacement, const SimTK::Vector& speeds,
                                      SimTK::Vector& tau) const {
    tau = SimTK::Vector(nu, Real(0));
    multiply(displacement, false, &PairTangent::byPose, tau);
    multiply(speeds, false, &PairTangent::byVelocity, tau);
}

} // namespace simbodydem
