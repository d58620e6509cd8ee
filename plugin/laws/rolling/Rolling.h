// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_ROLLING_ROLLING_H
#define SIMBODYDEM_LAWS_ROLLING_ROLLING_H

#include "laws/SpringSlider.h"
#include "laws/dashpot_slider/DashpotSlider.h"

#include <limits>

// Resistance to rolling and twisting is friction with rotations for displacements, N R* for the load and an inertia for
// the mass, once in the tangent plane and once along the normal. The kernels are those of friction.

namespace simbodydem::kernels {

template <class T> struct RollingFriction { T rolling, twisting; }; // mu_r, mu_tw

template <class T> struct RollingInput {
    Vector3<T> normalDirection;
    Vector3<T> rotation;          // elastic, as committed and transported
    Vector3<T> rotationIncrement; // of b past a since then
    Vector3<T> angularVelocity;
    T frictionalLoad, effectiveRadius, effectiveMass;
    T normalStiffness;
    // As in TangentialInput, for the rolling part.
    Vector3<T> dashpotAtCommit = Vector3<T>::Zero();
    T limitAngleAtCommit = T(0);
    Vector3<T> rotationAtPresentVelocity = Vector3<T>::Zero();
    double time = 0;
    T dampingTimeAtCommit = T(0);
};

template <class T> struct RollingOutput {
    Vector3<T> torque;   // on b
    Vector3<T> rotation; // elastic, to be committed
    T storedEnergy, dissipatedPower;
    T rollingMobilizationSquared, twistingMobilizationSquared;
    T dampingTime = T(0), limitAngle = T(0); // of the rolling part
    T relaxationTime = T(0);                 // the shorter one of both
};

template <class T> struct RollingParts { TangentialInput<T> rolling, twisting; };

// I_r = 7/5 m* R*^2, a solid sphere's about the point where it touches a plane.
template <class T> RollingParts<T> split(const RollingInput<T>& in) {
    const auto along = [&in](const Vector3<T>& v) -> Vector3<T> {
        return in.normalDirection * in.normalDirection.dot(v);
    };
    const auto across = [&along](const Vector3<T>& v) -> Vector3<T> { return v - along(v); };
    const T load = in.frictionalLoad * in.effectiveRadius;
    const T inertia = 1.4 * in.effectiveMass * in.effectiveRadius * in.effectiveRadius;
    TangentialInput<T> twisting{along(in.rotation), along(in.rotationIncrement), along(in.angularVelocity), load,
                                inertia};
    twisting.slipAtPresentVelocity = along(in.rotationAtPresentVelocity);
    twisting.time = in.time;
    return {{in.rotation - twisting.displacement, in.rotationIncrement - twisting.slipIncrement,
             in.angularVelocity - twisting.slipVelocity, load, inertia, across(in.dashpotAtCommit),
             in.limitAngleAtCommit, across(in.rotationAtPresentVelocity), in.time, in.dampingTimeAtCommit},
            twisting};
}

template <class T> RollingOutput<T> join(const TangentialOutput<T>& rolling, const TangentialOutput<T>& twisting) {
    return {rolling.force + twisting.force,
            rolling.displacement + twisting.displacement,
            rolling.storedEnergy + twisting.storedEnergy,
            rolling.dissipatedPower + twisting.dissipatedPower,
            rolling.mobilizationSquared,
            twisting.mobilizationSquared,
            rolling.dampingTime,
            rolling.limitLength,
            rolling.relaxationTime > 0 && (rolling.relaxationTime < twisting.relaxationTime || !(twisting.relaxationTime > 0))
                ? rolling.relaxationTime
                : twisting.relaxationTime};
}

// Equation, units and sources: ConstantRolling.h. transition is omega_0, or NaN: the law's own.
template <class T> RollingOutput<T> constantRolling(const RollingFriction<double>& friction, double transition,
                                                    const RollingInput<T>& in) {
    const T stiffness = in.normalStiffness * in.effectiveRadius * in.effectiveRadius;
    const auto resist = [&](double mu, const TangentialInput<T>& part) {
        using std::sqrt;
        const T limit = mu * part.frictionalLoad;
        const T damping = transition > 0 ? T(limit / transition) : T(2 * sqrt(part.effectiveMass * stiffness));
        return limitedDashpot<T>(damping, limit, part);
    };
    const RollingParts<T> parts = split(in);
    return join<T>(resist(friction.rolling, parts.rolling), resist(friction.twisting, parts.twisting));
}

// Equation, units and sources: ViscousRolling.h.
template <class T> RollingOutput<T> viscousRolling(const RollingFriction<double>& friction, double referenceVelocity,
                                                   const RollingInput<T>& in) {
    const T perFriction = in.frictionalLoad * in.effectiveRadius * in.effectiveRadius / referenceVelocity;
    const Vector3<T> twisting = in.normalDirection * in.normalDirection.dot(in.angularVelocity);
    RollingOutput<T> out;
    out.torque = -perFriction * (friction.rolling * (in.angularVelocity - twisting) + friction.twisting * twisting);
    out.dissipatedPower = -out.torque.dot(in.angularVelocity);
    out.rotation.setZero();
    out.storedEnergy = out.rollingMobilizationSquared = out.twistingMobilizationSquared = T(0);
    return out;
}

struct EPSDConstants {
    double stiffness = 0, twistingStiffness = 0; // k_r and k_tw; none if not > 0: from the normal stiffness
    bool isKelvinVoigt = false;
};

template <class T> struct EPSDStiffness { T rolling, twisting; };

template <class T> EPSDStiffness<T> epsdStiffness(const RollingFriction<T>& friction, const EPSDConstants& law,
                                                  const RollingInput<T>& in) {
    const T perFriction = 2.25 * in.normalStiffness * in.effectiveRadius * in.effectiveRadius;
    return {law.stiffness > 0 ? T(law.stiffness) : T(friction.rolling * friction.rolling * perFriction),
            law.twistingStiffness > 0 ? T(law.twistingStiffness)
                                      : T(friction.twisting * friction.twisting * perFriction)};
}

// Equation, units and sources: EPSDRolling.h. `committed` are the stiffnesses at the commit, zeros at first touch. A
// spring that has become stiffer since then keeps its torque.
template <class T> RollingOutput<T> epsdRolling(const RollingFriction<T>& friction, double dampingRatio,
                                                const EPSDStiffness<T>& stiffness, const EPSDStiffness<T>& committed,
                                                const RollingInput<T>& in, const EPSDConstants& law = {}) {
    using std::sqrt;
    const auto resist = [&law, dampingRatio](const T& mu, const T& k, const T& kCommitted, TangentialInput<T> part) {
        part = keepForceWhereStiffened(part, k, kCommitted);
        part.frictionalLoad *= mu;
        const T damping = dashpot(dampingRatio, k, part.effectiveMass);
        return springSlider<T>({1, 1, std::numeric_limits<double>::quiet_NaN(), law.isKelvinVoigt}, k, damping, part);
    };
    RollingParts<T> parts = split(in);
    if (law.isKelvinVoigt && committed.rolling > 0 && committed.twisting > 0) {
        // Both parts have one load, one inertia and one damping ratio, so the memory of one is that of the other.
        const bool isFromNormal = !(law.stiffness > 0) && !(law.twistingStiffness > 0); // mu^2 goes with the stiffness
        const T softer = committed.rolling / committed.twisting, slower = sqrt(softer);
        parts.twisting.dampingTimeAtCommit = slower * in.dampingTimeAtCommit;
        parts.twisting.dashpotAtCommit = slower * in.normalDirection * in.normalDirection.dot(in.dashpotAtCommit);
        parts.twisting.limitLengthAtCommit =
            (isFromNormal ? slower : T(friction.twisting / friction.rolling * softer)) * in.limitAngleAtCommit;
    }
    return join<T>(resist(friction.rolling, stiffness.rolling, committed.rolling, parts.rolling),
                   resist(friction.twisting, stiffness.twisting, committed.twisting, parts.twisting));
}

} // namespace simbodydem::kernels

#endif
