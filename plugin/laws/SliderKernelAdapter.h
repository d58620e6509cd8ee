// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_SLIDER_KERNEL_ADAPTER_H
#define SIMBODYDEM_LAWS_SLIDER_KERNEL_ADAPTER_H

#include "laws/KernelAdapter.h"
#include "laws/Restitution.h"
#include "laws/SpringSlider.h"

#include <cmath>
#include <string>

// What the laws with a slider and a dashpot repeat.

namespace simbodydem {

/** mu_s, and e unless the damping ratio is given. */
inline RequiredValues frictionAndDamping(SimTK::Real dampingRatio) {
    RequiredValues values{&SurfaceMaterial::staticFriction};
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

/** E and nu, and those. */
inline RequiredValues moduliFrictionAndDamping(SimTK::Real dampingRatio) {
    RequiredValues values = frictionAndDamping(dampingRatio);
    values.insert(values.begin(), {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio});
    return values;
}

/** As given, or the restitution's. */
inline SimTK::Real dampingRatioOf(SimTK::Real given, const PairMaterial& pair) {
    return std::isnan(given) ? textbookDampingRatio(pair.restitution) : given;
}

/** What a spring of changing stiffness remembers: its stiffness at the commit [N/m]; 0 at first touch. */
struct StiffnessMemory {
    SimTK::Real stiffness;
};

/** The heat of a step in which the spring has gained energy without work. */
inline StepHeat calcHeatBeside(SimTK::Real gained, const TangentialLaw& law, const TangentialInput& in,
                               TangentialOutput now, const TangentialOutput& before) {
    now.storedEnergy -= gained;
    StepHeat heat = law.TangentialLaw::calcHeat(in, now, before);
    heat.gained += gained;
    return heat;
}

/** What a kernel answered, and the stiffness, or the curve, that the law remembers of it. */
template <class T> struct Remembering {
    kernels::TangentialOutput<T> answer;
    T stiffness, strength = T(0);
};

/** The answer of a spring of this stiffness, which keeps its force where it has become stiffer. */
template <class T, class Calc>
Remembering<T> askWithMemory(const AskedTangential<T>& asked, const T& stiffness, const Calc& calc) {
    const T atCommit(asked.in.history.template get<StiffnessMemory>().stiffness);
    return {calc(kernels::keepForceWhereStiffened(asked.slip, stiffness, atCommit)), stiffness};
}

inline TangentialOutput remember(const Remembering<SimTK::Real>& k, const TangentialInput& in) {
    TangentialOutput out = toOutput(k.answer);
    out.history = in.history;
    if (k.stiffness != in.history.get<StiffnessMemory>().stiffness) out.history.set(StiffnessMemory{k.stiffness});
    return out;
}

} // namespace simbodydem

#endif
