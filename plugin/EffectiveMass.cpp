#include "EffectiveMass.h"

#include <Eigen/Dense>

#include <cmath>
#include <stdexcept>
#include <string>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string surfaces(const ContactStation& at) {
    return "DEMContactForce: surfaces " + std::to_string(at.surfaceA) + " and " + std::to_string(at.surfaceB);
}

Real inverseMass(const State& state, const MobilizedBody& body) {
    return body.isGround() ? 0 : 1 / body.getBodyMass(state);
}

Real twoBodyMass(const State& state, const ContactStation& at) {
    const Real mass = 1 / (inverseMass(state, at.bodyA) + inverseMass(state, at.bodyB));
    if (!(mass > 0))
        throw std::runtime_error(surfaces(at) + " touch and one of them is on a body of mass 0 kg, so their two-body "
                                                "effective mass is 0 kg; use EffectiveMass::Articulated, or give one "
                                                "with setEffectiveMass() [kg]");
    return mass;
}

// The share of an acceleration M^-1 f that constraints take away from the power f^T M^-1 f: with r = G M^-1 f it is
// r^T (G M^-1 G^T)^+ r. Redundant constraints make the matrix singular, which a complete orthogonal decomposition takes.
Real constrainedShare(const State& state, const SimbodyMatterSubsystem& matter, const Vector& acceleration) {
    Matrix W;
    matter.calcProjectedMInv(state, W);
    const int count = W.nrow();
    if (count == 0) return 0;
    Vector along;
    matter.multiplyByG(state, acceleration, along);
    Eigen::MatrixXd projected(count, count);
    Eigen::VectorXd r(count);
    for (int i = 0; i < count; ++i) {
        r[i] = along[i];
        for (int j = 0; j < count; ++j) projected(i, j) = W(i, j);
    }
    return r.dot(projected.completeOrthogonalDecomposition().solve(r));
}

// 1/(n^T J M^-1 J^T n), M^-1 projected on the constraints: what a unit impulse between the two surfaces would find.
Real articulatedMass(const State& state, const SimbodyMatterSubsystem& matter, const ContactStation& at) {
    Vector_<SpatialVec> forces(matter.getNumBodies(), SpatialVec(Vec3(0)));
    const auto push = [&](const MobilizedBody& body, const Vec3& force) {
        forces[body.getMobilizedBodyIndex()] +=
            SpatialVec((at.point - body.getBodyOriginLocation(state)) % force, force);
    };
    push(at.bodyA, -at.direction);
    push(at.bodyB, at.direction);
    Vector generalized, acceleration;
    matter.multiplyBySystemJacobianTranspose(state, forces, generalized);
    matter.multiplyByMInv(state, generalized, acceleration);
    const Real free = ~generalized * acceleration;
    const Real inverse = free - constrainedShare(state, matter, acceleration);
    if (!(inverse > 1e-12 * free)) // what rounding leaves where nothing can move
        throw std::runtime_error(surfaces(at) + " touch but neither can move along the contact normal (locked, "
                                                "prescribed or constrained), so they have no effective mass; give one "
                                                "with setEffectiveMass() [kg], or exclude the contact");
    return 1 / inverse;
}

} // namespace

Real EffectiveMassRule::calc(const State& state, const SimbodyMatterSubsystem& matter, const ContactStation& at) const {
    if (!std::isnan(fixed)) return fixed;
    return kind == EffectiveMass::TwoBody ? twoBodyMass(state, at) : articulatedMass(state, matter, at);
}

} // namespace simbodydem
