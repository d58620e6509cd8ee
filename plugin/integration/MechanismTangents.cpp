// SPDX-License-Identifier: Apache-2.0
#include "integration/MechanismTangents.h"

#include "base/EigenBridge.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real difference = 1e-7;        // of speeds [rad/s, m/s] and coordinates [rad, m]
const Real roundingOfForces = 1e-12; // of forces, relative to the largest
// Derivatives between trees that are less than this, relative to the largest one, do not slow Newton's method down.
const Real coupled = 1e-3;

} // namespace

MechanismTangents::MechanismTangents(const MultibodySystem& system, const ContactForces& contacts)
    : system(system), matter(system.getMatterSubsystem()), contacts(contacts) {}

// The speeds of each base body and of all bodies outboard of it.
std::vector<std::vector<int>> MechanismTangents::findTrees(const State& state) const {
    std::vector<std::vector<int>> trees;
    std::vector<std::size_t> treeOf(matter.getNumBodies());
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        const MobilizedBodyIndex parent = body.getParentMobilizedBody().getMobilizedBodyIndex();
        treeOf[b] = parent == GroundIndex ? trees.size() : treeOf[parent];
        if (parent == GroundIndex) trees.emplace_back();
        const int first = body.getFirstUIndex(state);
        for (int i = 0; i < body.getNumU(state); ++i) trees[treeOf[b]].push_back(first + i);
    }
    return trees;
}

void MechanismTangents::find(const State& now) {
    const std::vector<std::vector<int>> trees = findTrees(now);
    if (findBlocks(now, trees)) return;
    std::vector<int> all(now.getNU());
    std::iota(all.begin(), all.end(), 0);
    findBlocks(now, {all});
}

bool MechanismTangents::findBlocks(const State& now, const std::vector<std::vector<int>>& blocks) {
    const int nu = now.getNU();
    known.bySpeed.setZero(nu, nu);
    known.byPosition.setZero(nu, nu);
    State state = now;
    system.realize(state, Stage::Acceleration);
    const Vector udot = state.getUDot(), u = state.getU(), q0 = state.getQ();
    const auto missing = [&](Vector& residual) {
        system.realize(state, Stage::Dynamics);
        Vector_<SpatialVec> bodyForces = system.getRigidBodyForces(state, Stage::Dynamics);
        Vector mobilityForces = system.getMobilityForces(state, Stage::Dynamics);
        contacts.subtractFrom(state, bodyForces, mobilityForces);
        matter.calcResidualForceIgnoringConstraints(state, mobilityForces, bodyForces, udot, residual);
    };
    Vector at, moved, dq;
    missing(at);
    const auto differentiateBySpeed = [&](const Vector& along) {
        state.updU() = u + difference * along;
        missing(moved);
        state.updU() = u;
        return Vector((moved - at) / difference);
    };
    const auto differentiateByPosition = [&](const Vector& along) {
        matter.multiplyByN(now, false, Vector(difference * along), dq);
        state.updQ() = q0 + dq;
        missing(moved);
        state.updQ() = q0;
        return Vector((moved - at) / difference);
    };
    std::size_t widest = 0;
    for (const std::vector<int>& block : blocks) widest = std::max(widest, block.size());
    for (std::size_t k = 0; k < widest; ++k) {
        Vector along(nu, Real(0));
        for (const std::vector<int>& block : blocks)
            if (k < block.size()) along[block[k]] = 1;
        const Vector ofSpeed = differentiateBySpeed(along), ofPosition = differentiateByPosition(along);
        for (const std::vector<int>& block : blocks)
            for (std::size_t row = 0; k < block.size() && row < block.size(); ++row) {
                known.bySpeed(block[row], block[k]) = ofSpeed[block[row]];
                known.byPosition(block[row], block[k]) = ofPosition[block[row]];
            }
    }
    if (blocks.size() < 2) return true;
    Vector probe(nu);
    for (int i = 0; i < nu; ++i) probe[i] = 1 + 0.5 * std::sin(Real(i)); // of no symmetry
    const auto isExplained = [&](const Vector& found, const ::Eigen::MatrixXd& blockwise) {
        return (asEigen(found) - blockwise * asEigen(probe)).cwiseAbs().maxCoeff() <=
               coupled * blockwise.cwiseAbs().maxCoeff() + roundingOfForces * at.normInf() / difference;
    };
    return isExplained(differentiateBySpeed(probe), known.bySpeed) && isExplained(differentiateByPosition(probe), known.byPosition);
}

void MechanismTangents::addTo(Vector& tau, const Vector& displacement, const Vector& speeds) const {
    asEigen(tau) -= known.byPosition * asEigen(displacement) + known.bySpeed * asEigen(speeds);
}

} // namespace simbodydem
