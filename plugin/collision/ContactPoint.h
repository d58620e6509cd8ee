// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_POINT_H
#define SIMBODYDEM_COLLISION_CONTACT_POINT_H

#include "base/EigenBridge.h"

#include <cstdint>

namespace simbodydem {

/** Which touch it is, from one evaluation to the next: of two surfaces a < b, and which of several that these two have. */
struct ContactKey {
    int a, b;
    std::int64_t patch; // two meshes have more pairs of features than an int can count

    friend bool operator==(const ContactKey& x, const ContactKey& y) {
        return x.a == y.a && x.b == y.b && x.patch == y.patch;
    }
    friend bool operator!=(const ContactKey& x, const ContactKey& y) { return !(x == y); }
    friend bool operator<(const ContactKey& x, const ContactKey& y) {
        return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.patch < y.patch;
    }
};

/** How a surface bends at a point: 1/R along `direction`, a unit vector in Ground, and across it. Where the two are equal, as on a
sphere or a plane, there is no direction. */
struct LocalCurvature {
    SimTK::Real along = 0, across = 0; // [1/m]
    Vector3 direction = Vector3::Zero();
};

/** One place where two surfaces touch, or are within reach of a law that holds on beyond touching: geometry alone. */
struct ContactPoint {
    ContactKey key;
    Vector3 point, normal; // midway in the overlap; unit vector from a to b
    SimTK::Real overlap;   // [m], < 0: apart
    const LocalCurvature *curvatureA, *curvatureB;
    // As of a RoundedContactPoint: where it is from a surface whose contacts begin on its front alone, and what of the other surface is there.
    SimTK::Real front = SimTK::Infinity;
    std::int64_t corner = 0;

    /** What comes from behind is known by, whichever part of the one-sided surface it passes. */
    ContactKey cornerKey() const { return {key.a, key.b, corner}; }
    /** Whether the surfaces bend differently in different directions. */
    bool isElliptic() const {
        return curvatureA->along != curvatureA->across || curvatureB->along != curvatureB->across;
    }
};

} // namespace simbodydem

#endif
