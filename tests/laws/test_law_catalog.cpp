// Tests the catalog of laws: a name gives the law of its class, and no given parameter is ignored.

#include "Messages.h"

#include <Simbody.h>

#include <simbodydem/LawCatalog.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/normal/DMTNormal.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/PFCLinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace test_law_catalog {
namespace {

using namespace SimTK;
using namespace simbodydem;

// One of the three kinds of laws: its names, descriptions, and a law made with parameters.
struct Made {
    std::string className;
    LawParameters parameters;
};
struct Kind {
    std::vector<LawDescription> laws;
    Made (*make)(const std::string&, const std::map<std::string, double>&, const std::map<std::string, std::string>&);
};

template <class Law> Made read(const std::unique_ptr<Law>& law) { return {law->getName(), law->getParameters()}; }

std::vector<Kind> kinds() {
    return {{listNormalLaws(), [](auto& name, auto& n, auto& c) { return read(makeNormalLaw(name, n, c)); }},
            {listTangentialLaws(), [](auto& name, auto& n, auto& c) { return read(makeTangentialLaw(name, n, c)); }},
            {listRollingLaws(), [](auto& name, auto& n, auto& c) { return read(makeRollingLaw(name, n, c)); }}};
}

bool isEqual(const LawParameter& a, const LawParameter& b) {
    const Real* number = std::get_if<Real>(&a.value);
    return a.name == b.name &&
           (a.value == b.value || (number && std::isnan(*number) && std::isnan(std::get<Real>(b.value))));
}

// Returns a number inside the range, and a number just outside of it.
Real inside(const ParameterRange& range) { return std::isfinite(range.greatest) ? range.greatest : range.least + 0.5; }
Real outside(const ParameterRange& range) { return range.includesLeast ? range.least - 1 : range.least; }

// Each name makes a law of its listed class, with the listed defaults.
TEST(LawCatalog, MakesTheListedLaws) {
    for (const Kind& kind : kinds())
        for (const LawDescription& law : kind.laws) {
            const Made made = kind.make(law.name, {}, {});
            EXPECT_EQ(made.className, law.className) << law.name;
            ASSERT_EQ(made.parameters.size(), law.parameters.size()) << law.name;
            for (std::size_t i = 0; i < made.parameters.size(); ++i)
                EXPECT_TRUE(isEqual(made.parameters[i], law.parameters[i]))
                    << law.name << " " << law.parameters[i].name;
        }
}

// Names are unique, and each description is complete: formula, limits, and unit, range and default of each number.
TEST(LawCatalog, DescribesEveryLaw) {
    for (const Kind& kind : kinds()) {
        std::set<std::string> names;
        for (const LawDescription& law : kind.laws) {
            EXPECT_TRUE(names.insert(law.name).second) << law.name;
            EXPECT_FALSE(law.formula.empty() || law.goodFor.empty() || law.cannot.empty()) << law.name;
            for (const LawParameter& p : law.parameters) {
                if (!p.choices.empty()) continue;
                EXPECT_FALSE(p.unit.empty()) << law.name << " " << p.name;
                EXPECT_FALSE(p.range.contains(NaN)) << law.name << " " << p.name;
                const bool hasDefault = !std::isnan(std::get<Real>(p.value));
                EXPECT_TRUE(hasDefault || !p.ifNotSet.empty()) << law.name << " " << p.name;
            }
        }
    }
}

// Each parameter that a law uses can be set by its name, reaches the law, and is an error outside of its range.
TEST(LawCatalog, TakesEveryParameter) {
    for (const Kind& kind : kinds())
        for (const LawDescription& law : kind.laws)
            for (const LawParameter& p : law.parameters) {
                if (!p.isUsed) continue;
                if (!p.choices.empty()) {
                    const std::string text = std::get<std::string>(p.value); // the last would change the law
                    EXPECT_NO_THROW(kind.make(law.name, {}, {{p.name, text}})) << law.name << " " << p.name;
                    expectMessage<std::invalid_argument>(
                        [&] {
                            kind.make(law.name, {}, {{p.name, "nonsense"}});
                        },
                        {p.name + " = nonsense", p.choices.front(), p.choices.back()});
                    continue;
                }
                const bool setsApart = messageOf([&] {
                                           kind.make(law.name, {{p.name, inside(p.range)}}, {});
                                       }).find("replace its") != std::string::npos;
                if (!setsApart) {
                    const Made made = kind.make(law.name, {{p.name, inside(p.range)}}, {});
                    for (const LawParameter& q : made.parameters)
                        EXPECT_TRUE(q.name != p.name || std::get<Real>(q.value) == inside(p.range))
                            << law.name << " " << p.name;
                }
                for (Real bad : {outside(p.range), Real(NaN)})
                    expectMessage<std::invalid_argument>(
                        [&] {
                            kind.make(law.name, {{p.name, bad}}, {});
                        },
                        {law.className, p.name, p.range.toText()});
            }
}

// getParameters() returns the parameters that make the same law again.
TEST(LawCatalog, MakesALawAgainFromItsParameters) {
    for (const Kind& kind : kinds())
        for (const LawDescription& law : kind.laws) {
            std::map<std::string, double> numbers;
            std::map<std::string, std::string> choices;
            for (const LawParameter& p : law.parameters) {
                if (!p.isUsed) continue;
                const Real* number = std::get_if<Real>(&p.value);
                if (number && !std::isnan(*number)) numbers[p.name] = *number;
                if (!number) choices[p.name] = std::get<std::string>(p.value);
            }
            const Made made = kind.make(law.name, numbers, choices);
            for (std::size_t i = 0; i < made.parameters.size(); ++i)
                EXPECT_TRUE(isEqual(made.parameters[i], law.parameters[i]))
                    << law.name << " " << law.parameters[i].name;
        }
}

// An unknown law or parameter is an error that lists the known ones.
TEST(LawCatalog, ListsKnownLawsInErrors) {
    expectMessages<std::invalid_argument>({{[] { makeNormalLaw("herz"); }, {"normal law \"herz\"", "hertz", "jkr"}},
                                           {[] { makeTangentialLaw("cundal"); }, {"tangential law", "cundall"}},
                                           {[] { makeRollingLaw(""); }, {"rolling law \"\"", "epsd"}}});
    expectMessage<std::invalid_argument>(
        [] {
            makeNormalLaw("linear", {{"kn", 1e5}});
        },
        {"linear", "no number kn", "stiffness", "dampingRatio"});
    expectMessage<std::invalid_argument>(
        [] {
            makeNormalLaw("linear", {}, {{"stiffness", "soft"}});
        },
        {"no choice stiffness", "tension"});
    expectMessage<std::invalid_argument>([] { makeTangentialLaw("none", {{"stiffness", 1}}); }, {"there is none"});
}

// A parameter that has no effect beside the others is an error.
TEST(LawCatalog, RejectsUnusedParameters) {
    const char* const unheard = "is not used beside the other parameters";
    expectMessage<std::invalid_argument>(
        [] {
            makeNormalLaw("hertz", {{"dampingRatio", 0.1}});
        },
        {"hertz: dampingRatio", unheard});
    expectMessage<std::invalid_argument>(
        [] {
            makeTangentialLaw("cundall", {{"stiffness", 1e4}, {"stiffnessRatio", 1}});
        },
        {"cundall: stiffness", unheard});
    expectMessage<std::invalid_argument>(
        [] {
            makeTangentialLaw("spring-slider", {{"stiffness", 1e5}});
        },
        {"spring-slider", "replace its stiffnessRatioFromPoisson, which has no effect"});
    EXPECT_NO_THROW(makeNormalLaw("hertz", {{"dampingRatio", 0.1}}, {{"damping", "CriticalRatio"}}));
}

// A parameter that is given replaces the ones that exclude it, by a setter as by its name.
TEST(LawCatalog, GivenParametersReplaceOthers) {
    const auto numberOf = [](const auto& law, int i) { return std::get<Real>(law.getParameters()[i].value); };
    EXPECT_TRUE(std::isnan(numberOf(CundallSlider().setStiffness(1e4).setStiffnessRatio(0.5), 0)));
    EXPECT_TRUE(std::isnan(numberOf(CundallSlider().setStiffness(1e4).setStiffnessRatioFromPoisson(), 0)));
    EXPECT_EQ(numberOf(CundallSlider().setStiffness(1e4).setStiffnessRatioFromPoisson(false), 0), 1e4);
    EXPECT_TRUE(std::isnan(numberOf(PFCLinearNormal().setStiffness(1e4).setEffectiveModulus(1e6), 0)));
    const auto law = makeTangentialLaw("spring-dashpot-slider", {{"stiffnessRatio", 0.5}});
    EXPECT_EQ(std::get<std::string>(law->getParameters()[2].value), "off");
}

// A law that has only some choices of an enumeration rejects the others.
TEST(LawCatalog, RejectsChoicesOfOtherLaws) {
    const std::vector<std::string> message = {"DMTNormal: damping = Linear", "one of None, TsujiTanakaIshida"};
    expectMessage<std::invalid_argument>([] { DMTNormal().setDamping(HertzNormal::Damping::Linear); }, message);
    expectMessage<std::invalid_argument>([] { makeNormalLaw("dmt", {}, {{"damping", "Linear"}}); }, message);
}

// bind() changes no parameter, set or not: a law can be read and bound again.
TEST(LawCatalog, BindingChangesNoParameter) {
    SurfaceMaterial soft, hard;
    soft.youngsModulus = 1e6;
    hard.youngsModulus = 1e8;
    for (SurfaceMaterial* m : {&soft, &hard}) {
        m->poissonsRatio = 0.3;
        m->restitution = 0.5;
        m->staticFriction = 0.4;
        m->rollingFriction = 0.1;
        m->dissipation = 0.1;
        m->stiffnessRatio = 0.7;
    }
    const PairMaterial pair = mixMaterials(soft, hard);
    const auto expectUnchanged = [&](auto&& law) {
        const LawParameters before = law->getParameters();
        law->bind(pair);
        const LawParameters after = law->getParameters();
        for (std::size_t i = 0; i < before.size(); ++i)
            EXPECT_TRUE(isEqual(before[i], after[i])) << law->getName() << " " << before[i].name;
    };
    for (const LawDescription& d : listNormalLaws()) {
        std::map<std::string, double> needed;
        for (const LawParameter& p : d.parameters)
            if (p.isUsed && p.ifNotSet == "needed") needed[p.name] = 1;
        expectUnchanged(makeNormalLaw(d.name, needed));
    }
    for (const LawDescription& d : listTangentialLaws()) expectUnchanged(makeTangentialLaw(d.name));
    for (const LawDescription& d : listRollingLaws()) expectUnchanged(makeRollingLaw(d.name));
}

// A named pair of laws consists of laws of the catalog.
TEST(LawCatalog, NamesPairs) {
    for (const NamedLaws& named : listNamedLaws()) {
        EXPECT_NO_THROW(makeNormalLaw(named.normal)) << named.name;
        EXPECT_NO_THROW(makeTangentialLaw(named.tangential)) << named.name;
    }
}

} // namespace
} // namespace test_law_catalog
