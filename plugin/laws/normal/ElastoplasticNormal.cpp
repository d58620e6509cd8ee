// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/ElastoplasticNormal.h"

#include "Checks.h"
#include "kernels/Elastoplastic.h"
#include "laws/Glue.h"
#include "laws/Parameter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

ElastoplasticNormal& ElastoplasticNormal::setLoadingStiffness(Real kL) {
    loading = checked(*this, "loadingStiffness", kL);
    return *this;
}

ElastoplasticNormal& ElastoplasticNormal::setUnloadingStiffness(Real given) {
    unloading = checked(*this, "unloadingStiffness", given);
    return *this;
}

ElastoplasticNormal& ElastoplasticNormal::setCohesiveStiffness(Real kc) {
    cohesion = checked(*this, "cohesiveStiffness", kc);
    return *this;
}

LawParameters ElastoplasticNormal::getParameters() const {
    return {number("loadingStiffness", loading, "N/m", positive, "k_L", "needed"),
            number("unloadingStiffness", unloading, "N/m", positive, "k_U", "from the restitution"),
            number("cohesiveStiffness", cohesion, "N/m", notNegative, "k_c")};
}

RequiredValues ElastoplasticNormal::getRequiredValues() const {
    if (std::isnan(unloading)) return {&SurfaceMaterial::restitution};
    return {};
}

void ElastoplasticNormal::bind(const PairMaterial& pair) {
    if (std::isnan(loading)) throw std::invalid_argument(getName() + " needs setLoadingStiffness() [N/m]");
    kU = unloading;
    if (std::isnan(kU)) {
        checkParameter(
            pair.restitution > 0, getName(), "restitution", pair.restitution, "-",
            "in (0, 1], since 0 (plastic) would need an infinite k_U; raise it or give setUnloadingStiffness() [N/m]");
        kU = loading / (pair.restitution * pair.restitution);
    }
    checkParameter(kU >= loading, getName(), "unloadingStiffness k_U", kU, "N/m",
                   ">= k_L = " + toText(loading) + " N/m");
}

NormalAnswer ElastoplasticNormal::calcForce(const NormalInput& in) const {
    struct Memory {
        Real deepest; // delta_max
    };
    const auto k = kernels::elastoplastic({loading, kU, cohesion}, toKernel(in), in.history.get<Memory>().deepest);
    NormalAnswer out = toAnswer(k.normal, in);
    out.frictionalLoad = std::max(k.normal.force + cohesion * in.overlap, Real(0));
    out.stiffness = std::max(k.normal.stiffness, Real(0)); // tangential laws take its root
    out.history.set(Memory{k.deepest});
    return out;
}

} // namespace simbodydem
