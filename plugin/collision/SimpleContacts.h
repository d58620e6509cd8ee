// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SIMPLE_CONTACTS_H
#define SIMBODYDEM_COLLISION_SIMPLE_CONTACTS_H

#include "collision/Placed.h"

#include <cmath>

// Computes contacts of spheres and half spaces in closed form.

namespace simbodydem {

inline SimTK::Real overlapOnPlane(const PlacedPlane& placed, const Vector3& centre, SimTK::Real radius) {
    return radius - (placed.outward.dot(centre) - placed.height);
}

/** Returns the contact of a sphere with a half space. */
inline ContactPoint contactOnPlane(int plane, int sphere, const PlacedPlane& placed, const Vector3& centre,
                                   const CompiledSurfaces& compiled) {
    const SimTK::Real radius = compiled.geometries[sphere].radius, overlap = overlapOnPlane(placed, centre, radius);
    return contactPointOf(plane, sphere, centre - (radius - 0.5 * overlap) * placed.outward, placed.outward, overlap,
                          &compiled.surfaces[plane].curvature, &compiled.surfaces[sphere].curvature);
}

/** Returns the contact of two spheres, a < b. */
inline ContactPoint contactOfSpheres(int a, int b, const Vector3& centreA, const Vector3& centreB,
                                     const CompiledSurfaces& compiled) {
    const Vector3 line = centreB - centreA;
    const SimTK::Real distance = std::sqrt(line.squaredNorm()), radius = compiled.geometries[a].radius;
    const Vector3 normal = distance > 0 ? Vector3(line / distance) : Vector3::UnitX(); // any, for equal centres
    const SimTK::Real overlap = radius + compiled.geometries[b].radius - distance;
    return contactPointOf(a, b, centreA + (radius - 0.5 * overlap) * normal, normal, overlap,
                          &compiled.surfaces[a].curvature, &compiled.surfaces[b].curvature);
}

} // namespace simbodydem

#endif
