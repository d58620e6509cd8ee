// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SCALING_H
#define SIMBODYDEM_CONTACT_SCALING_H

#include "simbodydem/Export.h"
#include "simbodydem/HuntCrossleyConversion.h"
#include "simbodydem/SurfaceMaterial.h"

namespace simbodydem {

/** What a surface of unknown modulus touches. */
enum class Opponent {
    Rigid, ///< E* = E/(1 - nu^2)
    Equal  ///< a surface of the same material: E* = E/(2 (1 - nu^2))
};

/** The modulus [Pa] at which Hertz's contact bears a load F with an overlap delta (Johnson 1985, eq. 4.23):

    E* = 3 F/(4 sqrt(R*) delta^(3/2))

@param overlap  delta [m], > 0 and at most R* @param load  F [N], > 0 @param effectiveRadius  R* [m], > 0
@param poissonsRatio  nu [-], in (-1, 0.5]
@throws std::invalid_argument for a value that is out of its range */
SIMBODYDEM_API SimTK::Real youngsModulusFor(SimTK::Real overlap, SimTK::Real load, SimTK::Real effectiveRadius,
                                            SimTK::Real poissonsRatio, Opponent = Opponent::Rigid);

/** The modulus [Pa] at which a free elastic impact of m* at speed v lasts t_c (Johnson 1985, section 11.4):

    t_c = 2.94327 delta_max/v,  delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5)

A dashpot lengthens it: by a tenth at restitution .5.
@param contactTime  t_c [s], > 0 @param effectiveMass  m* [kg], > 0 @param speed  v [m/s], > 0
@param effectiveRadius  R* [m], > 0 @param poissonsRatio  nu [-], in (-1, 0.5]
@throws std::invalid_argument for a value that is out of its range */
SIMBODYDEM_API SimTK::Real youngsModulusForContactTime(SimTK::Real contactTime, SimTK::Real effectiveMass,
                                                       SimTK::Real speed, SimTK::Real effectiveRadius,
                                                       SimTK::Real poissonsRatio, Opponent = Opponent::Rigid);

/** The same material under a model that is `mass` times as heavy and `length` times as long, in the same gravity, so that it moves alike
(Froude): overlaps are the same share of the radii, times go with sqrt(length), speeds as well.

    E -> E mass/length^2,  c -> c/sqrt(length)

nu, restitution, friction and kt/kn have no dimension and stay. Radii go with the length; stiffnesses of linear laws [N/m] with mass/length,
transition velocities with sqrt(length): they are the laws', not the material's.
@param mass, length  ratios of new to old [-], > 0
@throws std::invalid_argument for a value that is out of its range */
SIMBODYDEM_API SurfaceMaterial scaleTo(const SurfaceMaterial&, SimTK::Real mass, SimTK::Real length);

/** SmoothSphereHalfSpaceForce of OpenSim 4 (Serrancoli et al. 2019): its sphere has Hunt and Crossley's force with

    F = 4/3 2^(-3/2) k sqrt(R) delta^(3/2) (1 + 3/2 c d(delta)/dt)

which is that of HuntCrossleyForce between two surfaces of modulus k, smoothed: the same numbers, for fromHuntCrossley(). What smooths it
(constant contact force, smoothing constants) has no counterpart and is not needed.
@param stiffness  k [N/m^2], > 0
@param dissipation, staticFriction, dynamicFriction, viscousFriction  as HuntCrossleyParameters have them */
SIMBODYDEM_API HuntCrossleyParameters fromSmoothSphereHalfSpace(SimTK::Real stiffness, SimTK::Real dissipation,
                                                                SimTK::Real staticFriction, SimTK::Real dynamicFriction,
                                                                SimTK::Real viscousFriction);

/** ElasticFoundationForce on a sphere: a bed of springs, k [Pa/m] each on its area, bears F = pi k R delta^2 (for delta small against R),
where Hertz bears delta^(3/2). Equal at one load F, where both have the overlap

    delta = sqrt(F/(pi k R)),  E* = 3 F/(4 sqrt(R) delta^(3/2))

@param stiffness  k [Pa/m], > 0 @param load  F [N], > 0 @param effectiveRadius  R [m], > 0
@param poissonsRatio  nu [-], in (-1, 0.5]
@returns E [Pa] of that material against a rigid surface, or against its equal
@throws std::invalid_argument for a value that is out of its range, or an overlap of more than R */
SIMBODYDEM_API SimTK::Real youngsModulusOfElasticFoundation(SimTK::Real stiffness, SimTK::Real load,
                                                            SimTK::Real effectiveRadius, SimTK::Real poissonsRatio,
                                                            Opponent = Opponent::Rigid);

} // namespace simbodydem

#endif
