// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_WATCHED_GROUPS_H
#define SIMBODYDEM_FORCE_WATCHED_GROUPS_H

#include "base/EigenBridge.h"
#include "contact/ContactTransport.h"
#include "contact/GroupPeak.h"
#include "force/CompiledModel.h"
#include "force/PeakWindow.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace simbodydem {

/** Describes a group of surfaces of one force whose resultant a recorder watches. */
struct WatchedGroup {
    std::shared_ptr<PeakWindow> window;
    bool isGround = false; // all surfaces of Ground; the two groups below do not count
    SurfaceSet on, by;     // `by` is empty if all surfaces count

    /** Finds the members among the surfaces of a model. */
    void compile(const CompiledModel&);
    /** Returns true if the group is all surfaces of some bodies. The forces on these bodies then have its resultant already. */
    bool isOfBodies() const { return !slots.empty(); }
    Vector3 sum(const std::vector<BodyMotion>& bodies) const;
    enum Role : unsigned char { member = 1, counts = 2 };
    const unsigned char* getRoles() const { return roles.data(); } // by surface

private:
    std::vector<unsigned char> roles;
    std::vector<int> slots; // of bodies
};

/** Sums the forces on watched groups in one evaluation. */
class GroupResultants {
public:
    void start(std::shared_ptr<const std::vector<WatchedGroup>> watched) {
        groups = std::move(watched);
        picked.clear();
        if (!groups) return;
        for (std::size_t i = 0; i < groups->size(); ++i)
            if ((*groups)[i].window->isOpen() && !(*groups)[i].isOfBodies())
                picked.push_back({(*groups)[i].getRoles(), i, Vector3::Zero()});
    }
    /** Returns true if contacts have to be added one by one. */
    bool needContacts() const { return !picked.empty(); }
    /** Adds the force of a contact on surface b. Most contacts are of no group, or between two of its surfaces. */
    void add(int a, int b, const Vector3& force) {
        for (Picked& group : picked) {
            const unsigned char ofA = group.roles[a], ofB = group.roles[b];
            if (!((ofA ^ ofB) & WatchedGroup::member)) continue;
            const bool onB = ofB & WatchedGroup::member;
            if (!((onB ? ofA : ofB) & WatchedGroup::counts)) continue;
            onB ? group.sum += force : group.sum -= force;
        }
    }
    /** Writes the peaks to commit after `committed`.
    @param bodies  with their forces; empty if the force is disabled */
    void finish(const DEMContactForceImpl&, const SimTK::State&, const std::vector<BodyMotion>& bodies,
                std::vector<GroupPeak>& next);

private:
    /** Holds the resultant on a group that is not made of whole bodies. */
    struct Picked {
        const unsigned char* roles;
        std::size_t group;
        Vector3 sum;
    };
    std::shared_ptr<const std::vector<WatchedGroup>> groups;
    std::vector<Picked> picked;
};

/** Lists the groups of one force that recorders watch. A recorder may begin at any time, also while other threads evaluate the force. An
evaluation therefore holds a list that is never changed, and a new recorder replaces the list. */
class WatchedGroups {
public:
    void add(WatchedGroup, const CompiledModel&);
    /** Finds the members again, for a new model. */
    void compile(const CompiledModel&);
    /** Returns the groups; null if there are none. */
    std::shared_ptr<const std::vector<WatchedGroup>> get() const {
        if (isEmpty) return nullptr; // without the cost of sharing
        return std::atomic_load(&groups);
    }

private:
    using Groups = std::vector<WatchedGroup>;
    void replace(std::shared_ptr<const Groups>);

    std::shared_ptr<const Groups> groups;
    std::atomic<bool> isEmpty{true};
    std::mutex changing;
};

/** Returns what the history has of a window; null if it has nothing. */
const GroupPeak* findPeak(const std::vector<GroupPeak>&, std::uint64_t window);

} // namespace simbodydem

#endif
