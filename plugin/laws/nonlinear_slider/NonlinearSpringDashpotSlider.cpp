// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h"

#include "laws/Parameter.h"
#include "laws/TangentialKernelAdapter.h"
#include "laws/nonlinear_slider/NonlinearSlider.h"

namespace simbodydem {

namespace {

kernels::NonlinearForm toKernel(NonlinearSpringDashpotSlider::Form form) {
    using Form = NonlinearSpringDashpotSlider::Form;
    switch (form) {
    case Form::LangstonTuzunHeyes: return kernels::NonlinearForm::LangstonTuzunHeyes;
    case Form::ZhuZhouYu: return kernels::NonlinearForm::ZhuZhouYu;
    case Form::TsujiTanakaIshida: return kernels::NonlinearForm::TsujiTanakaIshida;
    default: return kernels::NonlinearForm::DiRenzoDiMaio;
    }
}

bool isLinear(NonlinearSpringDashpotSlider::Form form) {
    using Form = NonlinearSpringDashpotSlider::Form;
    return form == Form::DiRenzoDiMaio || form == Form::TsujiTanakaIshida;
}

struct Curve {
    SimTK::Real strength, stiffness; // of the curve at the commit, 0 at first touch
};

} // namespace

static NameList namesOf(NonlinearSpringDashpotSlider::Form) {
    return {"DiRenzoDiMaio", "LangstonTuzunHeyes", "ZhuZhouYu", "TsujiTanakaIshida"};
}

ParameterTable NonlinearSpringDashpotSlider::listParameters() {
    const bool isViscous = form == Form::ZhuZhouYu;
    return {choice("form", form),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution", !isViscous),
            number("tangentialViscosity", viscosity, "Pa s", notNegative, "eta", "", isViscous),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness"),
            choice("kelvinVoigt", isKelvinVoigt, isLinear(form))};
}

RequiredValues NonlinearSpringDashpotSlider::getRequiredValues() const {
    return moduliFrictionAndDamping(form == Form::ZhuZhouYu ? 0 : dampingRatio);
}

void NonlinearSpringDashpotSlider::prepare() {
    checkDeformable(getName(), pair);
    beta = dampingRatioOf(dampingRatio, pair);
}

template <class Args> auto NonlinearSpringDashpotSlider::evaluate(const Args& args) const {
    using T = decltype(args.contactRadius);
    const auto friction = frictionOf(pair, transitionVelocity, isKelvinVoigt);
    const kernels::NonlinearSliderConstants law{toKernel(form), pair.effectiveShearModulus, pair.effectiveYoungsModulus,
                                                beta, viscosity};
    const auto calc = [&](const kernels::TangentialInput<T>& moved) {
        return kernels::nonlinearSlider(friction, law, args.contactRadius, moved);
    };
    const T kt = kernels::mindlinStiffness(pair.effectiveShearModulus, args.contactRadius);
    if (isLinear(form)) return evaluateWithMemory(args, kt, calc);

    const auto curve = args.in.history.template get<Curve>();
    const T strength = pair.staticFriction * args.kernel.frictionalLoad;
    kernels::TangentialInput<T> moved = args.kernel;
    if (args.in.displacement.normSqr() > 0 && curve.strength > 0) {
        const T length = moved.displacement.norm();
        const T kept = kernels::keptLength(length, T(curve.strength), T(curve.stiffness), strength, kt) / length;
        moved.displacement *= kept;
        moved.limitLengthAtCommit *= kept;
    }
    return TangentialResult<T>{calc(moved), kt, strength};
}

TangentialOutput NonlinearSpringDashpotSlider::calcForce(const TangentialInput& in) const {
    const auto k = evaluate(numbersOf(in));
    if (isLinear(form)) return toOutput(k, in);
    TangentialOutput out = toOutput(k.output);
    out.history.set(Curve{k.strength, k.stiffness});
    return out;
}

TangentialTangent NonlinearSpringDashpotSlider::calcTangent(const TangentialInput& in,
                                                            const NormalTangent& normal) const {
    return toTangent(evaluate(dualsOf(in, normal)).output, *this, in, normal);
}

} // namespace simbodydem
