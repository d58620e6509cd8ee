// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISIONS_H
#define SIMBODYDEM_COLLISIONS_H

#include "integration/ContactForces.h"

#include <vector>

namespace simbodydem {

/** The collisions that steps of a fixed length do not resolve: contacts that approach faster than a fall in one step, until they have parted
or begun to approach again. */
class Collisions {
public:
    bool areInProgress() const { return !inProgress.empty(); }
    void forget() { inProgress.clear(); }

    /** Forgets collisions that were foreseen and have not begun. */
    void forgetForeseen();

    /** Adds the collisions at a predicted State.
    @param before    contacts at the start of the step
    @param then      contacts at the predicted State
    @param drifting  the same if no speed changed until then
    @param gain      a contact whose speed exceeds so many times the speed that it gains is a collision [-]
    @returns whether surfaces approach there that are apart at the start */
    bool foresee(const std::vector<ContactStatus>& before, const std::vector<Closing>& then,
                 const std::vector<Closing>& drifting, SimTK::Real gain);
    /** Removes collisions that are over, and adds those that have begun meanwhile, since no step of full length would resolve them.
    @param before  contacts when the last part of a step began */
    void follow(const std::vector<ContactStatus>& before, const std::vector<Closing>& now);

private:
    struct Collision {
        int force;
        ContactKey key;
        SimTK::Real fastest = 0; // rate of its overlap [m/s]
        bool hasBegun = false, hasTurned = false, isAtRest = false;
    };
    /** Updates a collision. @returns false if it is over */
    static bool continues(Collision&, SimTK::Real rate);

    std::vector<Collision> inProgress;
};

} // namespace simbodydem

#endif
