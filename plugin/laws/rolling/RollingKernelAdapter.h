// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ROLLING_ROLLING_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_ROLLING_ROLLING_KERNEL_ADAPTER_H

#include "base/EigenBridge.h"
#include "laws/Dual.h"
#include "laws/rolling/Rolling.h"
#include "simbodydem/laws/RollingLaw.h"

#include <cmath>

// Glue.h's counterpart for rolling laws.

namespace simbodydem {

/** What a rolling law is asked, as its kernel takes it. */
template <class T> struct AskedRolling {
    kernels::RollingInput<T> turn;
    T contactRadius;
    const RollingInput& in;
};

inline AskedRolling<SimTK::Real> numbersOf(const RollingInput& in) {
    return {{toEigen(in.normalDirection), toEigen(in.rotation), toEigen(in.rotationIncrement),
             toEigen(in.angularVelocity), in.normal.frictionalLoad, in.contact.effectiveRadius,
             in.contact.effectiveMass, in.normal.stiffness, toEigen(in.dashpotAtCommit), in.limitAngleAtCommit,
             toEigen(in.rotationAtPresentVelocity)},
            in.contact.contactRadius,
            in};
}
AskedRolling<TurnDual> dualsOf(const RollingInput&, const NormalTangent&);

inline RollingOutput toOutput(const kernels::RollingOutput<SimTK::Real>& k) {
    RollingOutput out;
    out.torque = toSimTK(k.torque);
    out.rotation = toSimTK(k.rotation);
    out.storedEnergy = k.storedEnergy;
    out.dissipatedPower = k.dissipatedPower;
    out.rollingMobilizationSquared = k.rollingMobilizationSquared;
    out.twistingMobilizationSquared = k.twistingMobilizationSquared;
    out.dampingTime = k.dampingTime;
    out.limitAngle = k.limitAngle;
    return out;
}

RollingTangent toTangent(const kernels::RollingOutput<TurnDual>&, const RollingLaw&, const RollingInput&,
                         const NormalTangent&);

/** The pair's mu_tw; a value that is not set is no resistance. */
inline SimTK::Real twistingFrictionOf(const PairMaterial& pair) {
    return std::isnan(pair.twistingFriction) ? 0 : pair.twistingFriction;
}

/** The mu_tw whose limit mu_tw R* N is that of a patch that slips all over. */
template <class T>
T patchTwistingFriction(SimTK::Real staticFriction, const T& contactRadius, const T& effectiveRadius) {
    return 3 * SimTK::Pi / 16 * staticFriction * contactRadius / effectiveRadius;
}

} // namespace simbodydem

#endif
