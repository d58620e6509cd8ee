// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_HISTORY_H
#define SIMBODYDEM_CONTACT_CONTACT_HISTORY_H

#include "base/EigenBridge.h"
#include "collision/ContactPoint.h"
#include "contact/EnergyLedger.h"
#include "contact/GroupPeak.h"
#include "contact/LayerHistory.h"
#include "simbodydem/laws/Law.h"

#include <algorithm>
#include <iosfwd>
#include <limits>
#include <utility>
#include <vector>

namespace simbodydem {

/** Stores the history of a contact's rolling law. */
struct RollingHistory {
    Vector3 rotation; // elastic, of b relative to a
    LawHistory law;
    SimTK::Real rollingMobilizationSquared = 0,
                twistingMobilizationSquared = 0; // of RollingOutput, 1 at most
    SimTK::Real dampingTime = 0, limitAngle = 0; // of RollingOutput [s], [rad]
};

struct FullContactRow;

/** Stores the history of one contact at the commit, if there is neither a rolling law nor an energy account. Vectors are in
Ground at the commit. Together with the poses of the two bodies at the commit (ContactHistory::poses) they determine what moves
with each body. Storing the poses once per body halves memory and work. The alternative turns every vector of every contact
into the frames of both bodies. */
struct ContactRow {
    ContactKey key;
    Vector3 point;                  // contact point
    Vector3 normal;                 // from a to b
    Vector3 tangentialDisplacement; // xi
    SimTK::Real overlap;
    SimTK::Real normalMass, tangentialMass;       // effective masses of the dashpots, found at first contact [kg]
    LawHistory normalLaw, tangentialLaw;          // numbers that the laws themselves store
    SimTK::Real mobilizationSquared;              // of TangentialOutput, 1 at most
    SimTK::Real dampingTime = 0, limitLength = 0; // of TangentialOutput [s], [m]

    /** Returns the whole row, of a force with a rolling law or an energy account. */
    const FullContactRow& full() const;
    FullContactRow& full();
};

/** Stores the whole history of one contact. */
struct FullContactRow : ContactRow {
    RollingHistory rolling; // valid only with a rolling law
    ContactEnergy energy;   // valid only if energy is tracked
};
inline const FullContactRow& ContactRow::full() const { return static_cast<const FullContactRow&>(*this); }
inline FullContactRow& ContactRow::full() { return static_cast<FullContactRow&>(*this); }

/** Stores rows in the order of the contact points, which rarely changes from step to step. All rows are full, or none is. Their
memory is reused, because two histories of a pile hardly fit into a cache. A full row is nearly twice as long. */
class ContactRows {
public:
    /** Removes all rows. The rows that follow are all full, or none is. */
    void start(bool areFull) {
        full = areFull;
        count = 0;
    }
    ContactRow& add() {
        if (count == (full ? fullRows.size() : rows.size())) full ? fullRows.emplace_back() : rows.emplace_back();
        ++count;
        return full ? fullRows[count - 1] : rows[count - 1];
    }
    void clear() { count = 0; }
    std::size_t size() const { return count; }
    bool empty() const { return count == 0; }
    const ContactRow& operator[](std::size_t i) const { return full ? fullRows[i] : rows[i]; }
    ContactRow& operator[](std::size_t i) { return full ? fullRows[i] : rows[i]; }

private:
    bool full = false;
    std::vector<ContactRow> rows;
    std::vector<FullContactRow> fullRows;
    std::size_t count = 0;
};

/** Stores the pose and the velocity of a body at the commit. */
struct BodyPose {
    Matrix3 rotation;
    Vector3 origin, velocity, angularVelocity;
};

/** Stores a contact that a warning is due for. Its overlap, or its turn in one step, is larger than it should be. */
struct NotedContact {
    ContactKey key{-1, -1, 0}; // a < 0: there is none
    bool exists() const { return key.a >= 0; }
    SimTK::Real size, step; // overlap [m] or turn [rad]; time since the commit before [s]
    // A contact that is too deep has its force [N], effective mass [kg], R* [m] and speed [m/s].
    SimTK::Real force = 0, mass = 0, effectiveRadius = 0, speed = 0;
};

/** Stores the last such contact of a commit, and whether the user was warned of one of an earlier commit. */
struct ContactWatch {
    NotedContact found;
    bool isWarned = false;

    /** Returns true if this commit or an earlier one had such a contact. */
    bool isDue() const { return isWarned || found.exists(); }
};

/** Stores a body that contacts throw at the start of a run. */
struct ThrownBody {
    int a = -1, b = -1; // surfaces of its deepest contact; < 0: there is none
    SimTK::Real overlap = 0, force = 0, mass = 0, energy = 0; // [m]; net contact force [N]; [kg]; of its contacts [J]
    bool exists() const { return a >= 0; }
};

/** Stores the history of all contacts of one force. It is the value of the force's auto-update discrete variable. */
struct ContactHistory {
    SimTK::Real time = SimTK::NaN; // of the commit; NaN before the first commit
    ContactRows rows;
    std::vector<BodyPose> poses;     // by body slot; meaningful for bodies that are part of a contact
    std::vector<ContactKey>
        passing; // sorted: corners that come through a one-sided surface from behind, see ContactPoint::cornerKey()
    EnergyLedger ledger;       // open if energy is tracked
    bool isLateWarned = false; // the user was warned that commits are missing, see CommitWatch

    /** Becomes the history to commit after `last` if the contacts are removed by hand. */
    void end(const ContactHistory& last, const EnergyTotals& now);
    ThrownBody thrown;         // of the first commit
    ContactWatch atFirstSight; // deeper than a new contact can have become
    ContactWatch beyondShape;  // deeper than its shapes are valid for
    ContactWatch farTurned;    // turned further than a step resolves
    ContactWatch oneSided;     // on an open mesh, or from behind
    LayerHistory layers;
    ContactWatch tooDeepForLayer; // deeper than half of the layers' thickness
    ContactWatch behindLayer;     // a layer on an open mesh, touched from behind
    ContactWatch fastInSand;      // its size is the Froude number [-]
    SimTK::Real groundPace = 0;   // fastest of the bodies in soil and sand, in lengths of their contact or radians per time [1/s]
    std::vector<GroupPeak> peaks; // by group that a recorder watches; empty if there is none

    bool isPassing(const ContactKey& corner) const {
        return std::binary_search(passing.begin(), passing.end(), corner);
    }

    /** Returns true if any corner of the two surfaces passes. */
    bool isAnyPassing(const ContactKey& ofPair) const {
        const auto at = std::lower_bound(passing.begin(), passing.end(),
                                         ContactKey{ofPair.a, ofPair.b, std::numeric_limits<std::int64_t>::min()});
        return at != passing.end() && at->a == ofPair.a && at->b == ofPair.b;
    }
    void addPassing(const ContactKey& corner) {
        const auto at = std::lower_bound(passing.begin(), passing.end(), corner);
        if (at == passing.end() || *at != corner) passing.insert(at, corner);
    }

    /** Removes the contacts. The energy that was lost so far stays in the account, ruts stay in soil, and peaks were felt. */
    void clear() {
        time = SimTK::NaN;
        rows.clear();
        poses.clear();
        passing.clear();
        atFirstSight.found = beyondShape.found = farTurned.found = oneSided.found = NotedContact();
        layers.endContacts(layers);
        tooDeepForLayer.found = behindLayer.found = fastInSand.found = NotedContact();
        groundPace = 0;
    }
};

/** Writes one line; Simbody requires this operator of values in a State. */
std::ostream& operator<<(std::ostream&, const ContactHistory&);

/** Finds rows in a committed history: first at the expected position, then by binary search in a sorted index. The index is
built only if a search is needed. */
class HistoryLookup {
public:
    void start(const ContactHistory& committed) {
        rows = &committed.rows;
        expected = 0;
        isIndexed = false;
        claimed.clear();
    }

    const ContactRow* find(const ContactKey& key) {
        if (expected < rows->size() && (*rows)[expected].key == key) return &(*rows)[expected++];
        return search(key);
    }

    /** Returns the row of surfaces a and b with the least distance(row), and claims it. Rows that are claimed already, or at an
    infinite distance, do not count. */
    template <class Distance> const ContactRow* claimNearest(int a, int b, const Distance& distance) {
        makeIndex();
        std::size_t nearest = rows->size();
        SimTK::Real least = SimTK::Infinity;
        const ContactKey first{a, b, 0};
        for (auto i = std::lower_bound(index.begin(), index.end(), std::make_pair(first, std::size_t(0)));
             i != index.end() && i->first.a == a && i->first.b == b; ++i) {
            if (std::count(claimed.begin(), claimed.end(), i->second) > 0) continue;
            const SimTK::Real d = distance((*rows)[i->second]);
            if (!(d < least)) continue;
            least = d;
            nearest = i->second;
        }
        if (nearest == rows->size()) return nullptr;
        claimed.push_back(nearest);
        return &(*rows)[nearest];
    }

private:
    const ContactRow* search(const ContactKey& key);
    void makeIndex();

    const ContactRows* rows = nullptr;
    std::size_t expected = 0;
    bool isIndexed = false;
    std::vector<std::pair<ContactKey, std::size_t>> index; // sorted by key
    std::vector<std::size_t> claimed;
};

} // namespace simbodydem

#endif
