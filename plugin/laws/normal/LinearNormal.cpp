#include "simbodydem/laws/normal/LinearNormal.h"

#include "Checks.h"
#include "Names.h"
#include "laws/Restitution.h"
#include "kernels/LinearSpring.h"
#include "laws/Glue.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

LinearNormal& LinearNormal::setStiffness(Real kn) {
    checkPositive(getName(), "stiffness kn", kn, "N/m");
    stiffness = kn;
    return *this;
}

LinearNormal& LinearNormal::setStiffnessFrom(StiffnessFrom from) {
    stiffnessFrom = from;
    stiffness = SimTK::NaN;
    return *this;
}

LinearNormal& LinearNormal::setMinimumImpactSpeed(Real speed) {
    checkPositive(getName(), "minimumImpactSpeed", speed, "m/s");
    minimumImpactSpeed = speed;
    return *this;
}

LinearNormal& LinearNormal::setDampingRatio(Real beta) {
    checkNotNegative(getName(), "dampingRatio", beta, "-");
    dampingRatio = beta;
    return *this;
}

LinearNormal& LinearNormal::setRestitutionMeaning(RestitutionMeaning meaning) {
    restitutionMeaning = meaning;
    return *this;
}

LinearNormal& LinearNormal::setTension(Tension t) {
    tension = t;
    return *this;
}

LinearNormal& LinearNormal::setFacetHalfThickness(Real h) {
    checkNotNegative(getName(), "facetHalfThickness", h, "m");
    facetHalfThickness = h;
    return *this;
}

LinearNormal& LinearNormal::setNoBreak(bool bonded) {
    noBreak = bonded;
    return *this;
}

LawParameters LinearNormal::getParameters() const {
    return {{"stiffness", stiffness, "N/m"},
            {"stiffnessFrom", nameOf(stiffnessFrom, {"Bars", "HertzEnergy", "HertzOverlap", "HertzTime"})},
            {"minimumImpactSpeed", minimumImpactSpeed, "m/s"},
            {"dampingRatio", dampingRatio, "-"},
            {"tension", nameOf(tension)},
            {"restitutionMeaning", nameOf(restitutionMeaning)},
            {"noBreak", onOrOff(noBreak)},
            {"facetHalfThickness", facetHalfThickness, "m"}};
}

RequiredValues LinearNormal::getRequiredValues() const {
    RequiredValues values;
    if (std::isnan(stiffness)) {
        values.push_back(&SurfaceMaterial::youngsModulus);
        if (stiffnessFrom != StiffnessFrom::Bars) values.push_back(&SurfaceMaterial::poissonsRatio);
    }
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void LinearNormal::bind(const PairMaterial& pair) {
    complianceA = 1 / pair.a.youngsModulus;
    complianceB = 1 / pair.b.youngsModulus;
    if (std::isnan(stiffness) && complianceA + complianceB <= 0)
        throw std::invalid_argument(getName() + ": both surfaces are rigid (youngsModulus = inf Pa); give a finite "
                                                "one, or setStiffness() [N/m]");
    mayPull = noBreak || tension == Tension::Allowed;
    if (std::isnan(dampingRatio)) {
        dampingRatio = dampingRatioFor(getName(), pair.restitution, restitutionMeaning,
                                       mayPull ? Tension::Allowed : Tension::Clamped);
        mayPull = mayPull || isPlastic(pair.restitution, restitutionMeaning);
    }
    if (std::isnan(stiffness) && stiffnessFrom != StiffnessFrom::Bars) bindEquivalence(pair);
}

void LinearNormal::bindEquivalence(const PairMaterial& pair) {
    if (std::isnan(minimumImpactSpeed))
        throw std::invalid_argument(getName() + ": a stiffness by equivalence with Hertz needs "
                                                "setMinimumImpactSpeed() [m/s]");
    Real factor = 1;
    if (stiffnessFrom == StiffnessFrom::HertzOverlap) factor = kernels::equalOverlapFactor(dampingRatio);
    if (stiffnessFrom == StiffnessFrom::HertzTime) {
        checkParameter(dampingRatio < 1, getName(), "dampingRatio", dampingRatio, "-",
                       "< 1 for StiffnessFrom::HertzTime; raise the restitution");
        factor = kernels::equalTimeFactor(dampingRatio);
    }
    equivalence = factor * std::pow(16. / 15. * pair.effectiveYoungsModulus, 0.8);
}

NormalAnswer LinearNormal::calcForce(const NormalInput& in) const {
    if (in.firstTouch && in.overlap < 0) { // not bonded
        NormalAnswer apart;
        apart.inContact = false;
        return apart;
    }
    struct Memory {
        Real stiffness; // kn of this contact, found at first touch
    };
    Real kn = stiffness;
    if (!in.firstTouch)
        kn = in.history.get<Memory>().stiffness;
    else if (equivalence > 0)
        kn = kernels::equivalentStiffness({equivalence, dampingRatio, minimumImpactSpeed}, toKernel(in));
    else if (std::isnan(kn))
        kn = kernels::barsInSeries(complianceA, complianceB, in.curvatureA, in.curvatureB, facetHalfThickness);
    const kernels::LinearSpringConstants law{kn, dampingRatio, mayPull};
    NormalAnswer out = toAnswer(kernels::linearSpring(law, toKernel(in)), in);
    out.history = in.history;
    if (in.firstTouch) out.history.set(Memory{kn});
    if (noBreak) out.frictionalLoad = std::abs(out.force);
    return out;
}

} // namespace simbodydem
