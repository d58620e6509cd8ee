// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HAND_OVER_H
#define SIMBODYDEM_HAND_OVER_H

#include "contact/Follow.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

// Where one patch of a pair of surfaces ends and another one takes its place, as where a ball rolls from one triangle to the next, the
// contact goes on.

namespace simbodydem {

/** All touches of the same two surfaces, which follow each other: the first, and the end. */
inline std::pair<const Touch*, const Touch*> touchesOfPair(const Touch& touch, const std::vector<Touch>& touches) {
    const auto isOfPair = [&](const Touch& t) { return t.key.a == touch.key.a && t.key.b == touch.key.b; };
    const Touch *first = &touch, *end = &touch + 1;
    while (first != touches.data() && isOfPair(*(first - 1))) --first;
    while (end != touches.data() + touches.size() && isOfPair(*end)) ++end;
    return {first, end};
}

/** How far a contact of the commit is from a touch that may be what has become of it; infinite: it is not. It is the same place if it
has come, with the one body or with the other, to within the contact's radius of it and of what has been rolled, and its normal to
within 30 degrees. */
inline Real distanceFrom(const ContactRow& row, const Touch& touch, const Follow& now, const BodyMotion& bodyA,
                         const BodyMotion& bodyB) {
    const auto carried = [&](const BodyMotion& body) -> Vector3 {
        return body.origin + body.turn * (row.point - body.originAtCommit) - touch.point;
    };
    const Vector3 withA = carried(bodyA), withB = carried(bodyB);
    const Real distance = std::min(withA.norm(), withB.norm());
    const Real radius = now.normal.effectiveRadius, angle = (bodyA.turn - bodyB.turn).norm() / std::sqrt(Real(2));
    const Real depth = std::max(std::abs(touch.overlap), std::abs(row.overlap));
    const Real cosine = std::max(touch.normal.dot(bodyA.turn * row.normal), touch.normal.dot(bodyB.turn * row.normal));
    // What has come behind a one-sided surface elsewhere is no contact that was on its front.
    const bool isBehind = touch.front <= 0 && touch.overlap - row.overlap > 2 * (withA - withB).norm() + angle * radius;
    if (isBehind) return SimTK::Infinity;
    const bool isSame = distance <= std::sqrt(radius * depth) + angle * radius && cosine > 0.8660254037844387;
    return isSame ? distance : SimTK::Infinity;
}

/** The contact of the commit that has become this touch, whose key it had none with; null: it is new.
@param touches  all of this evaluation: a contact that is still there is not handed over */
SIMBODYDEM_NOINLINE inline const ContactRow* takeOver(HistoryLookup& lookup, const Touch& touch,
                                                      const std::vector<Touch>& touches, bool reachesBeyondTouch,
                                                      const Follow& now, const BodyMotion& bodyA,
                                                      const BodyMotion& bodyB) {
    const auto [first, end] = touchesOfPair(touch, touches);
    const auto isThere = [&, first = first, end = end](const TouchKey& key) {
        return std::any_of(first, end, [&](const Touch& other) {
            return other.key == key && (other.overlap > 0 || reachesBeyondTouch);
        });
    };
    return lookup.handOver(touch.key.a, touch.key.b, [&](const ContactRow& row) {
        return isThere(row.key) ? SimTK::Infinity : distanceFrom(row, touch, now, bodyA, bodyB);
    });
}

} // namespace simbodydem

#endif
