// SPDX-License-Identifier: Apache-2.0
#include "integration/Collisions.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

// A collision that is slower than this, relative to its fastest rate, in two States in a row is over: its restitution is 0.
const Real restFraction = 1e-3;
// Surfaces and stops that close more slowly do not collide: a stop that a coupler holds open to rounding, or a body that another force sets down [m/s, rad/s].
const Real slowest = 1e-6;

template <class List, class Contact> auto find(const List& list, const Contact& contact) {
    return std::find_if(list.begin(), list.end(), [&](const auto& other) { return areOfOneContact(other, contact); });
}

} // namespace

bool Collisions::foresee(const std::vector<ContactStatus>& before, const std::vector<Closing>& then,
                         const std::vector<Closing>& drifting, Real gain) {
    bool meets = false;
    for (const Closing& contact : then) {
        if (find(before, contact) != before.end()) continue;
        meets = meets || contact.rate > 0; // otherwise they have passed each other
        const auto drift = find(drifting, contact);
        const Real gained = drift == drifting.end() ? 0 : contact.rate - drift->rate;
        if (std::abs(contact.rate) > std::max(gain * gained, slowest) && find(inProgress, contact) == inProgress.end())
            inProgress.push_back({contact.force, contact.key});
    }
    return meets;
}

void Collisions::forgetForeseen() {
    const auto isForeseen = [](const Collision& collision) { return !collision.hasBegun; };
    inProgress.erase(std::remove_if(inProgress.begin(), inProgress.end(), isForeseen), inProgress.end());
}

void Collisions::follow(const std::vector<ContactStatus>& before, const std::vector<Closing>& now) {
    for (const Closing& contact : now)
        if (contact.rate > slowest && find(before, contact) == before.end() && find(inProgress, contact) == inProgress.end())
            inProgress.push_back({contact.force, contact.key});
    const auto hasEnded = [&](Collision& collision) {
        const auto contact = find(now, collision);
        return contact == now.end() ? collision.hasBegun : !continues(collision, contact->rate);
    };
    inProgress.erase(std::remove_if(inProgress.begin(), inProgress.end(), hasEnded), inProgress.end());
}

bool Collisions::continues(Collision& collision, Real rate) {
    collision.hasBegun = true;
    collision.fastest = std::max(collision.fastest, std::abs(rate));
    collision.hasTurned = collision.hasTurned || rate < 0;
    const bool wasAtRest = collision.isAtRest; // any collision is for an instant as it turns
    collision.isAtRest = std::abs(rate) < restFraction * collision.fastest;
    return !(collision.hasTurned && rate > 0) && !(wasAtRest && collision.isAtRest);
}

} // namespace simbodydem
