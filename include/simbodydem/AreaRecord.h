// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREA_RECORD_H
#define SIMBODYDEM_AREA_RECORD_H

#include "simmath/internal/Contact.h"

#include <cstdint>

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

} // namespace simbodydem

#endif
