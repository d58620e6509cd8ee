// SPDX-License-Identifier: Apache-2.0
// The catalog of tangential laws: one entry each.

#include "laws/CatalogEntry.h"
#include "simbodydem/laws/TangentialLaw.h"
#include "simbodydem/laws/tangential/CundallSlider.h"
#include "simbodydem/laws/tangential/DashpotSlider.h"
#include "simbodydem/laws/tangential/HollarsFriction.h"
#include "simbodydem/laws/tangential/MindlinConservative.h"
#include "simbodydem/laws/tangential/MindlinIncremental.h"
#include "simbodydem/laws/tangential/MindlinSecant.h"
#include "simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h"
#include "simbodydem/laws/tangential/PFCLinearShear.h"
#include "simbodydem/laws/tangential/TangentialDashpot.h"
#include "simbodydem/laws/tangential/TangentialSpring.h"

namespace simbodydem {

namespace {

CatalogEntry<TangentialLaw> mindlinIncremental(const std::string& name, bool rescale, const std::string& formula,
                                               const std::string& goodFor, const std::string& cannot) {
    return entry<TangentialLaw>(name, MindlinIncremental().setRescaleOnUnloading(rescale), formula,
                                "Thornton et al. 2013; PFC", goodFor, cannot);
}

CatalogEntry<TangentialLaw> cundall(const std::string& name, const CundallSlider& prototype, const std::string& formula,
                                    const std::string& source, const std::string& goodFor) {
    return entry<TangentialLaw>(name, prototype, formula, source, goodFor, "follow Mindlin's curve");
}

CatalogEntry<TangentialLaw> nonlinear(const std::string& name, NonlinearSpringDashpotSlider::Form form,
                                      const std::string& formula, const std::string& source) {
    return entry<TangentialLaw>(name, NonlinearSpringDashpotSlider(form), formula, source, "comparison",
                                "Mindlin-Deresiewicz's loops: it unloads along its loading curve");
}

const std::vector<CatalogEntry<TangentialLaw>>& tangentialCatalog() {
    using Form = NonlinearSpringDashpotSlider::Form;
    static const std::vector<CatalogEntry<TangentialLaw>> entries = {
        entry<TangentialLaw>("none", NoFriction(), "0", "", "smooth contacts", "hold or slow down"),
        entry<TangentialLaw>("mindlin-secant", MindlinSecant(), "kt xi + c dxi/dt, kt = 8 G* sqrt(R* delta), up to mu N",
                             "Mindlin 1949; LIGGGHTS", "oblique impact, standing, holding",
                             "conserve energy: up to 1.05 of it in an elastic impact that sticks"),
        entry<TangentialLaw>("mindlin-conservative", MindlinConservative(),
                             "kt xi + c v_t with the same kt, up to mu times the normal force, and 1/2 dkt/ddelta xi^2 along the normal", "its energy 1/2 kt xi^2",
                             "impacts that stick, e near 1", "follow codes whose normal force knows no shear"),
        mindlinIncremental("mindlin-incremental", false, "dF = kt ds + dashpot, kt = 8 G* sqrt(R* delta), up to mu N",
                           "comparison with codes that do not rescale",
                           "return grazing speed: 0.96 at 2 degrees, e = 1"),
        mindlinIncremental("mindlin-rescaled", true, "the same, F scaled with kt on unloading",
                           "as mindlin-secant, and never creates energy",
                           "return grazing speed: 0.88 at 2 degrees, e = 1"),
        cundall("cundall", CundallSlider(), "kt xi + c v_t, kt given or a fraction of kn, up to mu N",
                "Cundall & Strack 1979; Woo", "standing, holding, rolling; with a soft kn in few steps"),
        cundall("spring-dashpot-slider", CundallSlider().setStiffnessRatioFromPoisson(),
                "the same with kt = kn (1 - nu)/(1 - nu/2)", "DEMLab", "comparison"),
        cundall("spring-slider", CundallSlider().setStiffnessRatioFromPoisson().setTangentialDampingRatio(0),
                "the same without dashpot", "DEMLab", "comparison"),
        entry<TangentialLaw>("pfc-linear", PFCLinearShear(), "ks xi up to mu kn delta, dashpot outside the limit",
                             "PFC, linear model", "comparison with PFC",
                             "a smooth change from stick to slip in modes 2 and 3"),
        entry<TangentialLaw>("dashpot-slider", DashpotSlider(), "eta v_t, up to mu N", "Haff & Werner 1986; DEMLab",
                             "gross sliding", "hold: under a load T it creeps at T/eta"),
        entry<TangentialLaw>("spring", TangentialSpring(), "kt xi, without limit", "DEMLab", "fixtures, tests",
                             "slide"),
        entry<TangentialLaw>("dashpot", TangentialDashpot(), "eta v_t, without limit", "DEMLab", "fixtures, tests",
                             "hold"),
        nonlinear("di-renzo-di-maio", Form::DiRenzoDiMaio, "16/3 G* sqrt(R* delta) xi + c v_t, up to mu N",
                  "Di Renzo & Di Maio 2005; DEMLab"),
        nonlinear("langston-tuzun-heyes", Form::LangstonTuzunHeyes,
                  "mu N (1 - (1 - xi/d)^(3/2)) + dashpot, d = 3 mu N/(16 G* a)", "Langston et al. 1995; DEMLab"),
        nonlinear("zhu-zhou-yu", Form::ZhuZhouYu, "the same elastic part, dashpot with the viscosity of the material",
                  "Zhu et al. 2007; DEMLab"),
        nonlinear("tsuji-tanaka-ishida", Form::TsujiTanakaIshida,
                  "8 G* sqrt(R* delta) xi + c v_t with the normal dashpot's coefficient", "Tsuji et al. 1992; DEMLab"),
        entry<TangentialLaw>("hollars", HollarsFriction(),
                             "N (min(r, 1) (mu_k + 2 (mu_s - mu_k)/(1 + r^2))), r = v_t/v_transition",
                             "Hollars; Simbody", "rebuilding HuntCrossleyForce", "hold"),
    };
    return entries;
}

} // namespace

std::vector<LawDescription> listTangentialLaws() { return describeAll(tangentialCatalog()); }

std::unique_ptr<TangentialLaw> makeTangentialLaw(const std::string& name,
                                                 const std::map<std::string, double>& parameters,
                                                 const std::map<std::string, std::string>& choices) {
    return makeFrom(tangentialCatalog(), "tangential", name, parameters, choices);
}

} // namespace simbodydem
