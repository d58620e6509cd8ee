// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_RECORD_H
#define SIMBODYDEM_CONTACT_RECORD_H

#include "simbodydem/AreaRecord.h"

#include "simmath/internal/Contact.h"

#include <cstdint>
#include <optional>

namespace simbodydem {

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

} // namespace simbodydem

#endif
