// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SPEED_NORM_H
#define SIMBODYDEM_SPEED_NORM_H

#include "Simbody.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

/** The largest change of a speed, relative to the accuracy times max(1, |speed|). */
class SpeedNorm {
public:
    void set(const SimTK::Vector& speeds, SimTK::Real accuracy) {
        scales.resize(speeds.size());
        for (int i = 0; i < speeds.size(); ++i)
            scales[i] = 1 / (accuracy * std::max(SimTK::Real(1), std::abs(speeds[i])));
    }
    /** Returns Infinity if any change is not finite. */
    SimTK::Real operator()(const SimTK::Vector& changes) const {
        SimTK::Real largest = 0;
        for (int i = 0; i < changes.size(); ++i) {
            const SimTK::Real size = of(changes[i], i);
            if (!std::isfinite(size)) return SimTK::Infinity;
            largest = std::max(largest, size);
        }
        return largest;
    }
    /** Returns the same for the change of speed i alone. */
    SimTK::Real of(SimTK::Real change, int i) const { return std::abs(change) * scales[i]; }
    const SimTK::Vector& getScales() const { return scales; }

private:
    SimTK::Vector scales; // [1/unit of the speed]
};

} // namespace simbodydem

#endif
