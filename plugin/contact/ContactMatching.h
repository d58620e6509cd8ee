// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_MATCHING_H
#define SIMBODYDEM_CONTACT_CONTACT_MATCHING_H

#include "contact/ContactKinematics.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

// Matching of contacts: a contact continues if one patch of two surfaces ends and another patch takes its place. This happens where a
// ball rolls from one triangle to the next.

namespace simbodydem {

/** Returns the range of all contact points of the same two surfaces, first and end. They are stored one after the other. */
inline std::pair<const ContactPoint*, const ContactPoint*> contactPointsOfPair(
    const ContactPoint& contact, const std::vector<ContactPoint>& contacts) {
    const auto isOfPair = [&](const ContactPoint& t) { return t.key.a == contact.key.a && t.key.b == contact.key.b; };
    const ContactPoint *first = &contact, *end = &contact + 1;
    while (first != contacts.data() && isOfPair(*(first - 1))) --first;
    while (end != contacts.data() + contacts.size() && isOfPair(*end)) ++end;
    return {first, end};
}

/** Returns the distance of a contact of the commit from a contact point that may continue it; infinite if it does not. Two conditions
must hold. The old point, moved with one body or the other, lies within the contact radius plus the rolled distance. The normals differ by
less than 30 degrees. */
inline Real distanceFrom(const ContactRow& row, const ContactPoint& contact, const ContactKinematics& now,
                         const BodyMotion& bodyA, const BodyMotion& bodyB) {
    const auto transported = [&](const BodyMotion& body) -> Vector3 {
        return body.origin + body.turn * (row.point - body.originAtCommit) - contact.point;
    };
    const Vector3 withA = transported(bodyA), withB = transported(bodyB);
    const Real distance = std::min(withA.norm(), withB.norm());
    const Real radius = now.normal.effectiveRadius, angle = (bodyA.turn - bodyB.turn).norm() / std::sqrt(Real(2));
    const Real depth = std::max(std::abs(contact.overlap), std::abs(row.overlap));
    const Real cosine =
        std::max(contact.normal.dot(bodyA.turn * row.normal), contact.normal.dot(bodyB.turn * row.normal));
    // A surface that came behind a one-sided surface elsewhere does not continue a contact on the front.
    const bool isBehind =
        contact.front <= 0 && contact.overlap - row.overlap > 2 * (withA - withB).norm() + angle * radius;
    if (isBehind) return SimTK::Infinity;
    const bool isSame = distance <= std::sqrt(radius * depth) + angle * radius && cosine > 0.8660254037844387;
    return isSame ? distance : SimTK::Infinity;
}

/** Returns the contact of the commit that this contact point continues under another key; null if the contact is new.
@param contacts  all contact points of this evaluation: a contact that still has its own is not claimed */
SIMBODYDEM_NOINLINE inline const ContactRow* findPredecessor(HistoryLookup& lookup, const ContactPoint& contact,
                                                             const std::vector<ContactPoint>& contacts,
                                                             bool reachesBeyondTouch, const ContactKinematics& now,
                                                             const BodyMotion& bodyA, const BodyMotion& bodyB) {
    const auto [first, end] = contactPointsOfPair(contact, contacts);
    const auto isThere = [&, first = first, end = end](const ContactKey& key) {
        return std::any_of(first, end, [&](const ContactPoint& other) {
            return other.key == key && (other.overlap > 0 || reachesBeyondTouch);
        });
    };
    return lookup.claimNearest(contact.key.a, contact.key.b, [&](const ContactRow& row) {
        return isThere(row.key) ? SimTK::Infinity : distanceFrom(row, contact, now, bodyA, bodyB);
    });
}

} // namespace simbodydem

#endif
