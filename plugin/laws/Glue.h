// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_GLUE_H
#define SIMBODYDEM_LAWS_GLUE_H

#include "EigenBridge.h"
#include "kernels/Friction.h"
#include "kernels/Normal.h"
#include "simbodydem/laws/TangentialLaw.h"

#include <algorithm>

// Where the public laws (SimTK types) meet the kernels (Eigen types).

namespace simbodydem {

inline kernels::NormalInput<SimTK::Real> toKernel(const NormalInput& in) {
    return {in.overlap, in.overlapRate, in.effectiveRadius, in.contactRadius, in.effectiveMass};
}

inline NormalAnswer noContact() {
    NormalAnswer apart;
    apart.inContact = false;
    return apart;
}

/** For laws without adhesion and without a history of their own: friction feels what presses. */
inline NormalAnswer toAnswer(const kernels::NormalAnswer<SimTK::Real>& k, const NormalInput& in) {
    NormalAnswer out;
    out.force = k.force;
    out.frictionalLoad = std::max(k.force, SimTK::Real(0));
    out.stiffness = k.stiffness;
    out.storedEnergy = k.storedEnergy;
    out.dissipatedPower = kernels::dissipatedPower(k, in.overlapRate);
    return out;
}

inline kernels::TangentialInput<SimTK::Real> toKernel(const TangentialInput& in) {
    return {toEigen(in.displacement), toEigen(in.slipIncrement), toEigen(in.slipVelocity), in.normal.frictionalLoad,
            in.effectiveMass};
}

inline TangentialAnswer toAnswer(const kernels::TangentialAnswer<SimTK::Real>& k) {
    TangentialAnswer out;
    out.force = toSimTK(k.force);
    out.displacement = toSimTK(k.displacement);
    out.storedEnergy = k.storedEnergy;
    out.dissipatedPower = k.dissipatedPower;
    out.sliding = k.sliding;
    out.mobilization = k.mobilization;
    return out;
}

} // namespace simbodydem

#endif
