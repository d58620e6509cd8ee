// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_TANGENTIAL_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_TANGENTIAL_KERNEL_ADAPTER_H

#include "base/EigenBridge.h"
#include "laws/Dual.h"
#include "laws/Restitution.h"
#include "laws/SpringSlider.h"
#include "simbodydem/laws/TangentialLaw.h"

#include <cmath>

// Binds tangential laws to their kernels, see NormalKernelAdapter.h.

namespace simbodydem {

template <class T> struct TangentialArgs {
    kernels::TangentialInput<T> kernel;
    T contactRadius, normalStiffness, overlap;
    const TangentialInput& in;
};

inline TangentialArgs<SimTK::Real> numbersOf(const TangentialInput& in) {
    return {{toEigen(in.displacement), toEigen(in.slipIncrement), toEigen(in.slipVelocity), in.normal.frictionalLoad,
             in.effectiveMass, toEigen(in.dashpotAtCommit), in.limitLengthAtCommit, toEigen(in.slipAtPresentVelocity),
             in.time, in.dampingTimeAtCommit},
            in.contact.contactRadius,
            in.normal.stiffness,
            in.contact.overlap,
            in};
}
TangentialArgs<SlipDual> dualsOf(const TangentialInput&, const NormalTangent&);

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
    out.relaxationTime = k.relaxationTime;
    return out;
}

TangentialTangent toTangent(const kernels::TangentialOutput<SlipDual>&, const TangentialLaw&, const TangentialInput&,
                            const NormalTangent&);

/** Output of the evaluate() of a law that stores the stiffness of its spring, or its curve. */
template <class T> struct TangentialResult {
    kernels::TangentialOutput<T> output;
    T stiffness, strength = T(0);
};

/** Evaluates a spring of this stiffness, which keeps its force where it has become stiffer. Its history is the stiffness at the commit [N/m], 0
at first touch. */
template <class T, class Calc>
TangentialResult<T> evaluateWithMemory(const TangentialArgs<T>& args, const T& stiffness, const Calc& calc) {
    const T atCommit(args.in.history.template get<SimTK::Real>());
    return {calc(kernels::keepForceWhereStiffened(args.kernel, stiffness, atCommit)), stiffness};
}

inline TangentialOutput toOutput(const TangentialResult<SimTK::Real>& k, const TangentialInput& in) {
    TangentialOutput out = toOutput(k.output);
    out.history = in.history;
    if (k.stiffness != in.history.get<SimTK::Real>()) out.history.set(k.stiffness);
    return out;
}

/** Returns the heat of a step in which the spring has gained energy without work. */
inline StepHeat calcHeatBeside(SimTK::Real gained, const TangentialLaw& law, const TangentialInput& in,
                               TangentialOutput now, const TangentialOutput& before) {
    now.storedEnergy -= gained;
    StepHeat heat = law.TangentialLaw::calcHeat(in, now, before);
    heat.gained += gained;
    return heat;
}

inline kernels::FrictionConstants frictionOf(const PairMaterial& pair, SimTK::Real transitionVelocity,
                                             bool isKelvinVoigt = false) {
    return {pair.staticFriction, pair.kineticFriction, transitionVelocity, isKelvinVoigt};
}

/** Returns mu_s, and e unless the damping ratio is given. */
inline RequiredValues frictionAndDamping(SimTK::Real dampingRatio) {
    RequiredValues values{&SurfaceMaterial::staticFriction};
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

/** Returns E, nu and frictionAndDamping(). */
inline RequiredValues moduliFrictionAndDamping(SimTK::Real dampingRatio) {
    RequiredValues values = frictionAndDamping(dampingRatio);
    values.insert(values.begin(), {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio});
    return values;
}

/** Returns the damping ratio as given, or else that of the restitution. */
inline SimTK::Real dampingRatioOf(SimTK::Real given, const PairMaterial& pair) {
    return std::isnan(given) ? textbookDampingRatio(pair.restitution) : given;
}

} // namespace simbodydem

#endif
