#include "simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h"

#include "Checks.h"
#include "Names.h"
#include "kernels/NonlinearSlider.h"
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

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setTangentialDampingRatio(SimTK::Real beta) {
    checkNotNegative(getName(), "tangentialDampingRatio", beta, "-");
    dampingRatio = beta;
    return *this;
}

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setTangentialViscosity(SimTK::Real eta) {
    checkNotNegative(getName(), "tangentialViscosity eta", eta, "Pa s");
    viscosity = eta;
    return *this;
}

NonlinearSpringDashpotSlider& NonlinearSpringDashpotSlider::setTransitionVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionVelocity", speed, "m/s");
    transitionVelocity = speed;
    return *this;
}

LawParameters NonlinearSpringDashpotSlider::getParameters() const {
    return {{"form", nameOf(form, {"DiRenzoDiMaio", "LangstonTuzunHeyes", "ZhuZhouYu", "TsujiTanakaIshida"})},
            {"tangentialDampingRatio", dampingRatio, "-"},
            {"tangentialViscosity", viscosity, "Pa s"},
            {"transitionVelocity", transitionVelocity, "m/s"}};
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
    dampingRatio = dampingRatioOf(dampingRatio, pair);
}

TangentialAnswer NonlinearSpringDashpotSlider::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const kernels::NonlinearSliderConstants law{toKernel(form), effectiveShearModulus, effectiveYoungsModulus,
                                                dampingRatio, viscosity};
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
