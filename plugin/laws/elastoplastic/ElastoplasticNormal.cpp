// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/ElastoplasticNormal.h"

#include "base/Checks.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/elastoplastic/Elastoplastic.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

ParameterTable ElastoplasticNormal::listParameters() {
    return {number("loadingStiffness", loading, "N/m", positive, "k_L", "needed"),
            number("unloadingStiffness", unloading, "N/m", positive, "k_U", "from the restitution"),
            number("cohesiveStiffness", cohesion, "N/m", notNegative, "k_c")};
}

RequiredValues ElastoplasticNormal::getRequiredValues() const {
    if (std::isnan(unloading)) return {&SurfaceMaterial::restitution};
    return {};
}

void ElastoplasticNormal::prepare() {
    if (std::isnan(loading)) throw std::invalid_argument(getName() + " needs setLoadingStiffness() [N/m]");
    kU = unloading;
    if (std::isnan(kU)) {
        checkParameter(pair.restitution > 0, getName(), "restitution", pair.restitution, "-",
                       "in (0, 1], since 0 (plastic) would need an infinite k_U. Increase it, or call "
                       "setUnloadingStiffness() [N/m]");
        kU = loading / (pair.restitution * pair.restitution);
    }
    checkParameter(kU >= loading, getName(), "unloadingStiffness k_U", kU, "N/m",
                   ">= k_L = " + toText(loading) + " N/m");
}

template <class Args> auto ElastoplasticNormal::evaluate(const Args& args) const {
    const auto deepest = decltype(args.curvatureA)(args.in.history.template get<Real>());
    const auto k = kernels::elastoplastic({loading, kU, cohesion}, args.kernel, deepest);
    auto result = resultOf(k.normal);
    result.frictionalLoad = k.normal.force + cohesion * args.kernel.overlap;
    if (result.frictionalLoad < 0) result.frictionalLoad = 0;
    if (result.normal.stiffness < 0) result.normal.stiffness = 0; // tangential laws take its root
    result.memory = k.deepest;
    return result;
}

NormalOutput ElastoplasticNormal::calcForce(const NormalInput& in) const {
    return toOutput(evaluate(numbersOf(in)), in);
}

NormalTangent ElastoplasticNormal::calcTangent(const NormalInput& in) const {
    return toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
