// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/GrainContact.h"

#include "laws/cundall/Cundall.h"
#include "laws/hertz/Hertz.h"
#include "laws/jkr/JKR.h"
#include "laws/linear/LinearSpring.h"
#include "laws/mindlin_incremental/MindlinIncremental.h"
#include "laws/mindlin_secant/MindlinSecant.h"
#include "laws/rolling/Rolling.h"
#include "math/RotationVector.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::grains {

namespace {

constexpr double notGiven = std::numeric_limits<double>::quiet_NaN(); // as the kernels expect it

kernels::JKRConstants jkrOf(const ContactTerms& terms) {
    return {terms.stiffness, terms.workOfAdhesion, terms.dashpot == ContactTerms::Dashpot::None ? 0 : terms.damping};
}

Eigen::Map<Vector> vectorIn(double* numbers) { return Eigen::Map<Vector>(numbers); }

kernels::NormalOutput<double> calcNormal(const ContactTerms& terms, const kernels::NormalInput<double>& in) {
    using Dashpot = ContactTerms::Dashpot;
    if (terms.normal == ContactTerms::Normal::Hertz) {
        const kernels::HertzDashpot dashpots[] = {kernels::HertzDashpot::None, kernels::HertzDashpot::QuarterPower,
                                                  kernels::HertzDashpot::Mass, kernels::HertzDashpot::Constant};
        return kernels::hertz<double>({terms.stiffness, dashpots[int(terms.dashpot)], terms.damping, terms.mayPull},
                                      in);
    }
    if (terms.normal == ContactTerms::Normal::JKR) {
        kernels::NormalOutput<double> out = kernels::jkr<double>(jkrOf(terms), in);
        out.stiffness = std::max(out.stiffness, 0.); // tangential laws take its root
        return out;
    }
    const double critical = 2 * std::sqrt(terms.stiffness * in.effectiveMass);
    double ratio = 0;
    if (terms.dashpot == Dashpot::Ratio) ratio = 0.5 * terms.damping;
    if (terms.dashpot == Dashpot::PerMass) ratio = terms.damping * in.effectiveMass / critical;
    if (terms.dashpot == Dashpot::Constant) ratio = terms.damping / critical;
    return kernels::linearSpring<double>(terms.stiffness, {ratio, terms.mayPull}, in);
}

// Returns the coefficient of the normal dashpot [N s/m], whose force is linear in the rate.
double normalDamping(ContactTerms terms, kernels::NormalInput<double> in) {
    terms.mayPull = true;
    in.overlapRate = 1;
    const kernels::NormalOutput<double> out = calcNormal(terms, in);
    return out.force - out.elasticForce;
}

kernels::TangentialOutput<double> calcTangential(const ContactTerms& terms, const kernels::NormalInput<double>& normal,
                                                 double stiffness, double stiffnessBefore,
                                                 const kernels::TangentialInput<double>& in) {
    using Tangential = ContactTerms::Tangential;
    const kernels::FrictionConstants friction{terms.friction, terms.friction, notGiven};
    switch (terms.tangential) {
    case Tangential::Linear:
        return kernels::cundall<double>(friction, {terms.tangentialDampingRatio, false}, stiffness, in);
    case Tangential::MindlinSecant:
        return kernels::mindlinSecant<double>(friction, terms.tangentialStiffness, terms.tangentialDampingRatio,
                                              normal.contactRadius, in);
    case Tangential::MindlinForce:
    case Tangential::MindlinForceRescaled: {
        double growth = normal.overlap > 0 ? normal.overlapRate / (2 * normal.overlap) : 0; // of the contact radius, over it
        if (terms.normal == ContactTerms::Normal::JKR) {
            const double x = std::sqrt(normal.contactRadius), slope = x * (4 * x * x * x / normal.effectiveRadius -
                                                                          kernels::jkrAttraction(jkrOf(terms)));
            growth = slope > 0 ? 2 * normal.overlapRate / slope : 0;
        }
        return kernels::mindlinIncremental<double>(
            friction, {terms.tangentialDampingRatio, terms.tangential == Tangential::MindlinForceRescaled}, stiffness,
            stiffness * growth, stiffnessBefore, in);
    }
    default: return kernels::released<double>();
    }
}

} // namespace

double tearingOverlap(const ContactTerms& terms, double effectiveRadius) {
    return terms.normal == ContactTerms::Normal::JKR ? kernels::jkrTearingOverlap(jkrOf(terms), effectiveRadius) : 0;
}

double normalEnergy(const ContactTerms& terms, double radius, double overlap) {
    if (!(overlap > tearingOverlap(terms, radius))) return 0;
    return calcNormal(terms, {overlap, 0, radius, std::sqrt(radius * std::max(overlap, 0.)), 1}).storedEnergy;
}

double normalForce(const ContactTerms& terms, double radius, double overlap, double rate, double effectiveMass) {
    return calcNormal(terms, {overlap, rate, radius, std::sqrt(radius * std::max(overlap, 0.)), effectiveMass}).force;
}

ContactLoad advanceContact(const ContactTerms& terms, const ContactMotion& motion, bool isNew, bool isOnMovingBody,
                           GrainContact& contact) {
    const Vector& n = motion.normal;
    const double rate = -motion.velocity.dot(n);
    kernels::NormalInput<double> in{motion.overlap, rate, motion.effectiveRadius,
                                    std::sqrt(motion.effectiveRadius * std::max(motion.overlap, 0.)),
                                    motion.effectiveMass};
    if (terms.normal == ContactTerms::Normal::JKR) in.contactRadius = std::pow(kernels::jkrRoot(jkrOf(terms), in), 2);
    const kernels::NormalOutput<double> normal = calcNormal(terms, in);
    ContactLoad load{normal.force * n, Vector::Zero(), normal.storedEnergy, {normal.stiffness}, {}};
    if (isOnMovingBody) load.damping.normal = normalDamping(terms, in);
    if (terms.tangential == ContactTerms::Tangential::None && terms.rolling == ContactTerms::Rolling::None) {
        vectorIn(contact.normal) = n;
        return load;
    }

    // Only the part of the step since first touch has slip.
    const double fraction = isNew && rate * motion.step > motion.overlap ? motion.overlap / (rate * motion.step) : 1;
    const double time = fraction * motion.step;
    const kernels::SmallestRotation onto =
        isNew ? kernels::SmallestRotation(n, n) : kernels::SmallestRotation(vectorIn(contact.normal), n);
    const kernels::SineCosine spin(motion.spin * motion.step);
    const auto carry = [&](double* stored) -> Vector {
        const Vector turned = onto * Vector(vectorIn(stored)), across = n.cross(turned);
        return turned + spin.sine * across + (1 - spin.cosine) * n.cross(across);
    };
    const auto tangent = [&n](const Vector& v) -> Vector { return v - n.dot(v) * n; };
    const double pullOff = 1.5 * kernels::pi * terms.workOfAdhesion * motion.effectiveRadius,
                 frictionalLoad = std::max(normal.force + 2 * pullOff, 0.); // Thornton 1991

    kernels::TangentialInput<double> slip;
    slip.displacement = carry(contact.displacement);
    slip.slipVelocity = tangent(motion.velocity);
    slip.slipIncrement = time * tangent(motion.meanVelocity);
    slip.frictionalLoad = frictionalLoad;
    slip.effectiveMass = motion.effectiveMass;
    slip.dashpotAtCommit = contact.dampingTime * carry(contact.slipVelocity);
    slip.limitLengthAtCommit = contact.limitLength;
    slip.slipAtPresentVelocity = time * slip.slipVelocity;
    const double stiffness = terms.tangential == ContactTerms::Tangential::Linear
                                 ? terms.tangentialStiffness
                                 : kernels::mindlinStiffness(terms.tangentialStiffness, in.contactRadius);
    const auto tangential = calcTangential(terms, in, stiffness, contact.stiffness, slip);
    load.stiffness.tangential = stiffness;
    load.damping.tangential = stiffness * tangential.dampingTime;
    load.force += tangential.force;
    load.torque = -motion.arm * n.cross(tangential.force);
    load.storedEnergy += tangential.storedEnergy;

    if (terms.rolling == ContactTerms::Rolling::SpringSlider) {
        kernels::RollingInput<double> roll;
        roll.normalDirection = n;
        roll.rotation = carry(contact.rotation);
        roll.rotationIncrement = time * tangent(motion.meanAngularVelocity);
        roll.angularVelocity = tangent(motion.angularVelocity);
        roll.frictionalLoad = frictionalLoad;
        roll.effectiveRadius = motion.effectiveRadius;
        roll.effectiveMass = motion.effectiveMass;
        roll.normalStiffness = normal.stiffness;
        roll.dashpotAtCommit = contact.rollingDampingTime * carry(contact.angularVelocity);
        roll.limitAngleAtCommit = contact.limitAngle;
        roll.rotationAtPresentVelocity = time * roll.angularVelocity;
        const kernels::EPSDStiffness<double> springs{terms.rollingStiffness, 0};
        const auto rolling =
            kernels::epsdRolling<double>({terms.rollingFriction, 0}, terms.rollingDampingRatio, springs, springs, roll);
        load.torque += rolling.torque;
        load.stiffness.rolling = terms.rollingStiffness;
        load.damping.rolling = terms.rollingStiffness * rolling.dampingTime;
        load.storedEnergy += rolling.storedEnergy;
        vectorIn(contact.rotation) = rolling.rotation;
        vectorIn(contact.angularVelocity) = roll.angularVelocity;
        contact.rollingDampingTime = rolling.dampingTime;
        contact.limitAngle = rolling.limitAngle;
    }
    vectorIn(contact.normal) = n;
    vectorIn(contact.displacement) = tangential.displacement;
    vectorIn(contact.slipVelocity) = slip.slipVelocity;
    contact.stiffness = stiffness;
    contact.dampingTime = tangential.dampingTime;
    contact.limitLength = tangential.limitLength;
    return load;
}

} // namespace simbodydem::grains
