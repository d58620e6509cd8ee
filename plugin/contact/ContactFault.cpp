// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactFault.h"

#include "contact/ContactTransport.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace simbodydem {

using SimTK::Real;
using SimTK::Vec3;

namespace {

const char* const noAnswer = " has no finite force for this contact";

bool arePossible(std::initializer_list<Real> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](Real x) { return std::abs(x) < largestSaved; }); // NaN is not
}

} // namespace

std::string findFault(const PairLaws& laws, const CompiledSurface& a, const CompiledSurface& b, const FullContactRow& past,
                      const BodyPose& poseA, const BodyPose& poseB) {
    const Vector3 velocity = velocityAtCommit(past, poseA, poseB);
    const Real separationRate = velocity.dot(past.normal);
    const Vec3 slipVelocity = toSimTK(velocity - separationRate * past.normal);
    const Vec3 spin = toSimTK(poseB.angularVelocity - poseA.angularVelocity);

    NormalInput in = geometryOf(past.overlap, -separationRate, a.curvature.along, b.curvature.along);
    in.effectiveMass = past.normalMass;
    in.firstTouch = false;
    in.history = past.normalLaw;
    const NormalOutput normal = laws.normal->calcForce(in);
    if (!arePossible(
            {normal.force, normal.frictionalLoad, normal.stiffness, normal.storedEnergy, normal.dissipatedPower}))
        return laws.normal->getName() + noAnswer;
    const TangentialOutput tangential = laws.tangential->calcForce(
        {in, normal, toSimTK(past.tangentialDisplacement), Vec3(0), slipVelocity, past.tangentialMass,
         past.tangentialLaw, past.dampingTime * slipVelocity, past.limitLength, Vec3(0), toSimTK(past.normal), 0,
         past.dampingTime});
    if (!arePossible({tangential.force.norm(), tangential.storedEnergy, tangential.dissipatedPower}))
        return laws.tangential->getName() + noAnswer;
    const RollingOutput rolling =
        laws.rolling->calcTorque({in, normal, toSimTK(past.normal), toSimTK(past.rolling.rotation), Vec3(0), spin,
                                  past.rolling.law, past.rolling.dampingTime * spin, past.rolling.limitAngle, Vec3(0),
                                  0, past.rolling.dampingTime});
    if (!arePossible({rolling.torque.norm(), rolling.storedEnergy, rolling.dissipatedPower}))
        return laws.rolling->getName() + noAnswer;
    return "";
}

} // namespace simbodydem
