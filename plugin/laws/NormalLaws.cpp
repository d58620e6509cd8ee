// SPDX-License-Identifier: Apache-2.0
// The catalog of normal laws: one entry each.

#include "laws/CatalogEntry.h"
#include "simbodydem/laws/normal/DMTNormal.h"
#include "simbodydem/laws/normal/ElastoplasticNormal.h"
#include "simbodydem/laws/normal/HertzNormal.h"
#include "simbodydem/laws/normal/HuntCrossleyNormal.h"
#include "simbodydem/laws/normal/JKRNormal.h"
#include "simbodydem/laws/normal/LinearNormal.h"
#include "simbodydem/laws/normal/PFCHystereticNormal.h"
#include "simbodydem/laws/normal/PFCLinearNormal.h"

namespace simbodydem {

namespace {

const std::vector<CatalogEntry<NormalLaw>>& normalCatalog() {
    static const std::vector<CatalogEntry<NormalLaw>> entries = {
        entry<NormalLaw>(
            "hertz", HertzNormal(),
            "K delta^(3/2), K = 4/3 E* sqrt(R*); dashpot none, Tsuji-Tanaka-Ishida (alpha sqrt(m* K) delta^(1/4) "
            "ddelta, alpha = -sqrt(5) ln e/sqrt(ln^2 e + pi^2)), critical ratio (alpha = sqrt(6) xi_c), Kuwabara-Kono "
            "(eta delta^(1/2) ddelta), Lee-Herrmann (gamma m* ddelta) or linear (c ddelta)",
            "Hertz 1882; Tsuji et al. 1992; Antypov & Elliott 2011; DEMLab", "spheres of known material",
            "large contact patches"),
        entry<NormalLaw>("linear", LinearNormal(),
                         "kn delta + 2 beta sqrt(m* kn) ddelta; kn given or 1/kn = l_a/(E_a A) + l_b/(E_b A), beta = "
                         "-ln e/sqrt(ln^2 e + pi^2); bonds",
                         "Cundall & Strack 1979; Woo; DEMLab", "a step that does not depend on the load",
                         "follow the load's stiffening"),
        entry<NormalLaw>("hunt-crossley", HuntCrossleyNormal(),
                         "K delta^(3/2) (1 + 3/2 c ddelta), or (1 + d ddelta/v_0) with d (1 + e) = ln((1 + d)/(1 - d "
                         "e))",
                         "Hunt & Crossley 1975; Simbody", "HuntCrossleyForce's contact with friction that remembers",
                         "from c alone: one restitution at every speed"),
        entry<NormalLaw>("pfc-linear", PFCLinearNormal(),
                         "kn delta + dashpot, modes M_d 0 to 3; kn given or A E*/L; friction feels kn delta",
                         "PFC, linear model", "comparison with PFC", "as linear"),
        entry<NormalLaw>("pfc-hysteretic", PFCHystereticNormal(),
                         "K delta^(3/2) (1 + d(e) ddelta/v_0), ten forms of d(e), v_0 latched; friction feels K "
                         "delta^(3/2)",
                         "PFC, hysteretic model (the dashpot is a reconstruction)",
                         "the asked restitution at every speed and mass",
                         "know v_0 of a body that is put down: give a minimum"),
        entry<NormalLaw>("elastoplastic", ElastoplasticNormal(),
                         "min(k_L delta, k_U (delta - delta_r)), delta_r = delta_max (1 - k_L/k_U), k_U = k_L/e^2",
                         "Walton & Braun 1986; Luding 2008", "yielding contacts", "recover; depend on speed"),
        entry<NormalLaw>("dmt", DMTNormal(), "Hertz - 2 pi W R*", "Derjaguin et al. 1975",
                         "small, stiff, sticky spheres", "hold beyond touching"),
        entry<NormalLaw>("jkr", JKRNormal(),
                         "4 E* a^3/(3 R*) - sqrt(8 pi W E* a^3), delta = a^2/R* - sqrt(2 pi W a/E*), with its neck",
                         "Johnson et al. 1971", "large, soft, sticky spheres", "do without a detection margin"),
    };
    return entries;
}

} // namespace

std::vector<LawDescription> listNormalLaws() { return describeAll(normalCatalog()); }

std::unique_ptr<NormalLaw> makeNormalLaw(const std::string& name, const std::map<std::string, double>& parameters,
                                         const std::map<std::string, std::string>& choices) {
    return makeFrom(normalCatalog(), "normal", name, parameters, choices);
}

} // namespace simbodydem
