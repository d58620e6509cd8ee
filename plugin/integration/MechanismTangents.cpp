// SPDX-License-Identifier: Apache-2.0
#include "integration/MechanismTangents.h"

#include "EigenBridge.h"

namespace simbodydem {

using namespace SimTK;

MechanismTangents::MechanismTangents(const MultibodySystem& system, const ContactForces& contacts)
    : system(system), matter(system.getMatterSubsystem()), contacts(contacts) {}

void MechanismTangents::find(const State& now) {
    const int nu = now.getNU();
    bySpeed.resize(nu, nu);
    byPlace.resize(nu, nu);
    State state = now;
    system.realize(state, Stage::Acceleration);
    const Vector udot = state.getUDot(), u = state.getU(), q0 = state.getQ();
    const auto missing = [&](Vector& residual) {
        system.realize(state, Stage::Dynamics);
        Vector_<SpatialVec> bodyForces = system.getRigidBodyForces(state, Stage::Dynamics);
        contacts.subtractFrom(state, bodyForces);
        matter.calcResidualForceIgnoringConstraints(state, system.getMobilityForces(state, Stage::Dynamics), bodyForces,
                                                    udot, residual);
    };
    Vector at, moved, along(nu), dq;
    missing(at);
    const Real step = 1e-7;
    for (int k = 0; k < nu; ++k) {
        state.updU()[k] = u[k] + step;
        missing(moved);
        for (int row = 0; row < nu; ++row) bySpeed(row, k) = (moved[row] - at[row]) / step;
        state.updU() = u;
        along = 0;
        along[k] = step;
        matter.multiplyByN(now, false, along, dq);
        state.updQ() = q0 + dq;
        missing(moved);
        for (int row = 0; row < nu; ++row) byPlace(row, k) = (moved[row] - at[row]) / step;
        state.updQ() = q0;
    }
}

void MechanismTangents::addTo(Vector& tau, const Vector& way, const Vector& speeds) const {
    asEigen(tau) -= byPlace * asEigen(way) + bySpeed * asEigen(speeds);
}

} // namespace simbodydem
