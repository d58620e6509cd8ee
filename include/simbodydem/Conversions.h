// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONVERSIONS_H
#define SIMBODYDEM_CONVERSIONS_H

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

/** Converts the parameters of OpenSim 4's SmoothSphereHalfSpaceForce (Serrancolí et al. 2019, DOI 10.1109/TNSRE.2019.2924536). Its sphere has
Hunt and Crossley's force, smoothed:

    F = 4/3 2^(-3/2) k sqrt(R) delta^(3/2) (1 + 3/2 c d(delta)/dt)

HuntCrossleyForce has this force between two surfaces of modulus k. So the numbers stay the same. Give the result to fromHuntCrossley(). The
constant contact force and the smoothing constants have no counterpart and are not needed.
@param stiffness  k [N/m^2], > 0
@param dissipation, staticFriction, dynamicFriction, viscousFriction  as in HuntCrossleyParameters
@returns the parameters of both surfaces */
SIMBODYDEM_API HuntCrossleyParameters fromSmoothSphereHalfSpace(SimTK::Real stiffness, SimTK::Real dissipation,
                                                                SimTK::Real staticFriction, SimTK::Real dynamicFriction,
                                                                SimTK::Real viscousFriction);

/** Computes the Young's modulus at which Hertz's contact has the same overlap as Simbody's ElasticFoundationForce on a sphere, at one load F.
An elastic foundation is a bed of springs of k [Pa/m]. It carries F = pi k R delta^2 if delta is small against R. Hertz's contact grows
with delta^(3/2), so the two agree at one load only:

    delta = sqrt(F/(pi k R)),  E* = 3 F/(4 sqrt(R) delta^(3/2))

@param stiffness        k [Pa/m], > 0
@param load             F [N], > 0
@param effectiveRadius  R [m], > 0
@param poissonsRatio    nu [-], in (-1, 0.5]
@returns E [Pa] of this material against a rigid surface, or against an equal one
@throws std::invalid_argument if a value is out of its range, or if the overlap exceeds R */
SIMBODYDEM_API SimTK::Real youngsModulusOfElasticFoundation(SimTK::Real stiffness, SimTK::Real load,
                                                            SimTK::Real effectiveRadius, SimTK::Real poissonsRatio,
                                                            CounterSurface = CounterSurface::Rigid);

/** Scales a material for a model that is `mass` times as heavy and `length` times as long, in the same gravity. The scaled model moves
similarly (Froude): overlaps are the same fraction of the radii, and times and speeds grow with sqrt(length).

    E -> E mass/length^2,  c -> c/sqrt(length)

Poisson's ratio, restitution, friction and kt/kn are dimensionless and stay. Scale the values of shapes and laws yourself: radii with the
length, stiffnesses of linear laws [N/m] with mass/length, and transition velocities with sqrt(length).
@param mass, length  ratios of new to old [-], > 0
@returns the scaled material
@throws std::invalid_argument if a value is out of its range */
SIMBODYDEM_API SurfaceMaterial scaleTo(const SurfaceMaterial&, SimTK::Real mass, SimTK::Real length);

} // namespace simbodydem

#endif
