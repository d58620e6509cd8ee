// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Conversions.h"

#include "base/Checks.h"
#include "laws/HertzModulus.h"
#include "laws/MaterialValues.h"

#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

const char* const from = "fromHuntCrossley()";
const char* const to = "toHuntCrossley()";

// Returns E' of the material over that of HuntCrossleyForce, for equal E* of two equal surfaces.
Real modulusRatio(MixingRules::Moduli moduli) { return moduli == MixingRules::Moduli::Hertz ? std::sqrt(0.5) : 1; }

void checkFriction(Real staticFriction, Real dynamicFriction) {
    checkNotNegative(from, "staticFriction", staticFriction, "-");
    checkParameter(dynamicFriction >= 0 && dynamicFriction <= staticFriction, from, "dynamicFriction", dynamicFriction,
                   "-", "in [0, staticFriction = " + toText(staticFriction) + "]");
}

} // namespace

MixingRules huntCrossleyMixing() {
    MixingRules rules;
    rules.moduli = MixingRules::Moduli::TwoThirdsPower;
    rules.friction = MixingRules::Friction::Harmonic;
    return rules;
}

SurfaceMaterial fromHuntCrossley(const HuntCrossleyParameters& parameters, Real poissonsRatio,
                                 MixingRules::Moduli moduli) {
    checkPositive(from, "stiffness", parameters.stiffness, "Pa");
    checkNotNegative(from, "dissipation", parameters.dissipation, "s/m");
    checkFriction(parameters.staticFriction, parameters.dynamicFriction);
    checkParameter(poissonsRatio > -1 && poissonsRatio <= 0.5, from, "poissonsRatio", poissonsRatio, "-",
                   "in (-1, 0.5]");
    SurfaceMaterial material;
    material.youngsModulus = modulusRatio(moduli) * parameters.stiffness * (1 - poissonsRatio * poissonsRatio);
    material.poissonsRatio = poissonsRatio;
    material.dissipation = parameters.dissipation;
    material.staticFriction = parameters.staticFriction;
    material.kineticFriction = parameters.dynamicFriction;
    return material;
}

HuntCrossleyParameters toHuntCrossley(const SurfaceMaterial& material, MixingRules::Moduli moduli) {
    checkMaterial(to, material);
    checkPositive(to, "youngsModulus", material.youngsModulus, "Pa");
    checkParameter(material.poissonsRatio.isSet(), to, "poissonsRatio", material.poissonsRatio, "-", "set");
    HuntCrossleyParameters parameters;
    parameters.stiffness =
        material.youngsModulus / (1 - material.poissonsRatio * material.poissonsRatio) / modulusRatio(moduli);
    checkNotNegative(to, "dissipation", material.dissipation, "s/m");
    checkNotNegative(to, "staticFriction", material.staticFriction, "-");
    parameters.dissipation = material.dissipation;
    parameters.staticFriction = material.staticFriction;
    parameters.dynamicFriction = material.kineticFriction.isSet() ? material.kineticFriction : material.staticFriction;
    return parameters;
}

SurfaceMaterial fromHuntCrossleyPair(const HuntCrossleyParameters& a, const HuntCrossleyParameters& b,
                                     Real poissonsRatio) {
    const auto moduli = MixingRules::Moduli::TwoThirdsPower;
    const PairMaterial pair = mixMaterials(fromHuntCrossley(a, poissonsRatio, moduli),
                                           fromHuntCrossley(b, poissonsRatio, moduli), huntCrossleyMixing());
    return fromHuntCrossley({std::pow(2, 1.5) * pair.effectiveYoungsModulus, pair.dissipation, pair.staticFriction,
                             pair.kineticFriction, 0},
                            poissonsRatio, MixingRules::Moduli::Hertz);
}

HuntCrossleyParameters toHuntCrossleyPair(const PairMaterial& pair) {
    checkPositive(to, "effectiveYoungsModulus", pair.effectiveYoungsModulus, "Pa");
    checkNotNegative(to, "dissipation", pair.dissipation, "s/m");
    checkNotNegative(to, "staticFriction", pair.staticFriction, "-");
    return {std::pow(2, 1.5) * pair.effectiveYoungsModulus, pair.dissipation, pair.staticFriction, pair.kineticFriction,
            0};
}

SurfaceMaterial scaleTo(const SurfaceMaterial& material, Real mass, Real length) {
    checkPositive("scaleTo", "mass", mass, "-");
    checkPositive("scaleTo", "length", length, "-");
    checkMaterial("scaleTo", material);
    SurfaceMaterial scaled = material;
    if (material.youngsModulus.isSet()) scaled.youngsModulus *= mass / SimTK::square(length);
    if (material.dissipation.isSet()) scaled.dissipation /= std::sqrt(length);
    return scaled;
}

HuntCrossleyParameters fromSmoothSphereHalfSpace(Real stiffness, Real dissipation, Real staticFriction,
                                                 Real dynamicFriction, Real viscousFriction) {
    checkPositive("fromSmoothSphereHalfSpace", "stiffness", stiffness, "N/m^2");
    return {stiffness, dissipation, staticFriction, dynamicFriction, viscousFriction};
}

Real youngsModulusOfElasticFoundation(Real stiffness, Real load, Real effectiveRadius, Real poissonsRatio,
                                      CounterSurface counter) {
    const char* const owner = "youngsModulusOfElasticFoundation";
    checkPositive(owner, "stiffness", stiffness, "Pa/m");
    checkPositive(owner, "load", load, "N");
    checkPositive(owner, "effectiveRadius", effectiveRadius, "m");
    checkParameter(poissonsRatio > -1 && poissonsRatio <= 0.5, owner, "poissonsRatio", poissonsRatio, "-", "in (-1, 0.5]");
    const Real overlap = std::sqrt(load / (SimTK::Pi * stiffness * effectiveRadius));
    checkParameter(overlap <= effectiveRadius, owner, "overlap", overlap, "m",
                   "<= R = " + toText(effectiveRadius) + " m. Increase the stiffness, or reduce the load");
    return youngsModulusAgainst(hertzModulus(overlap, load, effectiveRadius), poissonsRatio, counter);
}

} // namespace simbodydem
