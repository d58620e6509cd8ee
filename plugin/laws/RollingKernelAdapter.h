// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ROLLING_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_ROLLING_KERNEL_ADAPTER_H

#include "base/EigenBridge.h"
#include "laws/Dual.h"
#include "laws/rolling/Rolling.h"
#include "simbodydem/laws/RollingLaw.h"

#include <cmath>

// Binds rolling laws to their kernels, see NormalKernelAdapter.h.

namespace simbodydem {

template <class T> struct RollingArgs {
    kernels::RollingInput<T> kernel;
    T contactRadius;
    const RollingInput& in;
};

inline RollingArgs<SimTK::Real> numbersOf(const RollingInput& in) {
    return {{toEigen(in.normalDirection), toEigen(in.rotation), toEigen(in.rotationIncrement),
             toEigen(in.angularVelocity), in.normal.frictionalLoad, in.contact.effectiveRadius,
             in.contact.effectiveMass, in.normal.stiffness, toEigen(in.dashpotAtCommit), in.limitAngleAtCommit,
             toEigen(in.rotationAtPresentVelocity), in.time, in.dampingTimeAtCommit},
            in.contact.contactRadius,
            in};
}
RollingArgs<TurnDual> dualsOf(const RollingInput&, const NormalTangent&);

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
    out.relaxationTime = k.relaxationTime;
    return out;
}

RollingTangent toTangent(const kernels::RollingOutput<TurnDual>&, const RollingLaw&, const RollingInput&,
                         const NormalTangent&);

/** Returns the pair's mu_tw, 0 if it is not set. */
inline SimTK::Real twistingFrictionOf(const PairMaterial& pair) {
    return std::isnan(pair.twistingFriction) ? 0 : pair.twistingFriction;
}

} // namespace simbodydem

#endif
