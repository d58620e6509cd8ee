// The laws of the laboratory, one entry each. A new law is one more line here.

#include "LawCatalog.h"

namespace lab {

using namespace simbodydem;

namespace {

template <class Law> std::unique_ptr<Law> own(const Law& law) { return std::unique_ptr<Law>(law.clone()); }

std::unique_ptr<NormalLaw> hertz(OptionReader& options) {
    HertzNormal law;
    law.setTension(options.readTension());
    const std::string damping = options.readDamping({"none", "tti", "tti-demlab"});
    if (damping == "none") law.setDamping(HertzNormal::Damping::None);
    if (damping == "tti-demlab") law.setTTIConstants(HertzNormal::TTIConstants::DEMLab);
    return own(law);
}

std::unique_ptr<NormalLaw> linear(OptionReader& options) {
    LinearNormal law;
    law.setTension(options.readTension());
    options.read(&LawChoice::kn, [&](Real kn) { law.setStiffness(kn); });
    if (options.readDamping({"none", "linear"}) == "none") law.setDampingRatio(0);
    return own(law);
}

// What the command line says about every tangential law with friction.
template <class Law> Law withFrictionOptions(OptionReader& options) {
    Law law;
    options.read(&LawChoice::tangentialDampingRatio, [&](Real ratio) { law.setTangentialDampingRatio(ratio); });
    options.read(&LawChoice::transitionVelocity, [&](Real speed) { law.setTransitionVelocity(speed); });
    return law;
}

std::unique_ptr<TangentialLaw> cundall(OptionReader& options) {
    auto law = withFrictionOptions<CundallSlider>(options);
    options.read(&LawChoice::kt, [&](Real kt) { law.setStiffness(kt); });
    return own(law);
}

std::unique_ptr<TangentialLaw> dashpotSlider(OptionReader& options) {
    auto law = withFrictionOptions<DashpotSlider>(options);
    options.read(&LawChoice::tangentialDamping, [&](Real eta) { law.setTangentialDamping(eta); });
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
        {"hunt-crossley", "", ""},
    };
    return laws;
}

const std::vector<CatalogEntry<NormalLaw>>& normalLaws() {
    static const std::vector<CatalogEntry<NormalLaw>> laws = {
        {"hertz",
         "Fn = K d^(3/2), K = 4/3 E* sqrt(R*); --damping none, tti: + alpha sqrt(m* K) d^(1/4) d', alpha = -sqrt(5) ln "
         "e/sqrt(ln^2 e + pi^2), or tti-demlab: rounded constants",
         hertz},
        {"linear",
         "Fn = kn d, kn given or 1/kn = l_a/(E_a A) + l_b/(E_b A); --damping none or linear: + 2 b sqrt(m* kn) d', b = "
         "-ln e/sqrt(ln^2 e + pi^2)",
         linear},
    };
    return laws;
}

const std::vector<CatalogEntry<TangentialLaw>>& tangentialLaws() {
    static const std::vector<CatalogEntry<TangentialLaw>> laws = {
        {"none", "Ft = 0", [](OptionReader&) { return std::make_unique<NoFriction>(); }},
        {"mindlin-secant", "Ft = -(kt xi + c v_t), kt = 8 G* sqrt(R* d), |Ft| <= mu Fn",
         [](OptionReader& options) { return own(withFrictionOptions<MindlinSecant>(options)); }},
        {"cundall", "Ft = -(kt xi + c v_t), kt given or 0.2 kn, |Ft| <= mu Fn", cundall},
        {"dashpot-slider", "Ft = -min(eta |v_t|, mu Fn) v_t/|v_t|; creeps under any load", dashpotSlider},
    };
    return laws;
}

const std::vector<CatalogEntry<RollingLaw>>& rollingLaws() {
    static const std::vector<CatalogEntry<RollingLaw>> laws = {
        {"none", "M = 0", [](OptionReader&) { return std::make_unique<NoRolling>(); }},
    };
    return laws;
}

} // namespace lab
