// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_POINT_H
#define SIMBODYDEM_COLLISION_CONTACT_POINT_H

#include "base/EigenBridge.h"

#include <cstdint>

namespace simbodydem {

/** Identifies a contact from one evaluation to the next, by its surfaces a < b and the number of the contact among those of these two. */
struct ContactKey {
    int a, b;
    std::int64_t patch; // 64 bits: two meshes have more pairs of features than an int can count

    friend bool operator==(const ContactKey& x, const ContactKey& y) {
        return x.a == y.a && x.b == y.b && x.patch == y.patch;
    }
    friend bool operator!=(const ContactKey& x, const ContactKey& y) { return !(x == y); }
    friend bool operator<(const ContactKey& x, const ContactKey& y) {
        return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.patch < y.patch;
    }
};

/** Holds the curvatures of a surface at a point: 1/R along `direction`, a unit vector in Ground, and across it. A sphere and a plane have no
direction. */
struct LocalCurvature {
    SimTK::Real along = 0, across = 0; // [1/m]
    Vector3 direction = Vector3::Zero();
};

/** Holds the geometry of one contact of two surfaces. They overlap, or are within reach of a law that acts at a distance. */
struct ContactPoint {
    ContactKey key;
    Vector3 point, normal; // midway in the overlap; unit vector from a to b
    SimTK::Real overlap;   // [m], < 0: apart
    const LocalCurvature *curvatureA, *curvatureB;
    // As in RoundedContactPoint: the distance in front of a one-sided surface, and the corner of the other surface there.
    SimTK::Real front = SimTK::Infinity;
    std::int64_t corner = 0;

    /** Returns the key of a corner that comes from behind, whatever part of the one-sided surface it passes. */
    ContactKey cornerKey() const { return {key.a, key.b, corner}; }
    /** Returns true if the curvature of a surface depends on the direction. */
    bool isElliptic() const {
        return curvatureA->along != curvatureA->across || curvatureB->along != curvatureB->across;
    }
};

} // namespace simbodydem

#endif
