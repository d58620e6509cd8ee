// The laws of the laboratory, one entry each. A new law is one more line here.

#include "LawCatalog.h"

namespace lab {

using namespace simbodydem;

namespace {

template <class Law> std::unique_ptr<Law> own(const Law& law) { return std::unique_ptr<Law>(law.clone()); }

std::unique_ptr<NormalLaw> hertz(OptionReader& options) {
    using Damping = HertzNormal::Damping;
    HertzNormal law;
    law.setTension(options.readTension()).setRestitutionMeaning(options.readRestitutionMeaning());
    const std::string damping =
        options.readDamping({"none", "critical-ratio", "tti", "tti-demlab", "kk", "lh", "linear"});
    if (damping == "none") law.setDamping(Damping::None);
    if (damping == "tti-demlab") law.setTTIConstants(HertzNormal::TTIConstants::DEMLab);
    if (damping == "critical-ratio") {
        law.setDamping(Damping::CriticalRatio);
        options.read(&LawChoice::dampingRatio, [&](Real ratio) { law.setDampingRatio(ratio); });
    }
    for (const auto& [name, kind] : {std::pair{"kk", Damping::KuwabaraKono}, std::pair{"lh", Damping::LeeHerrmann},
                                     std::pair{"linear", Damping::Linear}})
        if (damping == name) {
            law.setDamping(kind);
            options.read(&LawChoice::dampingCoefficient, [&](Real c) { law.setDampingCoefficient(c); });
        }
    return own(law);
}

template <class Law> Law withLinearOptions(OptionReader& options) {
    Law law;
    options.read(&LawChoice::kn, [&](Real kn) { law.setStiffness(kn); });
    if (options.readDamping({"none", "linear"}) == "none")
        law.setDampingRatio(0);
    else
        options.read(&LawChoice::dampingRatio, [&](Real ratio) { law.setDampingRatio(ratio); });
    law.setRestitutionMeaning(options.readRestitutionMeaning());
    return law;
}

std::unique_ptr<NormalLaw> linear(OptionReader& options) {
    auto law = withLinearOptions<LinearNormal>(options);
    law.setTension(options.readTension());
    return own(law);
}

// A law that latches the impact speed must be told what to make of a body that is put down gently.
template <class Law> void readMinimumImpactSpeed(OptionReader& options, Law& law) {
    law.setMinimumImpactSpeed(1e-3);
    options.read(&LawChoice::minimumImpactSpeed, [&](Real speed) { law.setMinimumImpactSpeed(speed); });
}

std::unique_ptr<NormalLaw> linearLikeHertz(OptionReader& options, LinearNormal::StiffnessFrom from) {
    LinearNormal law;
    law.setStiffnessFrom(from).setTension(options.readTension());
    law.setRestitutionMeaning(options.readRestitutionMeaning());
    if (options.readDamping({"none", "linear"}) == "none") law.setDampingRatio(0);
    readMinimumImpactSpeed(options, law);
    return own(law);
}

std::unique_ptr<NormalLaw> huntCrossley(OptionReader& options) {
    HuntCrossleyNormal law;
    bool hasDissipation = false;
    options.read(&LawChoice::dissipation, [&](Real) { hasDissipation = true; }); // it is part of the material
    if (!hasDissipation) {
        law.setDamping(HuntCrossleyNormal::Damping::FromRestitution);
        readMinimumImpactSpeed(options, law);
    }
    return own(law);
}

std::unique_ptr<NormalLaw> pfcHysteretic(OptionReader& options) {
    PFCHystereticNormal law;
    readMinimumImpactSpeed(options, law);
    return own(law);
}

std::unique_ptr<NormalLaw> elastoplastic(OptionReader& options) {
    ElastoplasticNormal law;
    law.setLoadingStiffness(1e5);
    options.read(&LawChoice::kn, [&](Real kn) { law.setLoadingStiffness(kn); });
    return own(law);
}

template <class Law> std::unique_ptr<NormalLaw> adhesive(OptionReader& options) {
    Law law;
    law.setWorkOfAdhesion(0.1);
    options.read(&LawChoice::workOfAdhesion, [&](Real work) { law.setWorkOfAdhesion(work); });
    law.setDamping(options.readDamping({"none", "tti"}) == "none" ? HertzNormal::Damping::None
                                                                  : HertzNormal::Damping::TsujiTanakaIshida);
    return std::unique_ptr<NormalLaw>(law.clone());
}

// What the command line says about every tangential law with friction, a spring and a dashpot.
template <class Law> Law withFrictionOptions(OptionReader& options, Law law = Law()) {
    options.read(&LawChoice::tangentialDampingRatio, [&](Real ratio) { law.setTangentialDampingRatio(ratio); });
    options.read(&LawChoice::transitionVelocity, [&](Real speed) { law.setTransitionVelocity(speed); });
    return law;
}

template <class Law> std::unique_ptr<TangentialLaw> springSlider(OptionReader& options, const Law& base = Law()) {
    auto law = withFrictionOptions(options, base);
    options.read(&LawChoice::kt, [&](Real kt) { law.setStiffness(kt); });
    return std::unique_ptr<TangentialLaw>(law.clone());
}

std::unique_ptr<TangentialLaw> mindlinIncremental(OptionReader& options, bool rescale) {
    auto law = withFrictionOptions<MindlinIncremental>(options);
    law.setRescaleOnUnloading(rescale);
    return own(law);
}

std::unique_ptr<TangentialLaw> nonlinear(OptionReader& options, NonlinearSpringDashpotSlider::Form form) {
    return own(withFrictionOptions(options, NonlinearSpringDashpotSlider(form)));
}

std::unique_ptr<TangentialLaw> spring(OptionReader& options) {
    TangentialSpring law;
    options.read(&LawChoice::kt, [&](Real kt) { law.setStiffness(kt); });
    return own(law);
}

template <class Law> Law withDashpotOptions(OptionReader& options) {
    Law law;
    options.read(&LawChoice::tangentialDampingRatio, [&](Real ratio) { law.setTangentialDampingRatio(ratio); });
    options.read(&LawChoice::tangentialDamping, [&](Real eta) { law.setTangentialDamping(eta); });
    return law;
}

std::unique_ptr<TangentialLaw> dashpotSlider(OptionReader& options) {
    auto law = withDashpotOptions<DashpotSlider>(options);
    options.read(&LawChoice::transitionVelocity, [&](Real speed) { law.setTransitionVelocity(speed); });
    return own(law);
}

std::unique_ptr<TangentialLaw> hollars(OptionReader& options) {
    HollarsFriction law;
    options.read(&LawChoice::transitionVelocity, [&](Real speed) { law.setTransitionVelocity(speed); });
    return own(law);
}

// Rolling and twisting friction are part of the material.
template <class Law> std::unique_ptr<RollingLaw> rolling(OptionReader& options) {
    options.read(&LawChoice::rollingFriction, [](Real) {});
    options.read(&LawChoice::twistingFriction, [](Real) {});
    return std::make_unique<Law>();
}

std::unique_ptr<RollingLaw> epsdRolling(OptionReader& options) {
    EPSDRolling law;
    options.read(&LawChoice::rollingStiffness, [&](Real k) { law.setStiffness(k); });
    options.read(&LawChoice::twistingStiffness, [&](Real k) { law.setTwistingStiffness(k); });
    rolling<EPSDRolling>(options);
    return own(law);
}

} // namespace

std::vector<std::pair<std::string, std::string>> listLaws() {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const NamedLaw& named : namedLaws())
        lines.emplace_back("--law " + named.name,
                           named.normal.empty()
                               ? "Simbody's HuntCrossleyForce, for comparison: Fn = 4/3 E* sqrt(R*) d^(3/2) "
                                 "(1 + 3/2 c d'), Ft = Fn f(v_t/v_transition)"
                               : "--normal " + named.normal + " --tangential " + named.tangential);
    for (const auto& entry : normalLaws()) lines.emplace_back("--normal " + entry.name, entry.formula);
    for (const auto& entry : tangentialLaws()) lines.emplace_back("--tangential " + entry.name, entry.formula);
    for (const auto& entry : rollingLaws()) lines.emplace_back("--rolling " + entry.name, entry.formula);
    return lines;
}

const std::vector<NamedLaw>& namedLaws() {
    static const std::vector<NamedLaw> laws = {
        {"hertz-mindlin", "hertz", "mindlin-secant"},
        {"cundall", "linear", "cundall"},
        {"hertz-dashpot-slider", "hertz", "dashpot-slider"},
        {"pfc-linear", "pfc-linear", "pfc-linear"},
        {"pfc-hysteretic", "pfc-hysteretic", "mindlin-rescaled"},
        {"hunt-crossley", "", ""},
    };
    return laws;
}

const std::vector<CatalogEntry<NormalLaw>>& normalLaws() {
    using From = LinearNormal::StiffnessFrom;
    static const std::vector<CatalogEntry<NormalLaw>> laws = {
        {"hertz",
         "Fn = K d^(3/2), K = 4/3 E* sqrt(R*); --damping none, tti (+ alpha sqrt(m* K) d^(1/4) d', alpha = -sqrt(5) ln "
         "e/sqrt(ln^2 e + pi^2)), tti-demlab (rounded), critical-ratio (alpha = sqrt(6) xi), kk (+ eta d^(1/2) d'), lh "
         "(+ gamma m* d'), linear (+ c d')",
         hertz},
        {"linear",
         "Fn = kn d + 2 b sqrt(m* kn) d', kn given or 1/kn = l_a/(E_a A) + l_b/(E_b A), b = -ln e/sqrt(ln^2 e + pi^2)",
         linear},
        {"linear-energy", "the same, kn stores as much energy as Hertz at his greatest overlap: k = (16/15)^(4/5) base",
         [](OptionReader& options) { return linearLikeHertz(options, From::HertzEnergy); }},
        {"linear-overlap",
         "the same, kn has Hertz's greatest overlap: base exp(-2 b acos(b)/sqrt(1 - b^2)) (16/15)^(4/5)",
         [](OptionReader& options) { return linearLikeHertz(options, From::HertzOverlap); }},
        {"linear-time",
         "the same, kn has Hertz's contact time: 1.1997 base/(1 - b^2), base = (v0 R* E*^2 sqrt(m*))^(2/5)",
         [](OptionReader& options) { return linearLikeHertz(options, From::HertzTime); }},
        {"hunt-crossley", "Fn = K d^(3/2) (1 + 3/2 c d'), or (1 + D d'/v0) with D(1+e) = ln((1+D)/(1-D e))",
         huntCrossley},
        {"pfc-linear", "Fn = kn d + 2 b sqrt(m* kn) d', kn given or A E*/L; friction feels kn d",
         [](OptionReader& options) { return own(withLinearOptions<PFCLinearNormal>(options)); }},
        {"pfc-hysteretic", "Fn = K d^(3/2) (1 + D d'/v0), D(e) exact; friction feels K d^(3/2)", pfcHysteretic},
        {"elastoplastic", "Fn = min(kL d, kU (d - d_r)), d_r = d_max (1 - kL/kU), kU = kL/e^2", elastoplastic},
        {"dmt", "Fn = K d^(3/2) + TTI - 2 pi W R*", adhesive<DMTNormal>},
        {"jkr", "Fn = 4 E* a^3/(3 R*) - sqrt(8 pi W E* a^3), d = a^2/R* - sqrt(2 pi W a/E*), with its neck",
         adhesive<JKRNormal>},
    };
    return laws;
}

const std::vector<CatalogEntry<TangentialLaw>>& tangentialLaws() {
    using Form = NonlinearSpringDashpotSlider::Form;
    static const std::vector<CatalogEntry<TangentialLaw>> laws = {
        {"none", "Ft = 0", [](OptionReader&) { return std::make_unique<NoFriction>(); }},
        {"mindlin-secant", "Ft = -(kt xi + c v_t), kt = 8 G* sqrt(R* d), |Ft| <= mu Fn",
         [](OptionReader& options) { return own(withFrictionOptions<MindlinSecant>(options)); }},
        {"mindlin-incremental", "dFt = -kt ds + dashpot, kt = 8 G* sqrt(R* d), |Ft| <= mu Fn",
         [](OptionReader& options) { return mindlinIncremental(options, false); }},
        {"mindlin-rescaled", "the same, Ft scaled with kt on unloading: never creates energy",
         [](OptionReader& options) { return mindlinIncremental(options, true); }},
        {"cundall", "Ft = -(kt xi + c v_t), kt given or 0.2 kn, |Ft| <= mu Fn",
         [](OptionReader& options) { return springSlider<CundallSlider>(options); }},
        {"spring-dashpot-slider", "DEMLab's: the same with kt = kn (1 - nu)/(1 - nu/2)",
         [](OptionReader& options) { return springSlider(options, CundallSlider().setStiffnessRatioFromPoisson()); }},
        {"spring-slider", "DEMLab's: the same without dashpot",
         [](OptionReader& options) {
             return springSlider(options, CundallSlider().setStiffnessRatioFromPoisson().setTangentialDampingRatio(0));
         }},
        {"pfc-linear", "Ft = -ks xi, |ks xi| <= mu kn d, plus a dashpot outside the limit",
         [](OptionReader& options) { return springSlider<PFCLinearShear>(options); }},
        {"dashpot-slider", "Ft = -min(eta |v_t|, mu Fn) v_t/|v_t|; creeps under any load", dashpotSlider},
        {"spring", "Ft = -kt xi, without limit", spring},
        {"dashpot", "Ft = -eta v_t, without limit",
         [](OptionReader& options) { return own(withDashpotOptions<TangentialDashpot>(options)); }},
        {"di-renzo-di-maio", "Ft = -(16/3 G* sqrt(R* d) xi + c v_t), |Ft| <= mu Fn",
         [](OptionReader& options) { return nonlinear(options, Form::DiRenzoDiMaio); }},
        {"langston-tuzun-heyes", "Ft = -mu Fn (1 - (1 - |xi|/D)^(3/2)) + dashpot, D = 3 mu Fn/(16 G* a)",
         [](OptionReader& options) { return nonlinear(options, Form::LangstonTuzunHeyes); }},
        {"zhu-zhou-yu", "the same elastic part, dashpot with the viscosity of the material",
         [](OptionReader& options) { return nonlinear(options, Form::ZhuZhouYu); }},
        {"tsuji-tanaka-ishida", "Ft = -(8 G* sqrt(R* d) xi + c v_t) with the normal dashpot's coefficient",
         [](OptionReader& options) { return nonlinear(options, Form::TsujiTanakaIshida); }},
        {"hollars", "Ft = -Fn (min(r,1) (mu_k + 2 (mu_s - mu_k)/(1 + r^2))) v_t/|v_t|, r = |v_t|/v_transition",
         hollars},
    };
    return laws;
}

const std::vector<CatalogEntry<RollingLaw>>& rollingLaws() {
    static const std::vector<CatalogEntry<RollingLaw>> laws = {
        {"none", "M = 0", [](OptionReader&) { return std::make_unique<NoRolling>(); }},
        {"constant", "M = -mu_r R* Fn min(1, |w|/w0) w/|w|; twisting alike", rolling<ConstantRolling>},
        {"viscous", "M = -mu_r R* Fn (R* w/v0); twisting alike", rolling<ViscousRolling>},
        {"epsd", "M = -(kr theta + c w), kr = 2.25 kn (mu_r R*)^2, |M| <= mu_r R* Fn; twisting alike", epsdRolling},
    };
    return laws;
}

} // namespace lab
