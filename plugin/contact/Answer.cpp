// SPDX-License-Identifier: Apache-2.0
#include "contact/Answer.h"

namespace simbodydem {

using namespace SimTK;

const NormalOutput& scaleFriction(NormalOutput& room, const NormalOutput& pressing, Real factor) {
    room = pressing;
    room.frictionalLoad *= factor;
    return room;
}

bool hasStopped(const StepOfContact& step, const TangentialInput& in, const TangentialOutput& inOneLeg) {
    return mayHaveSlid(step.past, step.time, in, inOneLeg) &&
           !slidesOn(sliderOf(*step.past, step.time, in, inOneLeg), in.contact, in.normal, dotOfVectors);
}

TangentialOutput finishSliding(const StepOfContact& step, const TangentialInput& in, const TangentialOutput& inOneLeg,
                               const CarriedContact& carried, Real frictionFactor, StepHeat& heat) {
    TangentialOutput before = answerAtCommit(step, in);
    if (step.past && step.isTracking) {
        const ContactEnergy& energy = step.past->full().energy;
        before.force = toSimTK(carried.frame.carry(energy.force));
        before.storedEnergy = energy.tangential;
    }
    if (hasStopped(step, in, inOneLeg))
        return askInLegs(step, in, before, inOneLeg, ContactPath(step, carried, in.contact), frictionFactor,
                         step.isTracking ? &heat : nullptr);
    if (step.isTracking) heat += step.laws.tangential->calcHeat(in, inOneLeg, before);
    return inOneLeg;
}

RollingStep::RollingStep(const StepOfContact& step, const Follow& now, const NormalOutput& pressing,
                         const BodyMotion& bodyA, const BodyMotion& bodyB)
    : step(step),
      in{now.normal,
         pressing,
         toSimTK(step.touch.normal),
         Vec3(0),
         toSimTK(now.carried.rotationIncrement),
         toSimTK(bodyB.angularVelocity - bodyA.angularVelocity),
         LawHistory()} {
    if (!step.past) return;
    const FrameTurn& frame = now.carried.frame;
    const RollingHistory& past = step.past->full().rolling;
    const Vector3& normalAtCommit = step.past->normal;
    in.rotation = toSimTK(frame.carryRotation(past.rotation, normalAtCommit));
    in.history = past.law;
    in.dashpotAtCommit =
        past.dampingTime *
        toSimTK(frame.carryRotation(step.poseB->angularVelocity - step.poseA->angularVelocity, normalAtCommit));
    in.limitAngleAtCommit = past.limitAngle;
    in.rotationAtPresentVelocity = step.time * in.angularVelocity;
    before = answerAtCommit(step, in);
    if (step.isTracking) {
        const ContactEnergy& energy = step.past->full().energy;
        before.torque = toSimTK(frame.carryRotation(energy.torque, normalAtCommit));
        before.storedEnergy = energy.rolling;
    }
}

bool RollingStep::hasStopped(const RollingOutput& answer) const {
    if (!step.past || !(step.time > 0)) return false;
    const Vec3& n = in.normalDirection;
    const auto twist = [&n](const Vec3& v, const Vec3& w) { return dot(n, v) * dot(n, w); };
    const auto roll = [&twist](const Vec3& v, const Vec3& w) { return dot(v, w) - twist(v, w); };
    const auto mayHaveStopped = [&](Real mobilizationSquaredBefore, Real mobilizationSquared, const auto& product) {
        const SliderStep slider{in.rotation,        answer.rotation,           in.rotationIncrement,
                                in.angularVelocity, mobilizationSquaredBefore, mobilizationSquared,
                                step.time};
        return mayHaveSlid(slider, product) && !slidesOn(slider, in.contact, in.normal, product);
    };
    const RollingHistory& past = step.past->full().rolling;
    return mayHaveStopped(past.rollingMobilizationSquared, answer.rollingMobilizationSquared, roll) ||
           mayHaveStopped(past.twistingMobilizationSquared, answer.twistingMobilizationSquared, twist);
}

RollingOutput askRolling(const StepOfContact& step, const Follow& now, const NormalOutput& pressing,
                         const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat) {
    const RollingLaw& law = *step.laws.rolling;
    const RollingStep turn(step, now, pressing, bodyA, bodyB);
    RollingOutput answer = law.calcTorque(turn.in); // the only one, made where the caller wants it
    if (turn.hasStopped(answer))
        answer = askInLegs(step, turn.in, turn.before, answer, ContactPath(step, now.carried, now.normal),
                           step.isTracking ? &heat : nullptr);
    else if (step.isTracking)
        heat += law.calcHeat(turn.in, answer, turn.before);
    return answer;
}

ContactRecord recordOf(const Touch& touch, const Follow& now, const Answer& answer) {
    const auto& [pressing, sliding, turning] = answer;
    const Vec3 normal = toSimTK(touch.normal);
    const Real thrust = dot(sliding.force, normal); // rounding, but of laws that answer a normal part
    const bool hasThrust = std::abs(thrust) > 1e-12 * sliding.force.norm();
    return {ContactSurfaceIndex(touch.key.a),
            ContactSurfaceIndex(touch.key.b),
            toSimTK(touch.point),
            normal,
            (hasThrust ? pressing.force + thrust : pressing.force) * normal,
            hasThrust ? sliding.force - thrust * normal : sliding.force,
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
