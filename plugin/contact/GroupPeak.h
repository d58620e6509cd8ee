// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_GROUP_PEAK_H
#define SIMBODYDEM_CONTACT_GROUP_PEAK_H

#include "base/EigenBridge.h"

#include <cstdint>

namespace simbodydem {

/** Stores the force on a group of surfaces that a recorder watches: the force at a commit, and the largest one at the commits before. As a part
of the history it leaves no trace of a step that an integrator rejects, and an older State has its own. No force depends on it. */
struct GroupPeak {
    std::uint64_t window = 0;          // PeakWindow::getId()
    Vector3 force = Vector3::Zero();   // resultant at the commit [N]
    SimTK::Real time = SimTK::NaN;     // of the commit [s]
    SimTK::Real largest = 0;           // size of the largest resultant at a commit before, after the last row [N]
    SimTK::Real largestAt = SimTK::NaN; // its time [s]; NaN if there was no commit
};

} // namespace simbodydem

#endif
