// SPDX-License-Identifier: Apache-2.0
#include "force/PeakWindow.h"

#include "force/DEMContactForceImpl.h"
#include "force/WatchedGroups.h"

#include <algorithm>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

std::uint64_t takeWindowId() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

PeakWindow::PeakWindow(std::vector<const DEMContactForceImpl*> forces)
    : id(takeWindowId()), forces(std::move(forces)) {}

Peak PeakWindow::findCommitted(const State& state) const {
    const Real now = state.getTime(), row = lastRow;
    const auto isAfterRow = [&](Real time) { return time <= now && !(row <= now && time <= row); };
    Peak peak;
    Vector3 sum = Vector3::Zero();
    Real time = NaN; // of the last commit
    for (const DEMContactForceImpl* force : forces) {
        const GroupPeak* kept = findPeak(force->getVariables().getHistory(state).peaks, id);
        if (!kept) return peak;
        if (isKeptBy(*force)) {
            if (isAfterRow(kept->largestAt)) peak.add(kept->largest, kept->largestAt);
            time = kept->time;
        }
        if (kept->time != time) return peak; // one force was committed by hand, so their sum is of no instant
        sum += kept->force;
    }
    if (isAfterRow(time)) peak.add(sum.norm(), time);
    return peak;
}

std::shared_ptr<PeakWindow> watchGroup(const DEMContactForce& force, const SurfaceSet& on, const SurfaceSet& by) {
    WatchedGroup group;
    group.window = std::make_shared<PeakWindow>(std::vector<const DEMContactForceImpl*>{&implOf(force)});
    group.on = on;
    group.by = by;
    implOf(force).watch(group);
    return group.window;
}

std::shared_ptr<PeakWindow> watchGround(const std::vector<DEMContactForce>& forces) {
    std::vector<const DEMContactForceImpl*> impls;
    for (const DEMContactForce& force : forces) impls.push_back(&implOf(force));
    WatchedGroup group;
    group.window = std::make_shared<PeakWindow>(impls);
    group.isGround = true;
    for (const DEMContactForceImpl* force : impls) force->watch(group);
    return group.window;
}

const GroupPeak* findPeak(const std::vector<GroupPeak>& peaks, std::uint64_t window) {
    const auto found =
        std::find_if(peaks.begin(), peaks.end(), [&](const GroupPeak& peak) { return peak.window == window; });
    return found == peaks.end() ? nullptr : &*found;
}

void WatchedGroup::compile(const CompiledModel& model) {
    slots.clear();
    roles.assign(model.surfaces.size(), 0);
    std::vector<bool> isWhole(model.bodies.size(), true), isAny(model.bodies.size(), false);
    for (std::size_t s = 0; s < roles.size(); ++s) {
        const int slot = model.surfaces[s].body;
        const ContactSurfaceIndex index{int(s)};
        const bool isMember = isGround ? model.bodyIndices[slot] == GroundIndex : on.count(index) > 0;
        const bool isCounted = isGround || by.empty() || by.count(index) > 0;
        roles[s] = static_cast<unsigned char>((isMember ? member : 0) | (isCounted ? counts : 0));
        if (!isMember) isWhole[slot] = false;
        if (isMember) isAny[slot] = true;
    }
    if (!by.empty()) return;
    for (std::size_t slot = 0; slot < isAny.size(); ++slot) {
        if (!isAny[slot]) continue;
        if (!isWhole[slot]) return slots.clear();
        slots.push_back(int(slot));
    }
}

Vector3 WatchedGroup::sum(const std::vector<BodyMotion>& bodies) const {
    Vector3 total = Vector3::Zero();
    for (const int slot : slots)
        if (std::size_t(slot) < bodies.size() && bodies[slot].isKnown) total += bodies[slot].force;
    return total;
}

void GroupResultants::finish(const DEMContactForceImpl& force, const State& state,
                             const std::vector<BodyMotion>& bodies, std::vector<GroupPeak>& next) {
    next.resize(groups ? groups->size() : 0);
    for (std::size_t i = 0; i < next.size(); ++i) {
        const WatchedGroup& group = (*groups)[i];
        const Peak before = group.window->isKeptBy(force) ? group.window->findCommitted(state) : Peak();
        next[i] = {group.window->getId(), group.sum(bodies), state.getTime(), before.force, before.time};
    }
    for (const Picked& group : picked) next[group.group].force = group.sum;
    groups.reset();
}

void WatchedGroups::add(WatchedGroup group, const CompiledModel& model) {
    const std::lock_guard<std::mutex> lock(changing);
    group.compile(model);
    auto replaced = std::make_shared<Groups>();
    if (groups)
        for (const WatchedGroup& known : *groups)
            if (known.window->isOpen()) replaced->push_back(known);
    replaced->push_back(std::move(group));
    replace(replaced);
}

void WatchedGroups::compile(const CompiledModel& model) {
    const std::lock_guard<std::mutex> lock(changing);
    if (!groups) return;
    auto replaced = std::make_shared<Groups>();
    for (const WatchedGroup& known : *groups)
        if (known.window->isOpen()) {
            replaced->push_back(known);
            replaced->back().compile(model);
        }
    replace(replaced->empty() ? nullptr : replaced);
}

void WatchedGroups::replace(std::shared_ptr<const Groups> replaced) {
    std::atomic_store(&groups, replaced);
    isEmpty = !replaced;
}

} // namespace simbodydem
