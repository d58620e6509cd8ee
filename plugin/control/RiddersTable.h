// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTROL_RIDDERS_TABLE_H
#define SIMBODYDEM_CONTROL_RIDDERS_TABLE_H

#include "SimTKcommon.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace simbodydem {

/** Extrapolates central differences to a perturbation of 0, for each outcome by itself. Their error has even powers of the perturbation. It has a first
power as well where contacts change their order, such as feet that land at once, so both are tried. */
class RiddersTable {
public:
    // Perturbations fall by the first. A result is left when the error has grown by the second since the best.
    static constexpr SimTK::Real factor = 4, worse = 10;

    explicit RiddersTable(int numOutcomes) : best(numOutcomes, SimTK::NaN), error(numOutcomes, SimTK::Infinity) {}

    /** Adds the differences of a perturbation that is smaller by the factor than the one before.
    @returns false if smaller ones only bring rounding */
    bool add(const SimTK::Vector& differences) {
        bool isUseful = even.empty();
        for (int i = 0; even.empty() && i < beforeGap.size(); ++i) { // without extrapolation
            const SimTK::Real now = std::abs(differences[i] - beforeGap[i]);
            if (now <= error[i]) error[i] = now, best[i] = differences[i];
        }
        beforeGap = differences;
        for (auto* last : {&even, &every}) {
            std::vector<SimTK::Vector> row{differences};
            const SimTK::Real perPower = last == &even ? factor * factor : factor;
            SimTK::Real power = perPower;
            for (std::size_t k = 1; k <= last->size(); ++k, power *= perPower) {
                row.push_back((power * row[k - 1] - (*last)[k - 1]) / (power - 1));
                for (int i = 0; i < best.size(); ++i) {
                    const SimTK::Real now = std::max(std::abs(row[k][i] - row[k - 1][i]), std::abs(row[k][i] - (*last)[k - 1][i]));
                    if (now <= error[i]) error[i] = now, best[i] = row[k][i];
                }
            }
            for (int i = 0; i < best.size() && !last->empty(); ++i)
                isUseful = isUseful || (error[i] > 0 && std::abs(row.back()[i] - last->back()[i]) < worse * error[i]);
            *last = std::move(row);
        }
        return isUseful;
    }

    /** Notes that the next perturbation is smaller than the last one by more than the factor. */
    void leaveGap() {
        even.clear();
        every.clear();
    }

    SimTK::Vector best, error;

private:
    std::vector<SimTK::Vector> even, every; // last rows, by even powers and by all of them
    SimTK::Vector beforeGap;                // the last differences
};

} // namespace simbodydem

#endif
