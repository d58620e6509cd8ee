// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_NORMAL_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_NORMAL_KERNEL_ADAPTER_H

#include "laws/Dual.h"
#include "laws/hunt_crossley/HuntCrossley.h"
#include "simbodydem/laws/NormalLaw.h"

// Kernel adapters bind the public laws (SimTK types) to the kernels (Eigen types). Each law has one function, evaluate(), that calls its
// kernel: with numbersOf(input) for the force, with dualsOf(input) for the tangent.

namespace simbodydem {

template <class T> struct NormalArgs {
    kernels::NormalInput<T> kernel;
    T curvatureA, curvatureB;
    const NormalInput& in;
};

/** Output of a normal law's evaluate(). */
template <class T> struct NormalResult {
    kernels::NormalOutput<T> normal;
    T frictionalLoad;
    T memory = T(0); ///< the one number that some laws store in the contact's history
};

/** The result of a law without adhesion: friction feels the force, or nothing where it pulls. */
template <class T> NormalResult<T> resultOf(const kernels::NormalOutput<T>& normal) {
    return {normal, normal.force > 0 ? normal.force : T(0)};
}

inline NormalArgs<SimTK::Real> numbersOf(const NormalInput& in) {
    return {{in.overlap, in.overlapRate, in.effectiveRadius, in.contactRadius, in.effectiveMass},
            in.curvatureA,
            in.curvatureB,
            in};
}
NormalArgs<ContactDual> dualsOf(const NormalInput&);

inline NormalOutput noContact() {
    NormalOutput apart;
    apart.inContact = false;
    return apart;
}

inline NormalOutput toOutput(const NormalResult<SimTK::Real>& k, const NormalInput& in) {
    NormalOutput out;
    out.force = k.normal.force;
    out.frictionalLoad = k.frictionalLoad;
    out.stiffness = k.normal.stiffness;
    out.storedEnergy = k.normal.storedEnergy;
    out.dissipatedPower = kernels::dissipatedPower(k.normal, in.overlapRate);
    out.history.set(k.memory);
    return out;
}

/** Converts the derivatives. Takes the law's central differences where a kernel has no derivative, as a root at zero. */
NormalTangent toTangent(const NormalResult<ContactDual>&, const NormalLaw&, const NormalInput&);

/** F = K delta^(3/2) (1 + d ddelta/v0) with the impact speed v0 from the contact's history; stores v0. */
template <class T> NormalResult<T> evaluateImpact(const kernels::ImpactConstants& law, const NormalArgs<T>& args) {
    const auto k = kernels::huntCrossleyImpact(law, args.kernel, args.in.firstTouch,
                                               T(args.in.history.template get<SimTK::Real>()));
    NormalResult<T> result = resultOf(k.normal);
    result.memory = k.impactSpeed;
    return result;
}

} // namespace simbodydem

#endif
