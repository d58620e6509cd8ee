// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/ElastoplasticNormal.h"

#include "base/Checks.h"
#include "laws/KernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/elastoplastic/Elastoplastic.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

struct PlasticMemory {
    Real deepest; // delta_max
};

} // namespace

ElastoplasticNormal& ElastoplasticNormal::setLoadingStiffness(Real kL) { return assign(*this, loading, kL); }
ElastoplasticNormal& ElastoplasticNormal::setUnloadingStiffness(Real given) { return assign(*this, unloading, given); }
ElastoplasticNormal& ElastoplasticNormal::setCohesiveStiffness(Real kc) { return assign(*this, cohesion, kc); }

LawParameters ElastoplasticNormal::getParameters() const { return parametersOf(*this); }

ParameterTable ElastoplasticNormal::listParameters() {
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

template <class Asked> auto ElastoplasticNormal::ask(const Asked& asked) const {
    const auto deepest = decltype(asked.curvatureA)(asked.in.history.template get<PlasticMemory>().deepest);
    const auto k = kernels::elastoplastic({loading, kU, cohesion}, asked.kernel, deepest);
    auto answer = pressing(k.normal);
    answer.frictionalLoad = k.normal.force + cohesion * asked.kernel.overlap;
    if (answer.frictionalLoad < 0) answer.frictionalLoad = 0;
    if (answer.normal.stiffness < 0) answer.normal.stiffness = 0; // tangential laws take its root
    answer.memory = k.deepest;
    return answer;
}

NormalOutput ElastoplasticNormal::calcForce(const NormalInput& in) const {
    const auto k = ask(numbersOf(in));
    NormalOutput out = toOutput(k, in);
    out.history.set(PlasticMemory{k.memory});
    return out;
}

NormalTangent ElastoplasticNormal::calcTangent(const NormalInput& in) const {
    return toTangent(ask(dualsOf(in)), *this, in);
}

} // namespace simbodydem
