// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COORDINATE_UPDATE_H
#define SIMBODYDEM_COORDINATE_UPDATE_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

/** Where mean speeds over some time lead to from given coordinates. Quaternions follow the geodesic: added up componentwise they would leave
the sphere of rotations by as much as a stiff contact yields. Other coordinates follow their mean rates N(q) u. */
class CoordinateUpdate {
public:
    CoordinateUpdate(const SimTK::SimbodyMatterSubsystem&, const SimTK::State&);

    /** @param displacement  the integral of the speeds [m, rad] @param rates  the integral of N(q) u of the coordinates */
    void advance(const SimTK::Vector& from, const SimTK::Vector& displacement, const SimTK::Vector& rates,
                 SimTK::Vector& to) const;

    /** Bring quaternions to their length. */
    void normalize(SimTK::Vector& q) const;

    /** The largest difference of two rates of coordinates, but for quaternions. */
    SimTK::Real differenceOf(const SimTK::Vector& rates, const SimTK::Vector& others) const;

    /** Returns true if both have the same coordinates. An Euler angle is none of a quaternion, though a State keeps room for both. */
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
    std::vector<Quaternion> quaternions; // whose three speeds are the angular velocity
    std::vector<int> others;             // first coordinates of quaternions of any other mobilizer
    std::vector<int> plain;              // coordinates that are of no quaternion
};

} // namespace simbodydem

#endif
