// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_RECORD_H
#define SIMBODYDEM_CONTACT_RECORD_H

#include "simmath/internal/Contact.h"

#include <cstdint>

namespace simbodydem {

/** What one contact does at one instant. Forces and torque act on surface b's body at point; a's body gets the
opposite at the same point. Vectors are in Ground. */
struct ContactRecord {
    SimTK::ContactSurfaceIndex a, b;           ///< a < b
    SimTK::Vec3 point;                         ///< midway in the overlap [m]
    SimTK::Vec3 normal;                        ///< unit vector from a to b
    SimTK::Vec3 normalForce, tangentialForce;  ///< [N]
    SimTK::Vec3 torque;                        ///< of rolling and twisting resistance [N m]
    SimTK::Vec3 slipVelocity;                  ///< of b past a [m/s]
    SimTK::Vec3 tangentialDisplacement;        ///< xi, the elastic part [m]
    SimTK::Real overlap, overlapRate;          ///< [m], [m/s]
    SimTK::Real storedEnergy, dissipatedPower; ///< [J]; [W], the sum over the laws' outputs
    bool sliding;                              ///< at the Coulomb limit
    SimTK::Real effectiveMass;                 ///< that the normal dashpot feels, m* [kg]
    SimTK::Real tangentialEffectiveMass;       ///< that the tangential one feels [kg]
    std::int64_t patch = 0;                    ///< which of several touches of these two surfaces
};

} // namespace simbodydem

#endif
