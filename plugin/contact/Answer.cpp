// SPDX-License-Identifier: Apache-2.0
#include "contact/Answer.h"

namespace simbodydem {

using namespace SimTK;

const NormalAnswer& scaleFriction(NormalAnswer& room, const NormalAnswer& pressing, Real factor) {
    room = pressing;
    room.frictionalLoad *= factor;
    return room;
}

TangentialAnswer finishSliding(const StepOfContact& step, const TangentialInput& asked,
                               const TangentialAnswer& inOneLeg, const Vector3& chord, Real frictionFactor,
                               const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat) {
    TangentialInput in = asked;
    in.slipIncrement = toSimTK(chord);
    TangentialAnswer before;
    before.displacement = in.displacement;
    before.history = in.history;
    if (step.past && step.isTracking) {
        const ContactEnergy& energy = step.past->full().energy;
        before.force = toSimTK(carryTangent(energy.force, step.past->normal, step.touch.normal, bodyA, bodyB));
        before.storedEnergy = energy.tangential;
    }
    if (mayHaveSlid(step.past, step.time, in, inOneLeg) &&
        !slidesOn(sliderOf(*step.past, step.time, in, inOneLeg), in.contact, in.normal, dotOfVectors))
        return askInLegs(step, in, before, inOneLeg, ContactPath(step, bodyA, bodyB, in.contact), frictionFactor,
                         step.isTracking ? &heat : nullptr);
    if (step.isTracking) heat += step.laws.tangential->calcHeat(in, inOneLeg, before);
    return inOneLeg;
}

RollingAnswer askRolling(const StepOfContact& step, const NormalInput& in, const NormalAnswer& pressing,
                         Real sinceFirstTouch, const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat) {
    const RollingLaw& law = *step.laws.rolling;
    const Vector3& normal = step.touch.normal;
    const Vector3 angularVelocity = bodyB.angularVelocity - bodyA.angularVelocity;
    Vector3 increment = angularVelocity * sinceFirstTouch;
    RollingAnswer before;
    if (step.past) {
        const RollingHistory& past = step.past->full().rolling;
        before.rotation = toSimTK(carryRotation(past.rotation, step.past->normal, normal, bodyA, bodyB));
        before.history = past.law;
        increment = relativeRotation(bodyA, bodyB);
        if (step.isTracking) {
            const ContactEnergy& energy = step.past->full().energy;
            before.torque = toSimTK(carryRotation(energy.torque, step.past->normal, normal, bodyA, bodyB));
            before.storedEnergy = energy.rolling;
        }
    }
    RollingInput turn{in,
                      pressing,
                      toSimTK(normal),
                      before.rotation,
                      toSimTK(wayOfRoller(step, increment, angularVelocity, step.time)),
                      toSimTK(angularVelocity),
                      before.history};
    RollingAnswer answer = law.calcTorque(turn); // the only one, made where the caller wants it
    turn.rotationIncrement = toSimTK(increment);
    if (step.past && step.time > 0) {
        const Vec3& n = turn.normalDirection;
        const auto twist = [&n](const Vec3& v, const Vec3& w) { return dot(n, v) * dot(n, w); };
        const auto roll = [&twist](const Vec3& v, const Vec3& w) { return dot(v, w) - twist(v, w); };
        const auto mayHaveStopped = [&](Real mobilizationBefore, Real mobilization, const auto& product) {
            const SliderStep slider{
                turn.rotation, answer.rotation, turn.rotationIncrement, turn.angularVelocity, mobilizationBefore,
                mobilization,  step.time};
            return mayHaveSlid(slider, product) && !slidesOn(slider, in, pressing, product);
        };
        const RollingHistory& past = step.past->full().rolling;
        if (mayHaveStopped(past.rollingMobilization, answer.rollingMobilization, roll) ||
            mayHaveStopped(past.twistingMobilization, answer.twistingMobilization, twist)) {
            answer = askInLegs(step, turn, before, answer, ContactPath(step, bodyA, bodyB, in),
                               step.isTracking ? &heat : nullptr);
            return answer;
        }
    }
    if (step.isTracking) heat += law.calcHeat(turn, answer, before);
    return answer;
}

ContactRecord recordOf(const Touch& touch, const Follow& now, const Answer& answer) {
    const auto& [pressing, sliding, turning] = answer;
    const Vec3 normal = toSimTK(touch.normal);
    return {ContactSurfaceIndex(touch.key.a),
            ContactSurfaceIndex(touch.key.b),
            toSimTK(touch.point),
            normal,
            pressing.force * normal,
            sliding.force,
            turning.torque,
            toSimTK(now.slipVelocity),
            sliding.displacement,
            touch.overlap,
            now.normal.overlapRate,
            pressing.storedEnergy + sliding.storedEnergy + turning.storedEnergy,
            pressing.dissipatedPower + sliding.dissipatedPower + turning.dissipatedPower,
            sliding.sliding,
            now.mass.normal,
            now.mass.tangential,
            touch.key.patch};
}

} // namespace simbodydem
