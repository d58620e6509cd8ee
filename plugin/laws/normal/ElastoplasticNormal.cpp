#include "simbodydem/laws/normal/ElastoplasticNormal.h"

#include "Checks.h"
#include "kernels/Elastoplastic.h"
#include "laws/Glue.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

ElastoplasticNormal& ElastoplasticNormal::setLoadingStiffness(Real kL) {
    checkPositive(getName(), "loadingStiffness k_L", kL, "N/m");
    loading = kL;
    return *this;
}

ElastoplasticNormal& ElastoplasticNormal::setUnloadingStiffness(Real kU) {
    checkPositive(getName(), "unloadingStiffness k_U", kU, "N/m");
    unloading = kU;
    return *this;
}

ElastoplasticNormal& ElastoplasticNormal::setCohesiveStiffness(Real kc) {
    checkNotNegative(getName(), "cohesiveStiffness k_c", kc, "N/m");
    cohesion = kc;
    return *this;
}

LawParameters ElastoplasticNormal::getParameters() const {
    return {{"loadingStiffness", loading, "N/m"},
            {"unloadingStiffness", unloading, "N/m"},
            {"cohesiveStiffness", cohesion, "N/m"}};
}

RequiredValues ElastoplasticNormal::getRequiredValues() const {
    if (std::isnan(unloading)) return {&SurfaceMaterial::restitution};
    return {};
}

void ElastoplasticNormal::bind(const PairMaterial& pair) {
    if (std::isnan(loading)) throw std::invalid_argument(getName() + " needs setLoadingStiffness() [N/m]");
    if (std::isnan(unloading)) {
        checkParameter(
            pair.restitution > 0, getName(), "restitution", pair.restitution, "-",
            "in (0, 1], since 0 (plastic) would need an infinite k_U; raise it or give setUnloadingStiffness() [N/m]");
        unloading = loading / (pair.restitution * pair.restitution);
    }
    checkParameter(unloading >= loading, getName(), "unloadingStiffness k_U", unloading, "N/m",
                   ">= k_L = " + toText(loading) + " N/m");
}

NormalAnswer ElastoplasticNormal::calcForce(const NormalInput& in) const {
    struct Memory {
        Real deepest; // delta_max
    };
    const auto k =
        kernels::elastoplastic({loading, unloading, cohesion}, toKernel(in), in.history.get<Memory>().deepest);
    NormalAnswer out = toAnswer(k.normal, in);
    out.frictionalLoad = std::max(k.normal.force + cohesion * in.overlap, Real(0));
    out.stiffness = std::max(k.normal.stiffness, Real(0)); // tangential laws take its root
    out.history.set(Memory{k.deepest});
    return out;
}

} // namespace simbodydem
