// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COORDINATE_UPDATE_H
#define SIMBODYDEM_COORDINATE_UPDATE_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

/** Moves coordinates by the integral of speeds. Quaternions follow the geodesic, since a sum of their components leaves the unit sphere by as
much as a stiff contact deforms. Other coordinates follow the integral of their rates N(q) u. */
class CoordinateUpdate {
public:
    CoordinateUpdate(const SimTK::SimbodyMatterSubsystem&, const SimTK::State&);

    /** Computes the coordinates at the end of a displacement.
    @param displacement  integral of the speeds u [m, rad]
    @param rates         integral of N(q) u */
    void advance(const SimTK::Vector& from, const SimTK::Vector& displacement, const SimTK::Vector& rates,
                 SimTK::Vector& to) const;

    /** Replaces the rotations of quaternions in a displacement by those that advance() turns by.
    @param displacement  becomes the displacement from `from` to `to` [m, rad] */
    void correctDisplacement(const SimTK::Vector& from, const SimTK::Vector& to, SimTK::Vector& displacement) const;

    /** Scales quaternions to length 1. */
    void normalize(SimTK::Vector& q) const;

    /** Returns the largest difference of two rates of coordinates, except those of quaternions. */
    SimTK::Real calcDifference(const SimTK::Vector& rates, const SimTK::Vector& others) const;

    /** Returns true if both have the same coordinates. Euler angles differ from a quaternion, though they take the same place in a State. */
    friend bool operator==(const CoordinateUpdate& a, const CoordinateUpdate& b) {
        return a.quaternions == b.quaternions && a.others == b.others && a.plain == b.plain;
    }

private:
    struct Quaternion {
        int firstQ, firstU;
        friend bool operator==(const Quaternion& a, const Quaternion& b) {
            return a.firstQ == b.firstQ && a.firstU == b.firstU;
        }
    };
    std::vector<Quaternion> quaternions; // their three speeds are the angular velocity
    std::vector<int> others;             // first coordinates of other quaternions
    std::vector<int> plain;              // coordinates that belong to no quaternion
};

} // namespace simbodydem

#endif
