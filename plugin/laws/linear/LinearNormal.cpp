// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/LinearNormal.h"

#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "laws/linear/LinearSpring.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

ParameterTable LinearNormal::listParameters() {
    return {number("stiffness", stiffness, "N/m", positive, "kn", "from Young's modulus"),
            number("dampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            choice("tension", tension, !noBreak),
            choice("restitutionMeaning", restitutionMeaning, std::isnan(dampingRatio)),
            choice("noBreak", noBreak),
            number("facetHalfThickness", facetHalfThickness, "m", notNegative, "", "", std::isnan(stiffness))};
}

RequiredValues LinearNormal::getRequiredValues() const {
    RequiredValues values;
    if (std::isnan(stiffness)) values.push_back(&SurfaceMaterial::youngsModulus);
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void LinearNormal::prepare() {
    complianceA = 1 / pair.a.youngsModulus;
    complianceB = 1 / pair.b.youngsModulus;
    if (std::isnan(stiffness) && complianceA + complianceB <= 0)
        throw std::invalid_argument(getName() + ": both surfaces are rigid (youngsModulus = inf Pa); give one of them "
                                                "a finite youngsModulus, or call setStiffness() [N/m]");
    mayPull = noBreak || tension == Tension::Allowed;
    beta = dampingRatio;
    if (std::isnan(beta)) {
        beta = dampingRatioFor(getName(), pair.restitution, restitutionMeaning,
                               mayPull ? Tension::Allowed : Tension::Clamped);
        mayPull = mayPull || isPlastic(pair.restitution, restitutionMeaning);
    }
}

// Each output is constructed in the caller's memory. A copy would be loaded together right after its flag and its numbers are stored one by
// one. The processor waits longer for that than the law takes.
template <class Args> auto LinearNormal::findStiffness(const Args& args) const {
    using T = decltype(args.curvatureA);
    if (!args.in.firstTouch) return T(args.in.history.template get<Real>());
    if (!std::isnan(stiffness)) return T(stiffness);
    return kernels::barsInSeries(complianceA, complianceB, args.curvatureA, args.curvatureB, facetHalfThickness);
}

template <class Args> auto LinearNormal::evaluate(const Args& args) const {
    const auto kn = findStiffness(args);
    auto k = resultOf(kernels::linearSpring(kn, {beta, mayPull}, args.kernel));
    if (noBreak) k.frictionalLoad = k.normal.force < 0 ? -k.normal.force : k.normal.force;
    k.memory = kn; // found at first touch
    return k;
}

bool LinearNormal::isNotYetBonded(const NormalInput& in) { return in.firstTouch && in.overlap < 0; }

NormalOutput LinearNormal::calcForce(const NormalInput& in) const {
    if (isNotYetBonded(in)) return noContact();
    return toOutput(evaluate(numbersOf(in)), in);
}

NormalTangent LinearNormal::calcTangent(const NormalInput& in) const {
    return isNotYetBonded(in) ? NormalTangent() : toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
