#include "EffectiveMass.h"

#include <Eigen/Dense>

#include <algorithm>
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
    const Real mass = 1 / (inverseMass(state, at.a.body) + inverseMass(state, at.b.body));
    if (!(mass > 0))
        throw std::runtime_error(surfaces(at) + " touch and one of them is on a body of mass 0 kg, so their two-body "
                                                "effective mass is 0 kg; use EffectiveMass::Articulated, or give one "
                                                "with setEffectiveMass() [kg]");
    return mass;
}

// What constraints take away from D^T M^-1 D for a set of generalized forces D: with R = G M^-1 D it is
// R^T (G M^-1 G^T)^+ R. Redundant constraints make the matrix singular, which a complete orthogonal decomposition takes;
// rows are scaled, since constraints of lengths and of angles have different units.
Eigen::Matrix3d constrainedShare(const State& state, const SimbodyMatterSubsystem& matter,
                                 const Vector* accelerations) {
    Matrix projected;
    matter.calcProjectedMInv(state, projected);
    const int count = projected.nrow();
    if (count == 0) return Eigen::Matrix3d::Zero();
    Eigen::VectorXd scale(count);
    for (int i = 0; i < count; ++i) scale[i] = projected(i, i) > 0 ? 1 / std::sqrt(projected(i, i)) : 0;
    Eigen::MatrixXd W(count, count), R(count, 3);
    Vector along;
    for (int k = 0; k < 3; ++k) {
        matter.multiplyByG(state, accelerations[k], along);
        for (int i = 0; i < count; ++i) R(i, k) = scale[i] * along[i];
    }
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) W(i, j) = scale[i] * scale[j] * projected(i, j);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(count, count);
    decomposition.setThreshold(1e-11); // a redundant row leaves rounding, a nearly redundant one is far above
    decomposition.compute(W);
    return R.transpose() * decomposition.solve(R);
}

// D^T J M^-1 J^T D for unit forces between the two surfaces along three directions: what they accelerate.
struct Mobility {
    Eigen::Matrix3d free, constrained;
};

Mobility calcMobility(const State& state, const SimbodyMatterSubsystem& matter, const ContactStation& at,
                      const UnitVec3* directions) {
    Vector forces[3], accelerations[3];
    Vector_<SpatialVec> bodyForces(matter.getNumBodies());
    const auto push = [&](const MobilizedBody& body, const Vec3& force) {
        bodyForces[body.getMobilizedBodyIndex()] +=
            SpatialVec((at.point - body.getBodyOriginLocation(state)) % force, force);
    };
    for (int k = 0; k < 3; ++k) {
        bodyForces = SpatialVec(Vec3(0));
        push(at.a.body, -directions[k]);
        push(at.b.body, directions[k]);
        matter.multiplyBySystemJacobianTranspose(state, bodyForces, forces[k]);
        matter.multiplyByMInv(state, forces[k], accelerations[k]);
    }
    Mobility mobility;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) mobility.free(i, j) = ~forces[i] * accelerations[j];
    mobility.constrained = mobility.free - constrainedShare(state, matter, accelerations);
    return mobility;
}

bool isLoose(const State& state, const BodyStation& station) {
    const MobilizedBody& body = station.body;
    if (!station.isAlone || body.isGround()) return station.isAlone;
    return body.getNumU(state) == 6 && !body.hasMotion() && !body.isLocked(state);
}

// The same for bodies that nothing connects, where M^-1 of the whole system is not needed: in a heap of loose bodies it
// would make every new contact as expensive as the heap is large. 1/m + (r x d)^T I^-1 (r x d), r from the mass centre.
Mobility calcLooseMobility(const State& state, const ContactStation& at, const UnitVec3* directions) {
    Mobility mobility{Eigen::Matrix3d::Zero(), Eigen::Matrix3d::Zero()};
    for (const MobilizedBody* body : {&at.a.body, &at.b.body}) {
        if (body->isGround()) continue;
        const MassProperties& properties = body->getBodyMassProperties(state);
        const Rotation& R = body->getBodyRotation(state);
        const Mat33 inverseInertia = properties.calcCentralInertia().reexpress(~R).toMat33().invert();
        const Vec3 lever = at.point - body->findMassCenterLocationInGround(state);
        Vec3 turning[3];
        for (int k = 0; k < 3; ++k) turning[k] = lever % directions[k];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                mobility.free(i, j) += dot(directions[i], directions[j]) / properties.getMass() +
                                       ~turning[i] * inverseInertia * turning[j];
    }
    mobility.constrained = mobility.free;
    return mobility;
}

// Of what is movable at all, this much is left by rounding where nothing can move.
const Real immovable = 1e-12;

// Along the slip; where there is none, along the direction that is moved most easily.
Real tangentialMobility(const Eigen::Matrix2d& mobility, const Eigen::Vector2d& slip, Real speed) {
    const Real mean = 0.5 * mobility.trace(), halfDifference = 0.5 * (mobility(0, 0) - mobility(1, 1));
    const Real largest = mean + std::hypot(halfDifference, mobility(0, 1));
    const Real slipSpeed = slip.norm();
    if (!(slipSpeed > 1e-6 * speed)) return largest; // rounding has no direction
    const Eigen::Vector2d along = slip / slipSpeed;
    const Real alongSlip = along.dot(mobility * along);
    return alongSlip > immovable * largest ? alongSlip : largest;
}

ContactMass articulatedMass(const State& state, const SimbodyMatterSubsystem& matter, const ContactStation& at) {
    const UnitVec3 normal(at.normal), first = normal.perp();
    const UnitVec3 directions[3] = {normal, first, UnitVec3(normal % first)};
    const bool areLoose = state.getNMultipliers() == 0 && isLoose(state, at.a) && isLoose(state, at.b);
    const Mobility mobility =
        areLoose ? calcLooseMobility(state, at, directions) : calcMobility(state, matter, at, directions);
    const Real alongNormal = mobility.constrained(0, 0);
    if (!(alongNormal > immovable * mobility.free(0, 0)))
        throw std::runtime_error(surfaces(at) + " touch but neither can move along the contact normal (locked, "
                                                "prescribed or constrained), so they have no effective mass; give one "
                                                "with setEffectiveMass() [kg], or use EffectiveMass::TwoBody");
    const Eigen::Vector2d slip(dot(at.slipVelocity, directions[1]), dot(at.slipVelocity, directions[2]));
    const Real speed = std::hypot(slip.norm(), at.overlapRate);
    const Real alongPlane = tangentialMobility(mobility.constrained.bottomRightCorner<2, 2>(), slip, speed);
    const bool canSlip = alongPlane > immovable * mobility.free.bottomRightCorner<2, 2>().trace();
    return {1 / alongNormal, 1 / (canSlip ? alongPlane : alongNormal)};
}

} // namespace

std::vector<bool> findBodiesAlone(const SimbodyMatterSubsystem& matter) {
    std::vector<bool> isAlone(matter.getNumBodies(), true);
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& parent = matter.getMobilizedBody(b).getParentMobilizedBody();
        if (!parent.isGround()) isAlone[b] = isAlone[parent.getMobilizedBodyIndex()] = false;
    }
    return isAlone;
}

ContactMass EffectiveMassRule::calc(const State& state, const SimbodyMatterSubsystem& matter,
                                    const ContactStation& at) const {
    const auto given = byPair.find(makePairKey(at.surfaceA, at.surfaceB));
    if (given != byPair.end()) return {given->second, given->second};
    if (!std::isnan(fixed)) return {fixed, fixed};
    if (kind == EffectiveMass::Articulated) return articulatedMass(state, matter, at);
    const Real mass = twoBodyMass(state, at);
    return {mass, mass};
}

} // namespace simbodydem
