// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactLinearization.h"

#include "linearization/BodyJacobians.h"

#include "force/StateStamp.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

using Tangent = Mat<12, 12> BodyPairTangent::*;

// Computes J^T tangent J and passes its elements to add().
template <class Add> void project(const SimbodyMatterSubsystem& matter, const std::vector<BodyPairTangent>& pairs,
                                  const State& state, Tangent tangent, const Add& add) {
    checkStateOf(matter.getSystem(), state, "ContactLinearization");
    BodyJacobians jacobians;
    jacobians.find(matter, state);
    for (const BodyPairTangent& pair : pairs)
        jacobians.projectPair(pair.a, pair.b, ::Eigen::Map<const Matrix12>(&(pair.*tangent)(0, 0)), add);
}

Matrix dense(const SimbodyMatterSubsystem& matter, const std::vector<BodyPairTangent>& pairs, const State& state,
             Tangent tangent) {
    Matrix all(state.getNU(), state.getNU(), Real(0));
    project(matter, pairs, state, tangent, [&](int row, int column, Real value) { all(row, column) += value; });
    return all;
}

std::vector<ContactLinearization::Entry> sparse(const SimbodyMatterSubsystem& matter,
                                                const std::vector<BodyPairTangent>& pairs, const State& state,
                                                Tangent tangent) {
    std::vector<ContactLinearization::Entry> all;
    project(matter, pairs, state, tangent, [&](int row, int column, Real value) {
        all.push_back({row, column, value});
    });
    return all;
}

// Step of central differences by coordinates of the order of 1: the cube root of the resolution of a double.
const Real step = 6e-6;

} // namespace

ContactLinearization::ContactLinearization(const SimbodyMatterSubsystem& matter, std::vector<BodyPairTangent> pairs,
                                           const Vector_<SpatialVec>& bodyForces)
    : matter(matter), pairs(std::move(pairs)), bodyForces(bodyForces) {
    const int count = matter.getNumBodies();
    if (bodyForces.size() == 0) this->bodyForces = Vector_<SpatialVec>(count, SpatialVec(Vec3(0), Vec3(0)));
    if (this->bodyForces.size() != count)
        throw std::invalid_argument("ContactLinearization: there are " + std::to_string(bodyForces.size()) +
                                    " forces on bodies; there must be " + std::to_string(count) +
                                    ", one for each body of the matter, Ground included");
}

Matrix ContactLinearization::calcDamping(const State& state) const {
    return dense(matter, pairs, state, &BodyPairTangent::damping);
}

Matrix ContactLinearization::calcStiffness(const State& state, bool isWithGeometry) const {
    Matrix stiffness = dense(matter, pairs, state, &BodyPairTangent::stiffness);
    if (!isWithGeometry) return stiffness;
    const MultibodySystem& system = MultibodySystem::downcast(matter.getSystem());
    State moved = state;
    const int nu = state.getNU();
    Vector along(nu), dq(state.getNQ()), tau(nu), image(nu);
    for (int k = 0; k < nu; ++k) {
        along = 0;
        along[k] = 1;
        matter.multiplyByN(state, false, along, dq);
        Vector change(nu, Real(0));
        std::vector<Vec<12>> velocityChange(pairs.size(), Vec<12>(0));
        for (const Real by : {step, -step}) {
            moved.updQ() = state.getQ() + by * dq;
            system.realize(moved, Stage::Velocity);
            matter.multiplyBySystemJacobianTranspose(moved, bodyForces, tau);
            change += tau / (2 * by);
            for (std::size_t p = 0; p < pairs.size(); ++p) {
                Vec<12> velocities;
                for (int i = 0; i < 2; ++i) {
                    const SpatialVec& V_GB =
                        matter.getMobilizedBody(i == 0 ? pairs[p].a : pairs[p].b).getBodyVelocity(moved);
                    for (int k = 0; k < 6; ++k) velocities[6 * i + k] = V_GB[k / 3][k % 3];
                }
                velocityChange[p] += velocities / (2 * by);
            }
        }
        Vector_<SpatialVec> forces(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            const Vec<12> f = pairs[p].damping * velocityChange[p];
            forces[pairs[p].a] += SpatialVec(f.getSubVec<3>(0), f.getSubVec<3>(3));
            forces[pairs[p].b] += SpatialVec(f.getSubVec<3>(6), f.getSubVec<3>(9));
        }
        matter.multiplyBySystemJacobianTranspose(state, forces, image);
        stiffness(k) += image - change;
    }
    return stiffness;
}

Matrix ContactLinearization::calcStiffnessByQ(const State& state) const {
    const Matrix stiffness = calcStiffness(state);
    Matrix byQ(state.getNU(), state.getNQ());
    Vector row(state.getNQ());
    for (int r = 0; r < state.getNU(); ++r) { // (K N^+)^T = N^+^T K^T
        const Vector transposed = ~stiffness[r];
        matter.multiplyByNInv(state, true, transposed, row);
        byQ[r] = ~row;
    }
    return byQ;
}

std::vector<ContactLinearization::Entry> ContactLinearization::calcSparseDamping(const State& state) const {
    return sparse(matter, pairs, state, &BodyPairTangent::damping);
}

std::vector<ContactLinearization::Entry> ContactLinearization::calcSparseStiffness(const State& state) const {
    return sparse(matter, pairs, state, &BodyPairTangent::stiffness);
}

} // namespace simbodydem
