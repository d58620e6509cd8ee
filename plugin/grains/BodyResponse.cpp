// SPDX-License-Identifier: Apache-2.0
#include "grains/BodyResponse.h"

#include <cmath>

namespace simbodydem::grains {

using namespace SimTK;

namespace {

constexpr int mostIterations = 30;
constexpr Real enough = 0.02;        // change of the eigenvalue in the last iteration
constexpr Real missed = 1.1;         // the power method finds the largest eigenvalue from below
constexpr Real smallPart = 0.05;     // of every other motion in the first guess, lest one that has become stiffer be missed
constexpr Real goldenRatio = 0.6180339887498949;

// Returns force and moment about Ground's origin of a spring, from the velocity there, which is a displacement over a unit of time.
SpatialVec times(const std::array<double, 21>& upperHalf, const SpatialVec& velocity) {
    Real in[6], out[6] = {};
    for (int i = 0; i < 6; ++i) in[i] = velocity[i / 3][i % 3];
    for (int i = 0, at = 0; i < 6; ++i)
        for (int j = i; j < 6; ++j, ++at) {
            out[i] += upperHalf[std::size_t(at)] * in[j];
            if (i != j) out[j] += upperHalf[std::size_t(at)] * in[i];
        }
    return {Vec3(out[0], out[1], out[2]), Vec3(out[3], out[4], out[5])};
}

} // namespace

BodyResponse::BodyResponse(const MultibodySystem& system, const State& state)
    : matter(system.getMatterSubsystem()), state(state) {}

Vector BodyResponse::speedsBy(Vector& generalized) const {
    Vector speeds;
    matter.multiplyByMInv(state, generalized, speeds);
    if (state.getNMultipliers() > 0) {
        Vector violations, impulses, change;
        matter.multiplyByG(state, speeds, violations);
        matter.solveForConstraintImpulses(state, violations, impulses);
        matter.multiplyByGTranspose(state, impulses, generalized);
        matter.multiplyByMInv(state, generalized, change);
        speeds -= change;
    }
    return speeds;
}

Vector_<SpatialVec> BodyResponse::velocitiesBy(Vector_<SpatialVec> impulses) const {
    for (MobilizedBodyIndex k(0); k < matter.getNumBodies(); ++k) // about the origin of each body
        impulses[k][0] -= matter.getMobilizedBody(k).getBodyOriginLocation(state) % impulses[k][1];
    Vector generalized;
    matter.multiplyBySystemJacobianTranspose(state, impulses, generalized);
    Vector_<SpatialVec> velocities;
    matter.multiplyBySystemJacobian(state, speedsBy(generalized), velocities);
    return velocities;
}

Vec3 BodyResponse::velocityBy(const MobilizedBody& body, const Vec3& point, const SpatialVec& impulse) const {
    Vector_<SpatialVec> impulses(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    impulses[body.getMobilizedBodyIndex()] = impulse;
    const SpatialVec velocity = velocitiesBy(impulses)[body.getMobilizedBodyIndex()];
    return velocity[1] + velocity[0] % (point - body.getBodyOriginLocation(state));
}

Real BodyResponse::effectiveMass(const MobilizedBody& body, const Vec3& point, const UnitVec3& direction) const {
    const Vec3 velocity = velocityBy(body, point, SpatialVec(point % direction, Vec3(direction)));
    const Real inverse = ~velocity * direction;
    // A point that cannot move has a rounding error for an inverse mass.
    return inverse > 1e-12 / matter.calcSystemMass(state) ? 1 / inverse : Infinity;
}

Real BodyResponse::largestEigenvalue(const std::vector<Coefficients>& springs, Vector& mode) const {
    const int nu = state.getNU();
    if (nu == 0 || springs.empty()) return 0;
    const bool isKnown = mode.size() == nu && mode.norm() > 0;
    if (!isKnown) mode = Vector(nu, Real(0));
    const Real size = isKnown ? mode.normInf() : 1;
    for (int i = 0; i < nu; ++i) {
        const Real other = std::fmod((i + 1) * goldenRatio, 1.) - 0.5;
        mode[i] += (isKnown ? smallPart : 1) * size * other;
    }
    Real eigenvalue = 0;
    for (int iteration = 0; iteration < mostIterations; ++iteration) {
        Vector_<SpatialVec> velocities;
        matter.multiplyBySystemJacobian(state, mode, velocities);
        Vector_<SpatialVec> forces(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
        for (const Coefficients& spring : springs) {
            const Vec3& origin = matter.getMobilizedBody(spring.body).getBodyOriginLocation(state);
            const SpatialVec& V = velocities[spring.body];
            const SpatialVec F = times(spring.upperHalf, {V[0], V[1] - V[0] % origin});
            forces[spring.body] += SpatialVec(F[0] - origin % F[1], F[1]);
        }
        Vector generalized, inertia;
        matter.multiplyBySystemJacobianTranspose(state, forces, generalized);
        matter.multiplyByM(state, mode, inertia);
        const Real potential = ~mode * generalized, kinetic = ~mode * inertia;
        const Vector next = speedsBy(generalized);
        const Real length = next.norm();
        if (!(length > 0) || !(kinetic > 0)) {
            mode.clear();
            return 0;
        }
        mode = (1 / length) * next;
        const Real before = eigenvalue;
        eigenvalue = potential / kinetic;
        if (iteration > 1 && std::abs(eigenvalue - before) < enough * eigenvalue) break;
    }
    return missed * std::max(eigenvalue, Real(0));
}

} // namespace simbodydem::grains
