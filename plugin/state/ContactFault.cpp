// SPDX-License-Identifier: Apache-2.0
#include "state/ContactFault.h"

#include "contact/ContactKinematics.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace simbodydem {

using SimTK::Real;
using SimTK::Vec3;

namespace {

const char* const noAnswer = " has no finite answer to it";

bool arePossible(std::initializer_list<Real> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](Real x) { return std::abs(x) < largestSaved; }); // NaN is not
}

} // namespace

std::string findFault(const PairLaws& laws, const Surface& a, const Surface& b, const FullContactRow& past,
                      const BodyPose& poseA, const BodyPose& poseB) {
    const Vector3 velocity = velocityAtCommit(past, poseA, poseB);
    const Real separationRate = velocity.dot(past.normal);
    const Vec3 slipVelocity = toSimTK(velocity - separationRate * past.normal);
    const Vec3 spin = toSimTK(poseB.angularVelocity - poseA.angularVelocity);

    NormalInput in = geometryOf(past.overlap, -separationRate, a.curvature.along, b.curvature.along);
    in.effectiveMass = past.normalMass;
    in.firstTouch = false;
    in.history = past.normalLaw;
    const NormalOutput pressing = laws.normal->calcForce(in);
    if (!arePossible({pressing.force, pressing.frictionalLoad, pressing.stiffness, pressing.storedEnergy,
                      pressing.dissipatedPower}))
        return laws.normal->getName() + noAnswer;
    const TangentialOutput sliding = laws.tangential->calcForce(
        {in, pressing, toSimTK(past.tangentialDisplacement), Vec3(0), slipVelocity, past.tangentialMass,
         past.tangentialLaw, past.dampingTime * slipVelocity, past.limitLength});
    if (!arePossible({sliding.force.norm(), sliding.storedEnergy, sliding.dissipatedPower}))
        return laws.tangential->getName() + noAnswer;
    const RollingOutput turning =
        laws.rolling->calcTorque({in, pressing, toSimTK(past.normal), toSimTK(past.rolling.rotation), Vec3(0), spin,
                                  past.rolling.law, past.rolling.dampingTime * spin, past.rolling.limitAngle});
    if (!arePossible({turning.torque.norm(), turning.storedEnergy, turning.dissipatedPower}))
        return laws.rolling->getName() + noAnswer;
    return "";
}

} // namespace simbodydem
