// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SCALING_H
#define SIMBODYDEM_CONTACT_SCALING_H

#include "simbodydem/Export.h"
#include "simbodydem/HuntCrossleyConversion.h"
#include "simbodydem/SurfaceMaterial.h"

namespace simbodydem {

/** Names the counter-surface of a surface whose modulus is unknown. */
enum class Opponent {
    Rigid, ///< a rigid surface: E* = E/(1 - nu^2)
    Equal  ///< a surface of the same material: E* = E/(2 (1 - nu^2))
};

/** Computes Young's modulus E [Pa] at which Hertz's contact carries a load F with an overlap delta (Johnson 1985, eq. 4.23, DOI
10.1017/CBO9781139171731):

    E* = 3 F/(4 sqrt(R*) delta^(3/2))

@param overlap          delta [m], > 0 and at most R*
@param load             F [N], > 0
@param effectiveRadius  R* [m], > 0
@param poissonsRatio    nu [-], in (-1, 0.5]
@returns E of the surface, or of both equal surfaces [Pa]
@throws std::invalid_argument if a value is out of its range */
SIMBODYDEM_API SimTK::Real youngsModulusFor(SimTK::Real overlap, SimTK::Real load, SimTK::Real effectiveRadius,
                                            SimTK::Real poissonsRatio, Opponent = Opponent::Rigid);

/** Computes Young's modulus E [Pa] at which a free elastic impact of m* at speed v lasts t_c (Johnson 1985, section 11.4):

    t_c = 2.94327 delta_max/v,  delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5)

A dashpot lengthens the impact: by a tenth at a restitution of 0.5.
@param contactTime      t_c [s], > 0
@param effectiveMass    m* [kg], > 0
@param speed            v [m/s], > 0
@param effectiveRadius  R* [m], > 0
@param poissonsRatio    nu [-], in (-1, 0.5]
@returns E of the surface, or of both equal surfaces [Pa]
@throws std::invalid_argument if a value is out of its range */
SIMBODYDEM_API SimTK::Real youngsModulusForContactTime(SimTK::Real contactTime, SimTK::Real effectiveMass,
                                                       SimTK::Real speed, SimTK::Real effectiveRadius,
                                                       SimTK::Real poissonsRatio, Opponent = Opponent::Rigid);

/** Scales a material for a model that is `mass` times as heavy and `length` times as long, in the same gravity. The scaled model moves
similarly (Froude): overlaps are the same fraction of the radii, and times and speeds grow with sqrt(length).

    E -> E mass/length^2,  c -> c/sqrt(length)

Poisson's ratio, restitution, friction and kt/kn are dimensionless and stay. Scale the values of shapes and laws yourself: radii with the
length, stiffnesses of linear laws [N/m] with mass/length, and transition velocities with sqrt(length).
@param mass, length  ratios of new to old [-], > 0
@returns the scaled material
@throws std::invalid_argument if a value is out of its range */
SIMBODYDEM_API SurfaceMaterial scaleTo(const SurfaceMaterial&, SimTK::Real mass, SimTK::Real length);

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
                                                            Opponent = Opponent::Rigid);

} // namespace simbodydem

#endif
