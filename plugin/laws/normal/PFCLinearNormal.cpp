#include "simbodydem/laws/normal/PFCLinearNormal.h"

#include "Checks.h"
#include "Names.h"
#include "laws/Restitution.h"
#include "kernels/LinearSpring.h"
#include "kernels/PFCLinear.h"
#include "laws/Glue.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

PFCLinearNormal& PFCLinearNormal::setStiffness(Real kn) {
    checkPositive(getName(), "stiffness kn", kn, "N/m");
    stiffness = kn;
    return *this;
}

PFCLinearNormal& PFCLinearNormal::setEffectiveModulus(Real E) {
    checkPositive(getName(), "effectiveModulus E", E, "Pa");
    modulus = E;
    stiffness = SimTK::NaN;
    return *this;
}

PFCLinearNormal& PFCLinearNormal::setDampingRatio(Real beta) {
    checkNotNegative(getName(), "dampingRatio", beta, "-");
    dampingRatio = beta;
    return *this;
}

PFCLinearNormal& PFCLinearNormal::setDashpotMode(DashpotMode mode) {
    dashpotMode = mode;
    return *this;
}

PFCLinearNormal& PFCLinearNormal::setRestitutionMeaning(RestitutionMeaning meaning) {
    restitutionMeaning = meaning;
    return *this;
}

LawParameters PFCLinearNormal::getParameters() const {
    return {{"stiffness", stiffness, "N/m"},
            {"effectiveModulus", modulus, "Pa"},
            {"dampingRatio", dampingRatio, "-"},
            {"dashpotMode", nameOf(dashpotMode)},
            {"restitutionMeaning", nameOf(restitutionMeaning)}};
}

RequiredValues PFCLinearNormal::getRequiredValues() const {
    RequiredValues values;
    if (std::isnan(stiffness) && std::isnan(modulus))
        values = {&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio};
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void PFCLinearNormal::bind(const PairMaterial& pair) {
    if (std::isnan(modulus)) modulus = pair.effectiveYoungsModulus;
    if (std::isnan(stiffness) && std::isinf(modulus))
        throw std::invalid_argument(getName() + ": both surfaces are rigid (youngsModulus = inf Pa); give a finite "
                                                "one, setStiffness() [N/m] or setEffectiveModulus() [Pa]");
    mayPull = dashpotMode == DashpotMode::Full || dashpotMode == DashpotMode::CutShearWhenSlipping;
    if (std::isnan(dampingRatio)) {
        dampingRatio = dampingRatioFor(getName(), pair.restitution, restitutionMeaning,
                                       mayPull ? Tension::Allowed : Tension::Clamped);
        mayPull = mayPull || isPlastic(pair.restitution, restitutionMeaning);
    }
}

NormalAnswer PFCLinearNormal::calcForce(const NormalInput& in) const {
    const Real kn = stiffness > 0 ? stiffness : kernels::barBetweenCentres(modulus, in.curvatureA, in.curvatureB);
    const auto spring = kernels::linearSpring({kn, dampingRatio, mayPull}, toKernel(in));
    NormalAnswer out = toAnswer(spring, in);
    out.frictionalLoad = spring.elasticForce;
    return out;
}

} // namespace simbodydem
