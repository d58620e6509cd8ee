// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h"

#include "Checks.h"
#include "kernels/NonlinearSlider.h"
#include "laws/Parameter.h"
#include "laws/tangential/SliderGlue.h"

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

} // namespace

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setForm(Form f) {
    form = f;
    return *this;
}

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setTangentialDampingRatio(SimTK::Real ratio) {
    dampingRatio = checked(*this, "tangentialDampingRatio", ratio);
    return *this;
}

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setTangentialViscosity(SimTK::Real eta) {
    viscosity = checked(*this, "tangentialViscosity", eta);
    return *this;
}

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setTransitionVelocity(SimTK::Real speed) {
    transitionVelocity = checked(*this, "transitionVelocity", speed);
    return *this;
}

LawParameters NonlinearSpringDashpotSlider::getParameters() const {
    const bool isViscous = form == Form::ZhuZhouYu;
    return {choice("form", form),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution", !isViscous),
            number("tangentialViscosity", viscosity, "Pa s", notNegative, "eta", "", isViscous),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness")};
}

RequiredValues NonlinearSpringDashpotSlider::getRequiredValues() const {
    return moduliFrictionAndDamping(form == Form::ZhuZhouYu ? 0 : dampingRatio);
}

void NonlinearSpringDashpotSlider::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveShearModulus = pair.effectiveShearModulus;
    effectiveYoungsModulus = pair.effectiveYoungsModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    beta = dampingRatioOf(dampingRatio, pair);
}

TangentialAnswer NonlinearSpringDashpotSlider::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const kernels::NonlinearSliderConstants law{toKernel(form), effectiveShearModulus, effectiveYoungsModulus, beta,
                                                viscosity};
    const auto calc = [&](const kernels::TangentialInput<SimTK::Real>& moved) {
        return kernels::nonlinearSlider(friction, law, in.contact.contactRadius, moved);
    };
    const SimTK::Real kt = kernels::mindlinStiffness(effectiveShearModulus, in.contact.contactRadius);
    if (form == Form::DiRenzoDiMaio || form == Form::TsujiTanakaIshida) return calcWithMemory(in, kt, calc);

    struct Memory {
        SimTK::Real strength, stiffness; // of the curve at the commit, 0 at first touch
    };
    const auto curve = in.history.get<Memory>();
    const SimTK::Real strength = staticFriction * in.normal.frictionalLoad;
    kernels::TangentialInput<SimTK::Real> moved = simbodydem::toKernel(in);
    const SimTK::Real length = moved.displacement.norm();
    if (length > 0 && curve.strength > 0)
        moved.displacement *= kernels::keptLength(length, curve.strength, curve.stiffness, strength, kt) / length;
    TangentialAnswer out = toAnswer(calc(moved));
    out.history.set(Memory{strength, kt});
    return out;
}

} // namespace simbodydem
