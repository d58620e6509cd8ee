// Each law of the library in each variant, with parameters over their ranges. MindlinConservative is left out, since its force has a part along
// the normal.

#include "Laws.h"

#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/DMTNormal.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/normal/JKRNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCHystereticNormal.h>
#include <simbodydem/laws/normal/PFCLinearNormal.h>
#include <simbodydem/laws/rolling/ConstantRolling.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/rolling/ViscousRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/DashpotSlider.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/MindlinSecant.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>
#include <simbodydem/laws/tangential/PFCLinearShear.h>
#include <simbodydem/laws/tangential/TangentialDashpot.h>
#include <simbodydem/laws/tangential/TangentialSpring.h>

namespace fuzz {

namespace {

template <class Base, class Law> DrawnLaw<Base> drawn(const Law& law, bool promises) {
    return {std::unique_ptr<Base>(law.clone()), promises};
}

DrawnLaw<NormalLaw> hertz(Dice& r) {
    using Damping = HertzNormal::Damping;
    HertzNormal law;
    const Tension tension = r.oneOf({Tension::Clamped, Tension::Allowed});
    law.setTension(tension);
    law.setRestitutionMeaning(r.oneOf({RestitutionMeaning::Realized, RestitutionMeaning::Textbook}));
    law.setDamping(r.oneOf({Damping::None, Damping::TsujiTanakaIshida, Damping::CriticalRatio, Damping::KuwabaraKono,
                            Damping::LeeHerrmann, Damping::Linear}));
    law.setTTIConstants(r.oneOf({HertzNormal::TTIConstants::Exact, HertzNormal::TTIConstants::DEMLab}));
    if (r.chance(0.5)) law.setDampingRatio(r.logBetween(1e-3, 1));
    law.setDampingCoefficient(r.logBetween(1e-2, 1e4));
    return drawn<NormalLaw>(law, tension == Tension::Clamped);
}

DrawnLaw<NormalLaw> linear(Dice& r) {
    LinearNormal law;
    const Tension tension = r.oneOf({Tension::Clamped, Tension::Allowed});
    const bool bonds = r.chance(0.2);
    law.setTension(tension).setNoBreak(bonds);
    law.setRestitutionMeaning(r.oneOf({RestitutionMeaning::Realized, RestitutionMeaning::Textbook}));
    law.setDampingRatio(r.logBetween(1e-3, 0.9));
    if (r.chance(0.3)) law.setStiffness(r.logBetween(1e2, 1e8));
    if (r.chance(0.3)) law.setFacetHalfThickness(r.logBetween(1e-3, 1));
    return drawn<NormalLaw>(law, tension == Tension::Clamped && !bonds);
}

DrawnLaw<NormalLaw> huntCrossley(Dice& r) {
    HuntCrossleyNormal law;
    if (r.chance(0.5)) law.setDamping(HuntCrossleyNormal::Damping::FromRestitution);
    law.setMinimumImpactSpeed(r.logBetween(1e-4, 1)); // without it a dashpot may depend on the rounding of a speed
    return drawn<NormalLaw>(law, true);
}

DashpotMode drawMode(Dice& r) {
    return r.oneOf({DashpotMode::Full, DashpotMode::NoTension, DashpotMode::CutShearWhenSlipping,
                    DashpotMode::NoTensionAndCutShear});
}

DrawnLaw<NormalLaw> pfcLinear(Dice& r) {
    PFCLinearNormal law;
    const DashpotMode mode = drawMode(r);
    law.setDashpotMode(mode);
    if (r.chance(0.3)) law.setStiffness(r.logBetween(1e2, 1e8));
    if (r.chance(0.3)) law.setDampingRatio(r.logBetween(1e-3, 1));
    return drawn<NormalLaw>(law, mode == DashpotMode::NoTension || mode == DashpotMode::NoTensionAndCutShear);
}

DrawnLaw<NormalLaw> pfcHysteretic(Dice& r) {
    using Form = PFCHystereticNormal::DissipationForm;
    PFCHystereticNormal law;
    law.setDissipationForm(
        r.oneOf({Form::Exact, Form::HuntCrossley, Form::LankaraniNikravesh, Form::Gonthier, Form::ZhiyingQishao,
                 Form::HerbertMcWhannell, Form::LeeWang, Form::Flores, Form::HuGuo, Form::GharibHurmuzlu}));
    law.setMinimumImpactSpeed(r.logBetween(1e-4, 1)); // without it a dashpot may depend on the rounding of a speed
    return drawn<NormalLaw>(law, true);
}

DrawnLaw<NormalLaw> elastoplastic(Dice& r) {
    ElastoplasticNormal law;
    const Real loading = r.logBetween(1e2, 1e8);
    law.setLoadingStiffness(loading);
    if (r.chance(0.5)) law.setUnloadingStiffness(loading * r.logBetween(1, 100));
    const bool sticks = r.chance(0.5);
    if (sticks) law.setCohesiveStiffness(loading * r.logBetween(1e-2, 1));
    return drawn<NormalLaw>(law, !sticks);
}

template <class Law> DrawnLaw<NormalLaw> adhesive(Dice& r) {
    Law law;
    law.setWorkOfAdhesion(r.logBetween(1e-3, 1));
    if (r.chance(0.5)) law.setDamping(HertzNormal::Damping::None);
    return drawn<NormalLaw>(law, false);
}

template <class Law> Law withSlider(Dice& r, Law law = Law()) {
    if (r.chance(0.5)) law.setTangentialDampingRatio(r.chance(0.2) ? 0 : r.logBetween(1e-3, 2));
    if (r.chance(0.3)) law.setTransitionVelocity(r.logBetween(1e-6, 1));
    return law;
}

DrawnLaw<TangentialLaw> cundall(Dice& r) {
    auto law = withSlider<CundallSlider>(r);
    if (r.chance(0.3)) law.setStiffness(r.logBetween(1e2, 1e8));
    if (r.chance(0.3)) law.setStiffnessRatio(r.logBetween(1e-2, 2));
    if (r.chance(0.2)) law.setStiffnessRatioFromPoisson();
    const bool holds = r.chance(0.1);
    law.setNoSlip(holds);
    return drawn<TangentialLaw>(law, !holds);
}

DrawnLaw<TangentialLaw> mindlinIncremental(Dice& r) {
    auto law = withSlider<MindlinIncremental>(r);
    law.setRescaleOnUnloading(r.chance(0.7));
    return drawn<TangentialLaw>(law, true);
}

DrawnLaw<TangentialLaw> nonlinear(Dice& r) {
    using Form = NonlinearSpringDashpotSlider::Form;
    auto law = withSlider(r, NonlinearSpringDashpotSlider(r.oneOf({Form::DiRenzoDiMaio, Form::LangstonTuzunHeyes,
                                                                   Form::ZhuZhouYu, Form::TsujiTanakaIshida})));
    if (r.chance(0.5)) law.setTangentialViscosity(r.logBetween(1, 1e6));
    return drawn<TangentialLaw>(law, true);
}

DrawnLaw<TangentialLaw> pfcShear(Dice& r) {
    auto law = withSlider<PFCLinearShear>(r);
    if (r.chance(0.3)) law.setStiffness(r.chance(0.1) ? 0 : r.logBetween(1e2, 1e8));
    law.setNormalToShearStiffnessRatio(r.logBetween(0.5, 10)).setDashpotMode(drawMode(r));
    return drawn<TangentialLaw>(law, false); // its dashpot is outside the limit
}

template <class Law> Law withDashpot(Dice& r) {
    Law law;
    if (r.chance(0.5)) law.setTangentialDamping(r.logBetween(1e-2, 1e4));
    if (r.chance(0.5)) law.setTangentialDampingRatio(r.logBetween(1e-3, 2));
    return law;
}

DrawnLaw<TangentialLaw> hollars(Dice& r) {
    HollarsFriction law;
    law.setTransitionVelocity(r.logBetween(1e-5, 1));
    const bool isViscous = r.chance(0.3);
    if (isViscous) law.setViscousFriction(r.logBetween(1e-3, 1));
    return drawn<TangentialLaw>(law, !isViscous);
}

DrawnLaw<RollingLaw> epsd(Dice& r) {
    EPSDRolling law;
    if (r.chance(0.3)) {
        const Real stiffness = r.logBetween(1e-3, 1e4);
        law.setStiffness(stiffness).setTwistingStiffness(stiffness * r.logBetween(0.1, 10));
    }
    law.setDampingRatio(r.logBetween(1e-3, 2));
    const bool slipping = r.chance(0.3);
    if (slipping) law.setTwistingLimit(EPSDRolling::TwistingLimit::SlippingPatch);
    return drawn<RollingLaw>(law, !slipping);
}

} // namespace

DrawnLaw<NormalLaw> drawNormalLaw(Dice& r) {
    const auto make = r.oneOf({hertz, hertz, linear, linear, huntCrossley, pfcLinear, pfcHysteretic, elastoplastic,
                               adhesive<DMTNormal>, adhesive<JKRNormal>});
    return make(r);
}

DrawnLaw<TangentialLaw> drawTangentialLaw(Dice& r) {
    switch (r.below(11)) {
    case 0: return drawn<TangentialLaw>(NoFriction(), true);
    case 1: return drawn<TangentialLaw>(withSlider<MindlinSecant>(r).setKelvinVoigt(r.chance(0.7)), true);
    case 2: return mindlinIncremental(r);
    case 3: return nonlinear(r);
    case 4: return pfcShear(r);
    case 5: return hollars(r);
    case 6: {
        auto law = withDashpot<DashpotSlider>(r);
        if (r.chance(0.3)) law.setTransitionVelocity(r.logBetween(1e-6, 1));
        return drawn<TangentialLaw>(law, true);
    }
    case 7: return drawn<TangentialLaw>(withDashpot<TangentialDashpot>(r), false);
    case 8: return drawn<TangentialLaw>(TangentialSpring().setStiffnessRatio(r.logBetween(1e-2, 2)), false);
    default: return cundall(r);
    }
}

DrawnLaw<RollingLaw> drawRollingLaw(Dice& r) {
    switch (r.below(5)) {
    case 0: return drawn<RollingLaw>(ConstantRolling(), true);
    case 1: return drawn<RollingLaw>(ViscousRolling(), false);
    case 2: return epsd(r);
    default: return drawn<RollingLaw>(NoRolling(), true);
    }
}

SurfaceMaterial drawMaterial(Dice& r) {
    SurfaceMaterial m;
    m.youngsModulus = r.logBetween(1e5, 1e11);
    m.poissonsRatio = r.between(-0.5, 0.5);
    m.restitution = r.chance(0.1) ? 1 : r.between(0.01, 1); // 0 is not drawn
    m.staticFriction = r.chance(0.1) ? 0 : r.logBetween(1e-2, 2);
    m.kineticFriction = m.staticFriction * r.between(0.2, 1);
    m.dissipation = r.logBetween(1e-3, 10);
    m.rollingFriction = r.chance(0.1) ? 0 : r.logBetween(1e-3, 0.1);
    m.twistingFriction = r.logBetween(1e-3, 0.1);
    return m;
}

} // namespace fuzz
