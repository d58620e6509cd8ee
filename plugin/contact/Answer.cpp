// SPDX-License-Identifier: Apache-2.0
#include "contact/Answer.h"

namespace simbodydem {

using namespace SimTK;

const NormalAnswer& scaleFriction(NormalAnswer& room, const NormalAnswer& pressing, Real factor) {
    room = pressing;
    room.frictionalLoad *= factor;
    return room;
}

bool hasStopped(const StepOfContact& step, const TangentialInput& in, const TangentialAnswer& inOneLeg) {
    return mayHaveSlid(step.past, step.time, in, inOneLeg) &&
           !slidesOn(sliderOf(*step.past, step.time, in, inOneLeg), in.contact, in.normal, dotOfVectors);
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
    if (hasStopped(step, in, inOneLeg))
        return askInLegs(step, in, before, inOneLeg, ContactPath(step, bodyA, bodyB, in.contact), frictionFactor,
                         step.isTracking ? &heat : nullptr);
    if (step.isTracking) heat += step.laws.tangential->calcHeat(in, inOneLeg, before);
    return inOneLeg;
}

RollingStep::RollingStep(const StepOfContact& step, const NormalInput& contact, const NormalAnswer& pressing,
                         Real sinceFirstTouch, const BodyMotion& bodyA, const BodyMotion& bodyB)
    : step(step),
      increment((bodyB.angularVelocity - bodyA.angularVelocity) * sinceFirstTouch),
      in{contact,     pressing, toSimTK(step.touch.normal),
         Vec3(0),     Vec3(0),  toSimTK(bodyB.angularVelocity - bodyA.angularVelocity),
         LawHistory()} {
    if (step.past) {
        const Vector3& normal = step.touch.normal;
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
    in.rotation = before.rotation;
    in.history = before.history;
    in.rotationIncrement = toSimTK(wayOfRoller(step, increment, toEigen(in.angularVelocity), step.time));
}

RollingInput RollingStep::alongChord() const {
    RollingInput chord = in;
    chord.rotationIncrement = toSimTK(increment);
    return chord;
}

bool RollingStep::hasStopped(const RollingAnswer& answer) const {
    if (!step.past || !(step.time > 0)) return false;
    const Vec3 &n = in.normalDirection, chord = toSimTK(increment);
    const auto twist = [&n](const Vec3& v, const Vec3& w) { return dot(n, v) * dot(n, w); };
    const auto roll = [&twist](const Vec3& v, const Vec3& w) { return dot(v, w) - twist(v, w); };
    const auto mayHaveStopped = [&](Real mobilizationBefore, Real mobilization, const auto& product) {
        const SliderStep slider{in.rotation,        answer.rotation, chord,    in.angularVelocity,
                                mobilizationBefore, mobilization,    step.time};
        return mayHaveSlid(slider, product) && !slidesOn(slider, in.contact, in.normal, product);
    };
    const RollingHistory& past = step.past->full().rolling;
    return mayHaveStopped(past.rollingMobilization, answer.rollingMobilization, roll) ||
           mayHaveStopped(past.twistingMobilization, answer.twistingMobilization, twist);
}

RollingAnswer askRolling(const StepOfContact& step, const NormalInput& in, const NormalAnswer& pressing,
                         Real sinceFirstTouch, const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat) {
    const RollingLaw& law = *step.laws.rolling;
    const RollingStep turn(step, in, pressing, sinceFirstTouch, bodyA, bodyB);
    RollingAnswer answer = law.calcTorque(turn.in); // the only one, made where the caller wants it
    if (turn.hasStopped(answer))
        answer = askInLegs(step, turn.alongChord(), turn.before, answer, ContactPath(step, bodyA, bodyB, in),
                           step.isTracking ? &heat : nullptr);
    else if (step.isTracking)
        heat += law.calcHeat(turn.alongChord(), answer, turn.before);
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
