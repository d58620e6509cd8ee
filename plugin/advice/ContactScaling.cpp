// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactScaling.h"

#include "base/Checks.h"
#include "laws/MaterialValues.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

void checkPoissonsRatio(const char* owner, Real value) {
    checkParameter(value > -1 && value <= 0.5, owner, "poissonsRatio", value, "-", "in (-1, 0.5]");
}

Real youngsModulusOf(Real effectiveModulus, Real poissonsRatio, Opponent opponent) {
    return effectiveModulus * (1 - square(poissonsRatio)) * (opponent == Opponent::Equal ? 2 : 1);
}

Real hertzModulus(Real overlap, Real load, Real effectiveRadius) {
    return 0.75 * load / (std::sqrt(effectiveRadius) * std::pow(overlap, 1.5));
}

} // namespace

Real youngsModulusFor(Real overlap, Real load, Real effectiveRadius, Real poissonsRatio, Opponent opponent) {
    const char* const owner = "youngsModulusFor";
    checkPositive(owner, "effectiveRadius", effectiveRadius, "m");
    checkParameter(overlap > 0 && overlap <= effectiveRadius, owner, "overlap", overlap, "m",
                   "in (0, R* = " + toText(effectiveRadius) + " m]");
    checkPositive(owner, "load", load, "N");
    checkPoissonsRatio(owner, poissonsRatio);
    return youngsModulusOf(hertzModulus(overlap, load, effectiveRadius), poissonsRatio, opponent);
}

Real youngsModulusForContactTime(Real contactTime, Real effectiveMass, Real speed, Real effectiveRadius,
                                 Real poissonsRatio, Opponent opponent) {
    const char* const owner = "youngsModulusForContactTime";
    checkPositive(owner, "contactTime", contactTime, "s");
    checkPositive(owner, "effectiveMass", effectiveMass, "kg");
    checkPositive(owner, "speed", speed, "m/s");
    checkPositive(owner, "effectiveRadius", effectiveRadius, "m");
    checkPoissonsRatio(owner, poissonsRatio);
    // The integral of 2/sqrt(1 - x^(5/2)) from 0 to 1.
    const Real share = 4 * std::sqrt(Pi) / 5 * std::tgamma(0.4) / std::tgamma(0.9);
    const Real deepest = contactTime * speed / share;
    const Real modulus =
        15. / 16. * effectiveMass * square(speed) / (std::sqrt(effectiveRadius) * std::pow(deepest, 2.5));
    return youngsModulusOf(modulus, poissonsRatio, opponent);
}

SurfaceMaterial scaleTo(const SurfaceMaterial& material, Real mass, Real length) {
    checkPositive("scaleTo", "mass", mass, "-");
    checkPositive("scaleTo", "length", length, "-");
    checkMaterial("scaleTo", material);
    SurfaceMaterial scaled = material;
    if (material.youngsModulus.isSet()) scaled.youngsModulus *= mass / square(length);
    if (material.dissipation.isSet()) scaled.dissipation /= std::sqrt(length);
    return scaled;
}

HuntCrossleyParameters fromSmoothSphereHalfSpace(Real stiffness, Real dissipation, Real staticFriction,
                                                 Real dynamicFriction, Real viscousFriction) {
    checkPositive("fromSmoothSphereHalfSpace", "stiffness", stiffness, "N/m^2");
    return {stiffness, dissipation, staticFriction, dynamicFriction, viscousFriction};
}

Real youngsModulusOfElasticFoundation(Real stiffness, Real load, Real effectiveRadius, Real poissonsRatio,
                                      Opponent opponent) {
    const char* const owner = "youngsModulusOfElasticFoundation";
    checkPositive(owner, "stiffness", stiffness, "Pa/m");
    checkPositive(owner, "load", load, "N");
    checkPositive(owner, "effectiveRadius", effectiveRadius, "m");
    checkPoissonsRatio(owner, poissonsRatio);
    const Real overlap = std::sqrt(load / (Pi * stiffness * effectiveRadius));
    checkParameter(overlap <= effectiveRadius, owner, "overlap", overlap, "m",
                   "<= R = " + toText(effectiveRadius) + " m. Increase the stiffness, or reduce the load");
    return youngsModulusOf(hertzModulus(overlap, load, effectiveRadius), poissonsRatio, opponent);
}

} // namespace simbodydem
