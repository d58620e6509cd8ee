// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_RECORD_H
#define SIMBODYDEM_CONTACT_RECORD_H

#include "SimTKcommon.h"
#include "simmath/internal/Contact.h"

#include <cstdint>
#include <optional>

namespace simbodydem {

/** Describes the contact of two surfaces of which at least one has an ElasticLayer, or is of Sand or Soil. Normal and tangential forces are
those along and across the normal of the surface opposite to the elements. The tangential one has the force of walls that press a layer or soil
sideways. Forces and moment act on the body of surface b, the opposite ones on that of a. Vectors are in Ground. */
struct AreaRecord {
    SimTK::ContactSurfaceIndex a, b; ///< a < b
    SimTK::Vec3 center; ///< centre of pressure, sum p A x/sum p A [m]; p is the size of the traction in sand
    SimTK::Vec3 normalForce, tangentialForce; ///< sums over the elements [N]
    SimTK::Vec3 moment;                       ///< of all forces about the center [N m]
    SimTK::Real area = 0;     ///< of the elements with a force; less of those that stand nearly at right angles [m^2]
    SimTK::Real slippingArea = 0; ///< of those that slip; elements that touch with a corner alone count as the others do [m^2]
    SimTK::Real meanPressure = 0, peakPressure = 0;    ///< [Pa]
    SimTK::Real depth = 0;                             ///< largest depth d [m]
    SimTK::Real storedEnergy = 0, dissipatedPower = 0; ///< [J], [W]
    int numElements = 0;                               ///< with d > 0
};

/** Describes one element of a layer, or of a body in sand, that touches another surface. Vectors are in Ground. */
struct ElementRecord {
    std::int64_t element = -1; ///< number of the element; of a mesh that is not divided, the number of the triangle
    SimTK::ContactSurfaceIndex opposite; ///< the surface that it touches
    SimTK::Vec3 center;                  ///< of the element [m]
    SimTK::Vec3 normal;                  ///< out of the layer or body
    SimTK::Vec3 shear;                   ///< on the opposite surface, with the force of a wall of that surface that cuts the element [Pa]
    SimTK::Real area = 0, depth = 0, pressure = 0; ///< [m^2], [m], [Pa]
    bool sliding = false;                ///< true at the Coulomb limit
};

/** Describes one contact at one instant. Forces and torque act on the body of surface b at `point`. The body of surface a gets the opposite
at the same point. Vectors are in Ground. The record of an area has its sums, at the centre of pressure. */
struct ContactRecord {
    SimTK::ContactSurfaceIndex a, b;           ///< a < b
    SimTK::Vec3 point;                         ///< contact point, midway in the overlap unless the law shifts it [m]
    SimTK::Vec3 normal;                        ///< unit vector from a to b
    SimTK::Vec3 normalForce, tangentialForce;  ///< [N]
    SimTK::Vec3 torque;                        ///< of rolling and twisting resistance [N m]
    SimTK::Vec3 slipVelocity;                  ///< of b past a [m/s]
    SimTK::Vec3 tangentialDisplacement;        ///< xi, the elastic part [m]
    SimTK::Real overlap = 0, overlapRate = 0;  ///< [m], [m/s]
    SimTK::Real storedEnergy = 0;              ///< [J], sum over the laws
    SimTK::Real dissipatedPower = 0;           ///< [W], sum over the laws
    bool sliding = false;                      ///< true at the Coulomb limit
    SimTK::Real effectiveMass = 0;             ///< m* that the normal dashpot feels [kg]
    SimTK::Real tangentialEffectiveMass = 0;   ///< mass that the tangential dashpot feels [kg]
    std::int64_t patch = 0;                    ///< number of the contact among those of these two surfaces
    std::optional<AreaRecord> area;            ///< of a surface with an ElasticLayer, of Sand or Soil; else without a value
};

/** Accounts for the energy that contacts have lost so far [J], by cause.

The total is integral(-sum F v dt) - (U - U_0), with the accuracy of the integrator. This is the energy that the bodies have put into the contacts
and that the springs do not store. The causes come separately from the outputs of the laws. The rest of the total is `unaccounted`. It falls
with the square of the step if every law does what it claims. */
struct DissipatedEnergy {
    SimTK::Real damping = 0;  ///< heat of dashpots, of plasticity, of springs whose stiffness changes under load
    SimTK::Real friction = 0; ///< heat of sliding, rolling and twisting
    SimTK::Real release = 0;  ///< left in springs of contacts that were pulled apart, torn or moved elsewhere
    SimTK::Real gained = 0;   ///< created by laws: a force along the slip, a spring that stiffens at constant length
    /** Energy that no law accounts for, > 0 lost, < 0 created. One reason is a law that does not do what it claims. Another one is a long step
    that ends inside a new contact, whose spring is loaded then. */
    SimTK::Real unaccounted = 0;

    /** Returns the dissipated energy. The sum of kinetic, potential and this energy is constant, except for work from outside. */
    SimTK::Real total() const { return damping + friction + release - gained + unaccounted; }
};

} // namespace simbodydem

#endif
