// Tests the parameters that laws list.

#include "Scene.h"

#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/DMTNormal.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
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
#include <simbodydem/laws/tangential/MindlinConservative.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>
#include <simbodydem/laws/tangential/PFCLinearShear.h>
#include <simbodydem/laws/tangential/TangentialDashpot.h>
#include <simbodydem/laws/tangential/TangentialSpring.h>

#include <set>

namespace test_law_parameters {
namespace {

using namespace SimTK;
using namespace simbodydem;

std::string toText(const LawParameter& p) {
    std::ostringstream text;
    text.precision(17);
    text << p.name << ' ';
    std::visit([&](const auto& value) { text << value; }, p.value);
    text << ' ' << p.unit;
    return text.str();
}

// Expects that each setter of a law changes one listed parameter with its own name, and no other. Starts with default settings.
template <class Law> void expectListed(const Law& plain, std::vector<std::function<void(Law&)>> setters) {
    const LawParameters before = plain.getParameters();
    EXPECT_EQ(before.size(), setters.size()) << plain.getName();
    std::set<std::string> names;
    for (const LawParameter& p : before) names.insert(p.name);
    EXPECT_EQ(names.size(), before.size()) << plain.getName() << " has a name twice";
    for (std::size_t i = 0; i < setters.size(); ++i) {
        Law changed = plain;
        setters[i](changed);
        const LawParameters after = changed.getParameters();
        ASSERT_EQ(after.size(), before.size());
        EXPECT_NE(toText(after[i]), toText(before[i])) << plain.getName();
        EXPECT_EQ(after[i].name, before[i].name);
    }
}

// Each setter of each normal law changes its list of parameters, in the order of the list.
TEST(LawParameters, ListTheSettingsOfNormalLaws) {
    expectListed<HertzNormal>({}, {[](auto& law) { law.setDamping(HertzNormal::Damping::Linear); },
                                   [](auto& law) { law.setTTIConstants(HertzNormal::TTIConstants::DEMLab); },
                                   [](auto& law) { law.setDampingRatio(0.1); },
                                   [](auto& law) { law.setDampingCoefficient(3); },
                                   [](auto& law) { law.setTension(Tension::Allowed); },
                                   [](auto& law) { law.setRestitutionMeaning(RestitutionMeaning::Textbook); }});
    expectListed<HuntCrossleyNormal>({},
                                     {[](auto& law) { law.setDamping(HuntCrossleyNormal::Damping::FromRestitution); },
                                      [](auto& law) { law.setMinimumImpactSpeed(0.1); }});
    expectListed<LinearNormal>(
        {}, {[](auto& law) { law.setStiffness(1e4); }, [](auto& law) { law.setDampingRatio(0.1); },
             [](auto& law) { law.setTension(Tension::Allowed); },
             [](auto& law) { law.setRestitutionMeaning(RestitutionMeaning::Textbook); },
             [](auto& law) { law.setNoBreak(true); }, [](auto& law) { law.setFacetHalfThickness(0.1); }});
    expectListed<PFCLinearNormal>({}, {[](auto& law) { law.setStiffness(1e4); },
                                       [](auto& law) { law.setEffectiveModulus(1e6); },
                                       [](auto& law) { law.setDampingRatio(0.1); },
                                       [](auto& law) { law.setDashpotMode(DashpotMode::CutShearWhenSlipping); },
                                       [](auto& law) { law.setRestitutionMeaning(RestitutionMeaning::Textbook); }});
    expectListed<PFCHystereticNormal>(
        {}, {[](auto& law) { law.setDissipationForm(PFCHystereticNormal::DissipationForm::HuGuo); },
             [](auto& law) { law.setMinimalRestitution(0.1); }, [](auto& law) { law.setMinimumImpactSpeed(0.1); }});
    expectListed<ElastoplasticNormal>({}, {[](auto& law) { law.setLoadingStiffness(1e4); },
                                           [](auto& law) { law.setUnloadingStiffness(2e4); },
                                           [](auto& law) { law.setCohesiveStiffness(1e3); }});
    expectListed<JKRNormal>({}, {[](auto& law) { law.setWorkOfAdhesion(0.1); },
                                 [](auto& law) { law.setDamping(HertzNormal::Damping::None); }});
    expectListed<DMTNormal>({}, {[](auto& law) { law.setWorkOfAdhesion(0.1); },
                                 [](auto& law) { law.setDamping(HertzNormal::Damping::None); }});
}

// Each setter of each tangential law changes its list of parameters.
TEST(LawParameters, ListTheSettingsOfTangentialLaws) {
    const auto damping = [](auto& law) { law.setTangentialDampingRatio(0.1); };
    const auto transition = [](auto& law) { law.setTransitionVelocity(0.2); };
    const auto kelvinVoigt = [](auto& law) { law.setKelvinVoigt(); };
    using Nonlinear = NonlinearSpringDashpotSlider;
    expectListed<CundallSlider>({}, {[](auto& law) { law.setStiffness(1e4); },
                                     [](auto& law) { law.setStiffnessRatio(0.5); },
                                     [](auto& law) { law.setStiffnessRatioFromPoisson(); }, damping, transition,
                                     kelvinVoigt, [](auto& law) { law.setNoSlip(true); }});
    expectListed<DashpotSlider>({}, {[](auto& law) { law.setTangentialDamping(3); }, damping, transition});
    expectListed<HollarsFriction>({}, {transition, [](auto& law) { law.setViscousFriction(0.1); }});
    expectListed<MindlinIncremental>({}, {[](auto& law) { law.setRescaleOnUnloading(false); }, damping, transition,
                                     kelvinVoigt});
    expectListed<MindlinSecant>({}, {damping, transition, [](auto& law) { law.setKelvinVoigt(false); }});
    expectListed<MindlinConservative>({}, {damping, transition, kelvinVoigt});
    expectListed<Nonlinear>(Nonlinear(), {[](auto& law) { law = Nonlinear(Nonlinear::Form::TsujiTanakaIshida); },
                                          damping, [](auto& law) { law.setTangentialViscosity(3); }, transition,
                                          kelvinVoigt});
    expectListed<PFCLinearShear>({}, {[](auto& law) { law.setStiffness(1e4); },
                                      [](auto& law) { law.setNormalToShearStiffnessRatio(2); }, damping, transition,
                                      [](auto& law) { law.setDashpotMode(DashpotMode::NoTensionAndCutShear); }});
    expectListed<TangentialDashpot>({}, {[](auto& law) { law.setTangentialDamping(3); }, damping});
    expectListed<TangentialSpring>(
        {}, {[](auto& law) { law.setStiffness(1e4); }, [](auto& law) { law.setStiffnessRatio(0.5); }});
    expectListed<NoFriction>({}, {});
}

// Each setter of each rolling law changes its list of parameters.
TEST(LawParameters, ListTheSettingsOfRollingLaws) {
    expectListed<ConstantRolling>({}, {[](auto& law) { law.setTransitionAngularVelocity(3); }});
    expectListed<EPSDRolling>({},
                              {[](auto& law) { law.setStiffness(3); }, [](auto& law) { law.setTwistingStiffness(3); },
                               [](auto& law) { law.setDampingRatio(0.1); },
                               [](auto& law) { law.setTwistingLimit(EPSDRolling::TwistingLimit::SlippingPatch); },
                               [](auto& law) { law.setKelvinVoigt(); }});
    expectListed<ViscousRolling>({}, {[](auto& law) { law.setReferenceVelocity(3); }});
    expectListed<NoRolling>({}, {});
}

// Choices have the names of their enumerators, and numbers have their units.
TEST(LawParameters, HaveNamesAndUnits) {
    using Form = PFCHystereticNormal::DissipationForm;
    const LawParameters p =
        PFCHystereticNormal().setDissipationForm(Form::GharibHurmuzlu).setMinimumImpactSpeed(0.1).getParameters();
    EXPECT_EQ(toText(p[0]), "dissipationForm GharibHurmuzlu ");
    EXPECT_EQ(toText(p[2]), "minimumImpactSpeed 0.10000000000000001 m/s");
    EXPECT_EQ(toText(PFCLinearNormal().setDashpotMode(DashpotMode::NoTensionAndCutShear).getParameters()[3]),
              "dashpotMode NoTensionAndCutShear ");
    EXPECT_EQ(toText(JKRNormal().setDamping(HertzNormal::Damping::TsujiTanakaIshida).getParameters()[1]),
              "damping TsujiTanakaIshida ");
    EXPECT_EQ(toText(LinearNormal().setTension(Tension::Allowed).getParameters()[2]), "tension Allowed ");
}

} // namespace
} // namespace test_law_parameters
