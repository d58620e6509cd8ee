// SPDX-License-Identifier: Apache-2.0
// The catalog of rolling laws: one entry each.

#include "laws/CatalogEntry.h"
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/rolling/ConstantRolling.h"
#include "simbodydem/laws/rolling/EPSDRolling.h"
#include "simbodydem/laws/rolling/ViscousRolling.h"

namespace simbodydem {

namespace {

const std::vector<CatalogEntry<RollingLaw>>& rollingCatalog() {
    static const std::vector<CatalogEntry<RollingLaw>> entries = {
        entry<RollingLaw>("none", NoRolling(), "0", "", "whatever rolls freely", "slow down"),
        entry<RollingLaw>("constant", ConstantRolling(), "mu_r R* N min(1, w/w_0) against the rolling; twisting alike",
                          "Zhou et al. 1999", "slowing down", "hold: it creeps"),
        entry<RollingLaw>("viscous", ViscousRolling(), "mu_r R* N (R* w/v_r); twisting alike", "Ai et al. 2011, type B",
                          "slowing down fast rolling", "hold"),
        entry<RollingLaw>(
            "epsd", EPSDRolling(), "k_r theta + c w, k_r = 2.25 kn (mu_r R*)^2, up to mu_r R* N; twisting alike",
            "Ai et al. 2011, type C", "standing spheres, grip against twisting", "follow the patch's own micro-slip"),
    };
    return entries;
}

} // namespace

std::vector<LawDescription> listRollingLaws() { return describeAll(rollingCatalog()); }

std::unique_ptr<RollingLaw> makeRollingLaw(const std::string& name, const std::map<std::string, double>& parameters,
                                           const std::map<std::string, std::string>& choices) {
    return makeFrom(rollingCatalog(), "rolling", name, parameters, choices);
}

std::vector<NamedLaws> listNamedLaws() {
    return {{"hertz-mindlin", "hertz", "mindlin-secant"},
            {"cundall", "linear", "cundall"},
            {"hertz-dashpot-slider", "hertz", "dashpot-slider"},
            {"pfc-linear", "pfc-linear", "pfc-linear"},
            {"pfc-hysteretic", "pfc-hysteretic", "mindlin-rescaled"}};
}

} // namespace simbodydem
