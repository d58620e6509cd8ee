// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SPEED_NORM_H
#define SIMBODYDEM_SPEED_NORM_H

#include "base/EigenBridge.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

/** The largest change of a speed, relative to the accuracy times max(1, |speed|). */
class SpeedNorm {
public:
    void set(const SimTK::Vector& speeds, SimTK::Real accuracy) {
        scales.resize(speeds.size());
        asEigen(scales) = 1 / (accuracy * asEigen(speeds).array().abs().max(1));
    }
    /** Returns Infinity if any change is not finite. */
    SimTK::Real operator()(const SimTK::Vector& changes) const {
        const auto all = asEigen(changes), scale = asEigen(scales);
        SimTK::Real largest = 0;
        for (int i = 0; i < all.size(); ++i) {
            const SimTK::Real size = std::abs(all[i]) * scale[i];
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
