// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/rolling/EPSDRolling.h"

#include "laws/Parameter.h"
#include "laws/RollingKernelAdapter.h"

namespace simbodydem {

using SimTK::Real;

namespace {

template <class T> struct TurningSprings {
    kernels::RollingOutput<T> output;
    kernels::EPSDStiffness<T> stiffnesses; // stored in the contact's history
};

} // namespace

static NameList namesOf(EPSDRolling::TwistingLimit) { return {"Material", "SlippingPatch"}; }

ParameterTable EPSDRolling::listParameters() {
    return {number("stiffness", stiffness, "N m/rad", positive, "k_r", "from the normal stiffness"),
            number("twistingStiffness", twistingStiffness, "N m/rad", positive, "k_tw", "from the normal stiffness"),
            number("dampingRatio", dampingRatio, "-", notNegative, "eta_r"), choice("twistingLimit", twistingLimit),
            choice("kelvinVoigt", isKelvinVoigt)};
}

RequiredValues EPSDRolling::getRequiredValues() const {
    RequiredValues values{&SurfaceMaterial::rollingFriction};
    if (twistingLimit == TwistingLimit::SlippingPatch) values.push_back(&SurfaceMaterial::staticFriction);
    return values;
}

template <class Args> auto EPSDRolling::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    // On a patch that slips all over, mu_tw R* N is 3/16 pi mu_s a N.
    const kernels::RollingFriction<T> friction{
        T(pair.rollingFriction),
        twistingLimit == TwistingLimit::SlippingPatch
            ? T(3 * SimTK::Pi / 16 * pair.staticFriction * args.contactRadius / args.kernel.effectiveRadius)
            : T(twistingFrictionOf(pair))};
    const auto committed = args.in.history.template get<kernels::EPSDStiffness<Real>>();
    const kernels::EPSDConstants law{stiffness, twistingStiffness, isKelvinVoigt};
    const kernels::EPSDStiffness<T> stiffnesses = kernels::epsdStiffness(friction, law, args.kernel);
    return TurningSprings<T>{kernels::epsdRolling(friction, dampingRatio, stiffnesses,
                                                  {T(committed.rolling), T(committed.twisting)}, args.kernel, law),
                             stiffnesses};
}

RollingOutput EPSDRolling::calcTorque(const RollingInput& in) const {
    const auto k = evaluate(numbersOf(in));
    RollingOutput out = toOutput(k.output);
    out.history.set(k.stiffnesses);
    return out;
}

RollingTangent EPSDRolling::calcTangent(const RollingInput& in, const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

} // namespace simbodydem
