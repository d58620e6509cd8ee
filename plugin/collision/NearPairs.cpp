// SPDX-License-Identifier: Apache-2.0
#include "collision/NearPairs.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace simbodydem {

using SimTK::Real;

bool NearPairs::hasMoved(const std::vector<Vector3>& centres) const {
    if (centres.size() != reference.size()) return true;
    const Real bound = 0.25 * skin * skin;
    for (std::size_t i = 0; i < centres.size(); ++i)
        if (!((centres[i] - reference[i]).squaredNorm() <= bound)) return true; // NaN counts as moved
    return false;
}

// A ball is large if its radius exceeds four medians. Cells are made for the others. The skin is a quarter of the median radius. With less skin,
// piles that settle are searched often. With more skin, many pairs are not in contact.
void NearPairs::start(const std::vector<Vector3>& centres, const std::vector<Real>& radii) {
    reference = centres;
    pairs.clear();
    balls.clear();
    small.clear();
    large.clear();
    sorted.clear();
    for (std::size_t i = 0; i < centres.size(); ++i) {
        if (!(radii[i] > 0)) continue;
        if (!centres[i].allFinite())
            throw std::runtime_error("DEMContactForce: the position of surface " + std::to_string(i) +
                                     " is not finite");
        balls.push_back(int(i));
        sorted.push_back(radii[i]);
    }
    isLarge.assign(centres.size(), false);
    if (balls.empty()) {
        skin = 0;
        return;
    }
    std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
    const Real median = sorted[sorted.size() / 2];
    skin = 0.25 * median;
    Real largest = 0;
    for (const int b : balls) {
        isLarge[b] = radii[b] > 4 * median;
        (isLarge[b] ? large : small).push_back(b);
        if (!isLarge[b]) largest = std::max(largest, radii[b]);
    }
    cells.build(centres, small, 2 * largest + skin);
}

void NearPairs::sortFrom(std::size_t first) { std::sort(pairs.begin() + std::ptrdiff_t(first), pairs.end()); }

} // namespace simbodydem
