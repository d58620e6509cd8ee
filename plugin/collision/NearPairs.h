// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_NEAR_PAIRS_H
#define SIMBODYDEM_COLLISION_NEAR_PAIRS_H

#include "collision/CellList.h"

#include <utility>
#include <vector>

namespace simbodydem {

/** Lists pairs of balls that are near each other, sorted by key. No pair that may be in contact is missing while no centre has moved
further than half of the skin since the search. So the contacts do not depend on the time of the search. */
class NearPairs {
public:
    /** Searches again if a centre has moved that far.
        @param centres  by surface [m]
        @param radii    by surface, as far as each one reaches [m]; <= 0: not a ball
        @param isPair   returns true if two surfaces a < b may have a contact
        @returns true if it has searched again
        @throws std::runtime_error if a centre is not finite */
    template <class IsPair>
    bool update(const std::vector<Vector3>& centres, const std::vector<SimTK::Real>& radii, const IsPair& isPair) {
        if (!hasMoved(centres)) return false;
        start(centres, radii);
        for (const int a : balls) {
            const std::size_t first = pairs.size();
            const auto consider = [&](int b) {
                if (b <= a) return;
                const SimTK::Real reach = radii[a] + radii[b] + skin;
                if ((centres[b] - centres[a]).squaredNorm() < reach * reach && isPair(a, b)) pairs.emplace_back(a, b);
            };
            if (isLarge[a])
                for (const int b : balls) consider(b);
            else {
                cells.visitAround(centres[a], consider);
                for (const int b : large) consider(b);
            }
            sortFrom(first);
        }
        return true;
    }

    const std::vector<std::pair<int, int>>& get() const { return pairs; }

private:
    bool hasMoved(const std::vector<Vector3>& centres) const;
    void start(const std::vector<Vector3>& centres, const std::vector<SimTK::Real>& radii);
    void sortFrom(std::size_t first);

    std::vector<std::pair<int, int>> pairs;
    std::vector<Vector3> reference;
    std::vector<int> balls, small, large;
    std::vector<bool> isLarge;
    std::vector<SimTK::Real> sorted; // radii
    SimTK::Real skin = -1;
    CellList cells;
};

} // namespace simbodydem

#endif
