// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISIONS_H
#define SIMBODYDEM_COLLISIONS_H

#include "integration/ContactForces.h"

#include <vector>

namespace simbodydem {

/** The contacts that steps of a fixed length do not resolve: those that come faster than the step makes anything fall, until they have
parted or begun to come closer again. */
class Collisions {
public:
    bool areUnderWay() const { return !underWay.empty(); }
    void forget() { underWay.clear(); }

    /** Forgets those that were foreseen and have not begun. */
    void forgetForeseen();

    /** What a step may lead to. @param before  what touches at its start @param then, drifting  what would at its end, and had nothing
    gained speed; a contact whose speed is more than `share` of what it gains is a collision
    @returns whether anything comes closer then that does not touch at the start */
    bool foresee(const std::vector<ContactStatus>& before, const std::vector<Closing>& then,
                 const std::vector<Closing>& drifting, SimTK::Real share);
    /** Ends collisions that are over, and adds those that have begun meanwhile: the step that follows one would not resolve them.
    @param before  contacts when the last part of a step began */
    void follow(const std::vector<ContactStatus>& before, const std::vector<Closing>& now);

private:
    struct Collision {
        int force;
        ContactKey key;
        SimTK::Real fastest = 0; // rate of its overlap [m/s]
        bool hasBegun = false, hasTurned = false, isStill = false;
    };
    /** @returns whether there is more of it to come */
    static bool goesOn(Collision&, SimTK::Real rate);

    std::vector<Collision> underWay;
};

} // namespace simbodydem

#endif
