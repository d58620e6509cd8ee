// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HUNT_CROSSLEY_CONVERSION_H
#define SIMBODYDEM_HUNT_CROSSLEY_CONVERSION_H

#include "simbodydem/Export.h"
#include "simbodydem/MixingRules.h"

namespace simbodydem {

/** Stores the parameters of one surface, as HuntCrossleyForce::setBodyParameters() takes them. */
struct HuntCrossleyParameters {
    OptionalReal stiffness{};        ///< E' = E/(1 - nu^2) [Pa], the plane strain modulus, > 0
    SimTK::Real dissipation = 0;     ///< c [s/m], >= 0
    SimTK::Real staticFriction = 0;  ///< mu_s [-], >= 0
    SimTK::Real dynamicFriction = 0; ///< mu_k [-], in [0, mu_s]
    SimTK::Real viscousFriction = 0; ///< mu_v [s/m], >= 0
};

/** Returns the mixing rules of HuntCrossleyForce: the 2/3 power of moduli and the harmonic mean of friction. With these rules,
HuntCrossleyNormal and HollarsFriction, a converted model has the forces of HuntCrossleyForce to rounding, if all its surfaces have the same
mu_v. */
SIMBODYDEM_API MixingRules huntCrossleyMixing();

/** Converts the parameters of HuntCrossleyForce to a material. The elastic force stays the same,

    F = K delta^(3/2),  K = 4/3 E* sqrt(R*)

between surfaces whose moduli are mixed by the given rule:
- Moduli::TwoThirdsPower (huntCrossleyMixing()): E = (1 - nu^2) E'. The elastic force of every pair is equal.
- Moduli::Hertz (the default rules): E = (1 - nu^2) E'/sqrt(2). The reason is that Hertz's rule gives two equal surfaces E'/2, and
  HuntCrossleyForce 2^(-3/2) E'. Pairs of equal E' have equal force. A pair of unequal surfaces is softer than in HuntCrossleyForce, by the
  factor 2^(-1/2) (1 + r^(2/3))^(3/2)/(1 + r) with the ratio r of the two moduli. The factor is 0.98 for r = 0.5 and 0.86 for r = 0.1. It
  falls to 0.71 against a much stiffer surface. Give such a pair its own material, see fromHuntCrossleyPair().

The dissipation and both coefficients of friction are copied. Friction is mixed by the minimum unless the rules say Harmonic. The converted
material lacks three values. HollarsFriction takes two of them, mu_v and the transition velocity. The third is a restitution, which laws other
than HuntCrossleyNormal need. It is e = 1 - c v to first order at the impact speed v (Hunt & Crossley 1975, DOI 10.1115/1.3423596).

A law with a tangential spring needs nu. Its stiffness by G* is Mindlin's, whatever rule mixes E*. TwoThirdsPower gives a smaller E*, so
there the tangential spring is up to sqrt(2) times too stiff relative to the normal one.
@param poissonsRatio  nu [-], in (-1, 0.5]; HuntCrossleyForce has none
@throws std::invalid_argument if a value is out of its range or not set */
SIMBODYDEM_API SurfaceMaterial fromHuntCrossley(const HuntCrossleyParameters&, SimTK::Real poissonsRatio,
                                                MixingRules::Moduli);
/** Converts a material to the parameters of HuntCrossleyForce, by the inverse of fromHuntCrossley().
@throws std::invalid_argument if a value is out of its range or not set. HuntCrossleyForce has no rigid surfaces; for these see
        toHuntCrossleyPair(). */
SIMBODYDEM_API HuntCrossleyParameters toHuntCrossley(const SurfaceMaterial&, MixingRules::Moduli);

/** Converts one pair of surfaces of HuntCrossleyForce to the material for DEMContactForce::setPairMaterial() under the default rules. Elastic
force, dissipation and friction of this pair stay the same, whatever its moduli. The contact point is midway in the overlap. In
HuntCrossleyForce it is nearer to the stiffer surface.
@param a, b           parameters of the two surfaces
@param poissonsRatio  nu [-], in (-1, 0.5]
@throws std::invalid_argument if a value is out of its range or not set */
SIMBODYDEM_API SurfaceMaterial fromHuntCrossleyPair(const HuntCrossleyParameters& a, const HuntCrossleyParameters& b,
                                                    SimTK::Real poissonsRatio);

/** Converts a pair of materials to the parameters of HuntCrossleyForce. Give them to both surfaces, and this pair has the same elastic force:
the stiffness is 2^(3/2) E*. One of the two surfaces may be rigid. */
SIMBODYDEM_API HuntCrossleyParameters toHuntCrossleyPair(const PairMaterial&);

} // namespace simbodydem

#endif
