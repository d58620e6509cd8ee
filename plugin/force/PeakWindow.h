// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_PEAK_WINDOW_H
#define SIMBODYDEM_FORCE_PEAK_WINDOW_H

#include "simbodydem/DEMContactForce.h"

#include "SimTKcommon.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace simbodydem {

class DEMContactForceImpl;
using SurfaceSet = std::set<SimTK::ContactSurfaceIndex>;

/** Holds the size of a force and the time at which it acted. */
struct Peak {
    SimTK::Real force = 0;        // [N]
    SimTK::Real time = SimTK::NaN; // [s]; NaN if there is none

    /** Replaces this peak by a larger force. */
    void add(SimTK::Real otherForce, SimTK::Real otherTime) {
        if (!(otherForce > force || (SimTK::isNaN(time) && otherForce == force))) return;
        force = otherForce;
        time = otherTime;
    }
};

/** Finds the largest force on a group of surfaces since the last row of a recorder, at the ends of an integrator's steps. The forces keep it in
their histories (GroupPeak). The history begins anew after a row, but a recorder cannot change the State. The window therefore holds the time
of the last row, and every force that is older than it does not count. No contact force depends on the window. */
class PeakWindow {
public:
    /** Makes a window of the resultants of these forces, of which the first keeps the peak. */
    explicit PeakWindow(std::vector<const DEMContactForceImpl*> forces);

    std::uint64_t getId() const { return id; }
    /** Returns true if this force keeps the peak. */
    bool isKeptBy(const DEMContactForceImpl& force) const { return forces.front() == &force; }

    /** Returns the largest force at the commits of this State after the last row. Its force is 0 and its time NaN if there was no commit. A row
    that is later than this State is of another run and does not count. */
    Peak findCommitted(const SimTK::State&) const;

    /** Begins the next peak: forces until this time do not count any more [s]. */
    void addRow(SimTK::Real time) { lastRow = time; }

    /** Ends the work of the forces for this window. */
    void close() { isEnded = true; }
    bool isOpen() const { return !isEnded; }

private:
    const std::uint64_t id; // unique in this process
    const std::vector<const DEMContactForceImpl*> forces;
    // The recorder and the run may be in different threads.
    std::atomic<SimTK::Real> lastRow{-SimTK::Infinity};
    std::atomic<bool> isEnded{false};
};

/** Begins to watch the resultant force on a group of surfaces.
@param by  counts contacts with these surfaces only; all count if it is empty */
std::shared_ptr<PeakWindow> watchGroup(const DEMContactForce&, const SurfaceSet& on, const SurfaceSet& by);

/** Begins to watch the total force of Ground on all bodies, the sum of these forces. */
std::shared_ptr<PeakWindow> watchGround(const std::vector<DEMContactForce>&);

} // namespace simbodydem

#endif
