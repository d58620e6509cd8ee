// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_KERNEL_ADAPTER_H

#include "base/EigenBridge.h"
#include "laws/Dual.h"
#include "laws/Friction.h"
#include "laws/Normal.h"
#include "simbodydem/laws/TangentialLaw.h"

#include <algorithm>

// Where the public laws (SimTK types) meet the kernels (Eigen types). Each law has one function, ask(), that calls its kernel: with
// numbers for the force, with numbers that carry their derivatives along for its tangent.

namespace simbodydem {

/** What a normal law is asked, as its kernel takes it. */
template <class T> struct AskedNormal {
    kernels::NormalInput<T> kernel;
    T curvatureA, curvatureB;
    const NormalInput& in;
};

/** What a normal kernel answered, the load that friction feels of it, and the one number that some laws remember. */
template <class T> struct Pressing {
    kernels::NormalOutput<T> normal;
    T frictionalLoad;
    T memory = T(0);
};

/** For laws without adhesion: friction feels what presses. */
template <class T> Pressing<T> pressing(const kernels::NormalOutput<T>& normal) {
    return {normal, normal.force > 0 ? normal.force : T(0)};
}

inline AskedNormal<SimTK::Real> numbersOf(const NormalInput& in) {
    return {{in.overlap, in.overlapRate, in.effectiveRadius, in.contactRadius, in.effectiveMass},
            in.curvatureA,
            in.curvatureB,
            in};
}
AskedNormal<ContactDual> dualsOf(const NormalInput&);

inline NormalOutput noContact() {
    NormalOutput apart;
    apart.inContact = false;
    return apart;
}

inline NormalOutput toOutput(const Pressing<SimTK::Real>& k, const NormalInput& in) {
    NormalOutput out;
    out.force = k.normal.force;
    out.frictionalLoad = k.frictionalLoad;
    out.stiffness = k.normal.stiffness;
    out.storedEnergy = k.normal.storedEnergy;
    out.dissipatedPower = kernels::dissipatedPower(k.normal, in.overlapRate);
    return out;
}

/** Where a kernel has no derivative, as a root at zero, the differences of the law that was asked. */
NormalTangent toTangent(const Pressing<ContactDual>&, const NormalLaw&, const NormalInput&);

/** What a tangential law is asked, as its kernel takes it. */
template <class T> struct AskedTangential {
    kernels::TangentialInput<T> slip;
    T contactRadius, normalStiffness, overlap;
    const TangentialInput& in;
};

inline AskedTangential<SimTK::Real> numbersOf(const TangentialInput& in) {
    return {{toEigen(in.displacement), toEigen(in.slipIncrement), toEigen(in.slipVelocity), in.normal.frictionalLoad,
             in.effectiveMass, toEigen(in.dashpotAtCommit), in.limitLengthAtCommit, toEigen(in.slipAtPresentVelocity)},
            in.contact.contactRadius,
            in.normal.stiffness,
            in.contact.overlap,
            in};
}
AskedTangential<SlipDual> dualsOf(const TangentialInput&, const NormalTangent&);

/** The force in the tangent plane and the one along the normal. */
template <class T>
kernels::Vector3<T> wholeForce(const kernels::TangentialOutput<T>& k, const SimTK::Vec3& normalDirection) {
    const Vector3 normal = toEigen(normalDirection);
    return {k.force[0] + k.normalForce * normal[0], k.force[1] + k.normalForce * normal[1],
            k.force[2] + k.normalForce * normal[2]};
}

inline TangentialOutput toOutput(const kernels::TangentialOutput<SimTK::Real>& k) {
    TangentialOutput out;
    out.force = toSimTK(k.force);
    out.displacement = toSimTK(k.displacement);
    out.storedEnergy = k.storedEnergy;
    out.dissipatedPower = k.dissipatedPower;
    out.sliding = k.sliding;
    out.mobilizationSquared = k.mobilizationSquared;
    out.dampingTime = k.dampingTime;
    out.limitLength = k.limitLength;
    return out;
}

TangentialTangent toTangent(const kernels::TangentialOutput<SlipDual>&, const TangentialLaw&, const TangentialInput&,
                            const NormalTangent&);

} // namespace simbodydem

#endif
