// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/SurfaceMaterial.h"

#include "base/Checks.h"
#include "laws/HertzModulus.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Poisson's ratio of a material, which the setters of its modulus need.
Real poissonsRatioOf(const std::string& owner, const SurfaceMaterial& material) {
    if (!material.poissonsRatio.isSet())
        throw std::invalid_argument(owner + ": poissonsRatio is not set; call setPoissonsRatio() before");
    const Real nu = material.poissonsRatio;
    checkParameter(nu > -1 && nu <= 0.5, owner, "poissonsRatio", nu, "-", "in (-1, 0.5]");
    return nu;
}

} // namespace

SurfaceMaterial& SurfaceMaterial::setYoungsModulusForOverlap(Real overlap, Real load, Real effectiveRadius,
                                                             CounterSurface counter) {
    const std::string owner = "SurfaceMaterial::setYoungsModulusForOverlap()";
    checkPositive(owner, "effectiveRadius", effectiveRadius, "m");
    checkParameter(overlap > 0 && overlap <= effectiveRadius, owner, "overlap", overlap, "m",
                   "in (0, R* = " + toText(effectiveRadius) + " m]");
    checkPositive(owner, "load", load, "N");
    return setYoungsModulus(youngsModulusAgainst(hertzModulus(overlap, load, effectiveRadius),
                                                 poissonsRatioOf(owner, *this), counter));
}

SurfaceMaterial& SurfaceMaterial::setYoungsModulusForContactTime(Real contactTime, Real effectiveMass, Real speed,
                                                                 Real effectiveRadius, CounterSurface counter) {
    const std::string owner = "SurfaceMaterial::setYoungsModulusForContactTime()";
    checkPositive(owner, "contactTime", contactTime, "s");
    checkPositive(owner, "effectiveMass", effectiveMass, "kg");
    checkPositive(owner, "speed", speed, "m/s");
    checkPositive(owner, "effectiveRadius", effectiveRadius, "m");
    // The integral of 2/sqrt(1 - x^(5/2)) from 0 to 1.
    const Real fraction = 4 * std::sqrt(Pi) / 5 * std::tgamma(0.4) / std::tgamma(0.9);
    const Real deepest = contactTime * speed / fraction;
    const Real modulus =
        15. / 16. * effectiveMass * square(speed) / (std::sqrt(effectiveRadius) * std::pow(deepest, 2.5));
    return setYoungsModulus(youngsModulusAgainst(modulus, poissonsRatioOf(owner, *this), counter));
}

} // namespace simbodydem
