// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HUNT_CROSSLEY_CONVERSION_H
#define SIMBODYDEM_HUNT_CROSSLEY_CONVERSION_H

#include "simbodydem/Export.h"
#include "simbodydem/MixingRules.h"

namespace simbodydem {

/** What HuntCrossleyForce::setBodyParameters() takes for one surface. */
struct HuntCrossleyParameters {
    OptionalReal stiffness{};        ///< E' = E/(1 - nu^2) [Pa], the plane strain modulus, > 0
    SimTK::Real dissipation = 0;     ///< c [s/m], >= 0
    SimTK::Real staticFriction = 0;  ///< mu_s [-], >= 0
    SimTK::Real dynamicFriction = 0; ///< mu_k [-], in [0, mu_s]
    SimTK::Real viscousFriction = 0; ///< mu_v [s/m], >= 0
};

/** HuntCrossleyForce's own rules: the 2/3-power of moduli and the harmonic mean of friction. With them, with
HuntCrossleyNormal and with HollarsFriction, a converted model has its forces to rounding, if all its surfaces have the
same mu_v. */
SIMBODYDEM_API MixingRules huntCrossleyMixing();

/** HuntCrossleyForce's parameters as a material, and back: equal elastic force

    K = 4/3 E* sqrt(R*)

between surfaces whose moduli are mixed by the given rule.
- Moduli::TwoThirdsPower (huntCrossleyMixing()): E = (1 - nu^2) E'. The elastic force of every pair is equal.
- Moduli::Hertz (the default rules): E = (1 - nu^2) E'/sqrt(2), since Hertz gives two equal surfaces E'/2 where
  HuntCrossleyForce has 2^(-3/2) E'. Pairs of equal E' have equal force. An unequal pair is softer than in
  HuntCrossleyForce, by the factor 2^(-1/2) (1 + r^(2/3))^(3/2)/(1 + r), r the ratio of the two moduli: .98 for r = .5,
  .86 for .1, down to .71 against a much stiffer surface. Give it its own material, see fromHuntCrossleyPair().

dissipation and both coefficients of friction are carried over as they are; friction is mixed by the minimum unless the
rules say Harmonic. What a material does not have: mu_v and the transition velocity, which HollarsFriction takes, and a
restitution, which other laws than HuntCrossleyNormal ask for, e = 1 - c v to first order at the impact speed v (Hunt &
Crossley 1975). A law with a tangential spring needs nu for it; its stiffness by G* is Mindlin's whatever rule mixes E*,
so that TwoThirdsPower, with its smaller E*, has a spring that is up to sqrt(2) times too stiff against the normal one.
@param poissonsRatio nu [-], in (-1, 0.5]; HuntCrossleyForce has none
@throws std::invalid_argument if a value is out of its range or not set; for a rigid surface, which HuntCrossleyForce
        does not know, see toHuntCrossleyPair() */
SIMBODYDEM_API SurfaceMaterial fromHuntCrossley(const HuntCrossleyParameters&, SimTK::Real poissonsRatio,
                                                MixingRules::Moduli);
SIMBODYDEM_API HuntCrossleyParameters toHuntCrossley(const SurfaceMaterial&, MixingRules::Moduli);

/** One pair of HuntCrossleyForce's surfaces as the material for DEMContactForce::setPairMaterial() under the default
rules: the elastic force, dissipation and friction of this pair are equal, whatever its moduli. The contact point is
midway in the overlap, where HuntCrossleyForce has it nearer to the stiffer surface.
@param a, b  of its two surfaces
@param poissonsRatio nu [-], in (-1, 0.5] */
SIMBODYDEM_API SurfaceMaterial fromHuntCrossleyPair(const HuntCrossleyParameters& a, const HuntCrossleyParameters& b,
                                                    SimTK::Real poissonsRatio);

/** The way back: what to give to both surfaces of HuntCrossleyForce for this pair's elastic force, stiffness
2^(3/2) E*. One of the two may be rigid. */
SIMBODYDEM_API HuntCrossleyParameters toHuntCrossleyPair(const PairMaterial&);

} // namespace simbodydem

#endif
