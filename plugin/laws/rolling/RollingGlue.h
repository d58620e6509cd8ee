// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ROLLING_GLUE_H
#define SIMBODYDEM_LAWS_ROLLING_GLUE_H

#include "EigenBridge.h"
#include "kernels/Rolling.h"
#include "simbodydem/laws/RollingLaw.h"

#include <cmath>

// Glue.h's counterpart for rolling laws.

namespace simbodydem {

inline kernels::RollingInput<SimTK::Real> toKernel(const RollingInput& in) {
    return {toEigen(in.normalDirection), toEigen(in.rotation),     toEigen(in.rotationIncrement),
            toEigen(in.angularVelocity), in.normal.frictionalLoad, in.contact.effectiveRadius,
            in.contact.effectiveMass,    in.normal.stiffness};
}

inline RollingAnswer toAnswer(const kernels::RollingAnswer<SimTK::Real>& k) {
    RollingAnswer out;
    out.torque = toSimTK(k.torque);
    out.rotation = toSimTK(k.rotation);
    out.storedEnergy = k.storedEnergy;
    out.dissipatedPower = k.dissipatedPower;
    out.rollingMobilization = k.rollingMobilization;
    out.twistingMobilization = k.twistingMobilization;
    return out;
}

/** The pair's mu_tw; a value that is not set is no resistance. */
inline SimTK::Real twistingFrictionOf(const PairMaterial& pair) {
    return std::isnan(pair.twistingFriction) ? 0 : pair.twistingFriction;
}

/** The mu_tw whose limit mu_tw R* N is that of a patch that slips all over. */
inline SimTK::Real patchTwistingFriction(SimTK::Real staticFriction, const NormalInput& in) {
    return 3 * SimTK::Pi / 16 * staticFriction * in.contactRadius / in.effectiveRadius;
}

} // namespace simbodydem

#endif
