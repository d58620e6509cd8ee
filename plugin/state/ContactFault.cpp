#include "state/ContactFault.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace simbodydem {

using SimTK::Real;
using SimTK::Vec3;

namespace {

const char* const noAnswer = " has no finite answer to it";

Vector3 velocityAt(const Vector3& point, const BodyPose& body) {
    return body.velocity + body.angularVelocity.cross(point - body.origin);
}

bool arePossible(std::initializer_list<Real> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](Real x) { return std::abs(x) < largestSaved; }); // NaN is not
}

NormalInput normalInput(const ContactRow& past, const Surface& a, const Surface& b, Real overlapRate) {
    NormalInput in;
    in.overlap = past.overlap;
    in.overlapRate = overlapRate;
    in.curvatureA = a.curvature.along;
    in.curvatureB = b.curvature.along;
    in.effectiveRadius = 1 / (in.curvatureA + in.curvatureB);
    in.contactRadius = std::sqrt(in.effectiveRadius * std::max(in.overlap, Real(0)));
    in.effectiveMass = past.normalMass;
    in.firstTouch = false;
    in.history = past.normalLaw;
    return in;
}

} // namespace

std::string findFault(const PairLaws& laws, const Surface& a, const Surface& b, const ContactRow& past,
                      const BodyPose& poseA, const BodyPose& poseB) {
    const Vector3 velocity = velocityAt(past.point, poseB) - velocityAt(past.point, poseA);
    const Real separationRate = velocity.dot(past.normal);
    const Vec3 slipVelocity = toSimTK(velocity - separationRate * past.normal);
    const Vec3 spin = toSimTK(poseB.angularVelocity - poseA.angularVelocity);

    const NormalInput in = normalInput(past, a, b, -separationRate);
    const NormalAnswer pressing = laws.normal->calcForce(in);
    if (!arePossible({pressing.force, pressing.frictionalLoad, pressing.stiffness, pressing.storedEnergy,
                      pressing.dissipatedPower}))
        return laws.normal->getName() + noAnswer;
    const TangentialAnswer sliding =
        laws.tangential->calcForce({in, pressing, toSimTK(past.tangentialDisplacement), Vec3(0), slipVelocity,
                                    past.tangentialMass, past.tangentialLaw});
    if (!arePossible({sliding.force.norm(), sliding.storedEnergy, sliding.dissipatedPower}))
        return laws.tangential->getName() + noAnswer;
    const RollingAnswer turning = laws.rolling->calcTorque(
        {in, pressing, toSimTK(past.normal), toSimTK(past.rolling.rotation), Vec3(0), spin, past.rolling.law});
    if (!arePossible({turning.torque.norm(), turning.storedEnergy, turning.dissipatedPower}))
        return laws.rolling->getName() + noAnswer;
    return "";
}

} // namespace simbodydem
