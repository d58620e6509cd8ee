#ifndef SIMBODYDEM_TESTS_BY_DIFFERENCES_H
#define SIMBODYDEM_TESTS_BY_DIFFERENCES_H

#include <Simbody.h>

#include <simbodydem/DEMContactForce.h>

/** Returns the generalized forces of a contact force, tau = J^T F. */
inline SimTK::Vector generalizedForceOf(const simbodydem::DEMContactForce& force,
                                        const SimTK::SimbodyMatterSubsystem& matter, const SimTK::State& state) {
    matter.getSystem().realize(state, SimTK::Stage::Dynamics);
    SimTK::Vector_<SimTK::SpatialVec> bodyForces;
    SimTK::Vector_<SimTK::Vec3> particleForces;
    SimTK::Vector mobilityForces, tau;
    force.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
    matter.multiplyBySystemJacobianTranspose(state, bodyForces, tau);
    return tau;
}

/** Returns -dtau/dw by central differences, with dq = N(q) dw; speeds and history are held. */
inline SimTK::Matrix stiffnessByDifferences(const simbodydem::DEMContactForce& force,
                                            const SimTK::SimbodyMatterSubsystem& matter, const SimTK::State& state,
                                            SimTK::Real step) {
    const int nu = state.getNU();
    SimTK::Matrix stiffness(nu, nu);
    SimTK::Vector along(nu), dq;
    SimTK::State moved = state;
    for (int k = 0; k < nu; ++k) {
        along = 0;
        along[k] = step;
        matter.multiplyByN(state, false, along, dq);
        moved.updQ() = state.getQ() + dq;
        const SimTK::Vector more = generalizedForceOf(force, matter, moved);
        moved.updQ() = state.getQ() - dq;
        stiffness(k) = (generalizedForceOf(force, matter, moved) - more) / (2 * step);
    }
    return stiffness;
}

/** Returns -dtau/du by central differences; coordinates and history are held. */
inline SimTK::Matrix dampingByDifferences(const simbodydem::DEMContactForce& force,
                                          const SimTK::SimbodyMatterSubsystem& matter, const SimTK::State& state,
                                          SimTK::Real step) {
    const int nu = state.getNU();
    SimTK::Matrix damping(nu, nu);
    SimTK::State moved = state;
    for (int k = 0; k < nu; ++k) {
        moved.updU() = state.getU();
        moved.updU()[k] += step;
        const SimTK::Vector more = generalizedForceOf(force, matter, moved);
        moved.updU()[k] -= 2 * step;
        damping(k) = (generalizedForceOf(force, matter, moved) - more) / (2 * step);
    }
    return damping;
}

/** Returns the largest absolute value of the elements. */
inline SimTK::Real largest(const SimTK::Matrix& m) {
    SimTK::Real most = 0;
    for (int r = 0; r < m.nrow(); ++r)
        for (int c = 0; c < m.ncol(); ++c) most = std::max(most, std::abs(m(r, c)));
    return most;
}

#endif
