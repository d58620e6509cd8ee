// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactOutput.h"

namespace simbodydem {

using namespace SimTK;

const NormalOutput& scaleFriction(NormalOutput& scaled, const NormalOutput& normal, Real factor) {
    scaled = normal;
    scaled.frictionalLoad *= factor;
    return scaled;
}

bool needsSubsteps(const StepOfContact& step, const TangentialInput& in, const TangentialOutput& inOneStep) {
    if (!mayHaveSlid(step.past, step.time, in, inOneStep)) return false;
    return needsLegs(step, inOneStep.relaxationTime) ||
           (!relaxesSlowly(step.time, inOneStep.relaxationTime) &&
            !slidesOn(sliderOf(*step.past, step.time, in, inOneStep), in.contact, in.normal, dotOfVectors));
}

TangentialOutput finishSliding(const StepOfContact& step, const TangentialInput& in, const TangentialOutput& inOneStep,
                               const TransportedContact& transported, Real frictionFactor, StepHeat& heat) {
    TangentialOutput before = outputAtCommit(step, in);
    if (step.past && step.isTracking) {
        const ContactEnergy& energy = step.past->full().energy;
        before.force = toSimTK(transported.frame.transport(energy.force));
        before.storedEnergy = energy.tangential;
    }
    if (needsSubsteps(step, in, inOneStep))
        return evaluateInSubsteps(step, in, before, inOneStep, ContactPath(step, transported, in.contact),
                                  frictionFactor, step.isTracking ? &heat : nullptr);
    if (step.isTracking) heat += step.laws.tangential->calcHeat(in, inOneStep, before);
    return inOneStep;
}

RollingStep::RollingStep(const StepOfContact& step, const ContactKinematics& now, const NormalOutput& normal,
                         const BodyMotion& bodyA, const BodyMotion& bodyB)
    : step(step),
      in{now.normal,
         normal,
         toSimTK(step.contact.normal),
         Vec3(0),
         toSimTK(now.transported.rotationIncrement),
         toSimTK(bodyB.angularVelocity - bodyA.angularVelocity),
         LawHistory()} {
    in.time = step.past ? step.time : now.sinceFirstTouch;
    if (!step.past) return;
    const FrameTurn& frame = now.transported.frame;
    const RollingHistory& past = step.past->full().rolling;
    const Vector3& normalAtCommit = step.past->normal;
    in.rotation = toSimTK(frame.transportRotation(past.rotation, normalAtCommit));
    in.history = past.law;
    in.dashpotAtCommit =
        past.dampingTime *
        toSimTK(frame.transportRotation(step.poseB->angularVelocity - step.poseA->angularVelocity, normalAtCommit));
    in.limitAngleAtCommit = past.limitAngle;
    in.dampingTimeAtCommit = past.dampingTime;
    in.rotationAtPresentVelocity = step.time * in.angularVelocity;
    before = outputAtCommit(step, in);
    if (step.isTracking) {
        const ContactEnergy& energy = step.past->full().energy;
        before.torque = toSimTK(frame.transportRotation(energy.torque, normalAtCommit));
        before.storedEnergy = energy.rolling;
    }
}

bool RollingStep::hasStopped(const RollingOutput& output) const {
    if (!step.past || !(step.time > 0)) return false;
    const RollingHistory& past = step.past->full().rolling;
    const bool hasLegs = needsLegs(past, step.time, output.relaxationTime);
    if (relaxesSlowly(step.time, output.relaxationTime)) return hasLegs;
    const Vec3& n = in.normalDirection;
    const auto twist = [&n](const Vec3& v, const Vec3& w) { return dot(n, v) * dot(n, w); };
    const auto roll = [&twist](const Vec3& v, const Vec3& w) { return dot(v, w) - twist(v, w); };
    const auto mayHaveStopped = [&](Real mobilizationSquaredBefore, Real mobilizationSquared, const auto& product) {
        const SliderStep slider{in.rotation,        output.rotation,           in.rotationIncrement,
                                in.angularVelocity, mobilizationSquaredBefore, mobilizationSquared,
                                step.time,          output.limitAngle};
        return mayHaveSlid(slider, product) && (hasLegs || !slidesOn(slider, in.contact, in.normal, product));
    };
    return mayHaveStopped(past.rollingMobilizationSquared, output.rollingMobilizationSquared, roll) ||
           mayHaveStopped(past.twistingMobilizationSquared, output.twistingMobilizationSquared, twist);
}

RollingOutput evaluateRolling(const StepOfContact& step, const ContactKinematics& now, const NormalOutput& normal,
                              const BodyMotion& bodyA, const BodyMotion& bodyB, StepHeat& heat) {
    const RollingLaw& law = *step.laws.rolling;
    const RollingStep turn(step, now, normal, bodyA, bodyB);
    RollingOutput output = law.calcTorque(turn.in); // the only output object, made in the caller's storage
    if (turn.hasStopped(output))
        output = evaluateInSubsteps(step, turn.in, turn.before, output, ContactPath(step, now.transported, now.normal),
                                    step.isTracking ? &heat : nullptr);
    else if (step.isTracking)
        heat += law.calcHeat(turn.in, output, turn.before);
    return output;
}

ContactRecord recordOf(const ContactPoint& contact, const ContactKinematics& now, const ContactOutput& output) {
    const auto& [normal, tangential, rolling] = output;
    const Vec3 direction = toSimTK(contact.normal);
    const Real thrust = dot(tangential.force, direction); // rounding error, unless the law returns a normal part
    const bool hasThrust = std::abs(thrust) > 1e-12 * tangential.force.norm();
    return {ContactSurfaceIndex(contact.key.a),
            ContactSurfaceIndex(contact.key.b),
            toSimTK(contact.point),
            direction,
            (hasThrust ? normal.force + thrust : normal.force) * direction,
            hasThrust ? tangential.force - thrust * direction : tangential.force,
            rolling.torque,
            toSimTK(now.slipVelocity),
            tangential.displacement,
            contact.overlap,
            now.normal.overlapRate,
            normal.storedEnergy + tangential.storedEnergy + rolling.storedEnergy,
            normal.dissipatedPower + tangential.dissipatedPower + rolling.dissipatedPower,
            tangential.sliding,
            now.mass.normal,
            now.mass.tangential,
            contact.key.patch,
            std::nullopt};
}

} // namespace simbodydem
