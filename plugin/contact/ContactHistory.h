// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_HISTORY_H
#define SIMBODYDEM_CONTACT_CONTACT_HISTORY_H

#include "base/EigenBridge.h"
#include "collision/ContactPoint.h"
#include "contact/EnergyLedger.h"
#include "simbodydem/laws/LawHistory.h"

#include <algorithm>
#include <iosfwd>
#include <limits>
#include <utility>
#include <vector>

namespace simbodydem {

/** What a contact remembers for its rolling law. */
struct RollingHistory {
    Vector3 rotation; // elastic, of b relative to a
    LawHistory law;
    SimTK::Real rollingMobilizationSquared = 0,
                twistingMobilizationSquared = 0; // RollingOutput's, 1 where they are more
    SimTK::Real dampingTime = 0, limitAngle = 0; // RollingOutput's [s], [rad]
};

struct FullContactRow;

/** All that one contact remembers of the moment of the commit, as long as there is neither rolling law nor ledger. Vectors
are in Ground as it was then; together with the two bodies' poses at that moment (ContactHistory::poses) this is what each
body carries along. Keeping the poses once per body, instead of turning every vector into both bodies' frames for every
contact, halves memory and work. */
struct ContactRow {
    ContactKey key;
    Vector3 point;                  // contact point
    Vector3 normal;                 // from a to b
    Vector3 tangentialDisplacement; // xi
    SimTK::Real overlap;
    SimTK::Real normalMass, tangentialMass;       // what the dashpots feel, found at first touch [kg]
    LawHistory normalLaw, tangentialLaw;          // what the laws themselves remember
    SimTK::Real mobilizationSquared;              // TangentialOutput's, 1 where it is more
    SimTK::Real dampingTime = 0, limitLength = 0; // TangentialOutput's [s], [m]

    /** The whole row, of a force with a rolling law or a ledger. */
    const FullContactRow& full() const;
    FullContactRow& full();
};

/** All that one contact remembers. */
struct FullContactRow : ContactRow {
    RollingHistory rolling; // with a rolling law; else of no meaning
    ContactEnergy energy;   // if energy is tracked; else of no meaning
};
inline const FullContactRow& ContactRow::full() const { return static_cast<const FullContactRow&>(*this); }
inline FullContactRow& ContactRow::full() { return static_cast<FullContactRow&>(*this); }

/** Rows in the order of the touches, which rarely changes from step to step; all full or none. Their memory is used again:
two histories of a pile hardly fit into a cache, and a full row is nearly twice as long. */
class ContactRows {
public:
    /** Forget all rows; those to come are full or not. */
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

private:
    bool full = false;
    std::vector<ContactRow> rows;
    std::vector<FullContactRow> fullRows;
    std::size_t count = 0;
};

/** Where a body was at the commit, and how it moved. */
struct BodyPose {
    Matrix3 rotation;
    Vector3 origin, velocity, angularVelocity;
};

/** A contact that a warning is due for: deeper, or turned further in one step, than it should be. */
struct NotedContact {
    ContactKey key{-1, -1, 0}; // a < 0: there is none
    bool exists() const { return key.a >= 0; }
    SimTK::Real size, step; // overlap [m] or turn [rad]; time since the commit before [s]
};

/** The last such contact of a commit, and whether an earlier commit had one, of which the user was told. */
struct ContactWatch {
    NotedContact found;
    bool isWarned = false;

    /** What is known once this commit is over. */
    bool isDue() const { return isWarned || found.exists(); }
};

/** The history of all contacts of one force: the value of its auto-update discrete variable. */
struct ContactHistory {
    SimTK::Real time = SimTK::NaN; // when it was committed; NaN before the first commit
    ContactRows rows;
    std::vector<BodyPose> poses;     // by body slot; meaningful for bodies that are part of a contact
    std::vector<ContactKey> waiting; // new contacts whose mass could not be found: no force yet, and no row
    std::vector<ContactKey>
        passing; // sorted: corners that come through a one-sided surface from behind, see ContactPoint::cornerKey()
    EnergyLedger ledger;       // open if energy is tracked
    bool isLateWarned = false; // that commits are missing, see CommitWatch

    /** Become what is to be committed after `last` where the contacts are taken out by hand. */
    void end(const ContactHistory& last, const EnergyTotals& now);
    ContactWatch atFirstSight; // deeper than it can have become
    ContactWatch beyondShape;  // deeper than its shapes are valid for
    ContactWatch farTurned;    // further than a step resolves
    ContactWatch oneSided;     // on an open mesh, or from behind

    bool isPassing(const ContactKey& corner) const {
        return std::binary_search(passing.begin(), passing.end(), corner);
    }

    /** Returns whether any corner of two surfaces passes. */
    bool isAnyPassing(const ContactKey& ofPair) const {
        const auto at = std::lower_bound(passing.begin(), passing.end(),
                                         ContactKey{ofPair.a, ofPair.b, std::numeric_limits<std::int64_t>::min()});
        return at != passing.end() && at->a == ofPair.a && at->b == ofPair.b;
    }
    void addPassing(const ContactKey& corner) {
        const auto at = std::lower_bound(passing.begin(), passing.end(), corner);
        if (at == passing.end() || *at != corner) passing.insert(at, corner);
    }

    /** Forget the contacts; what was lost so far stays in the ledger. */
    void clear() {
        time = SimTK::NaN;
        rows.clear();
        poses.clear();
        waiting.clear();
        passing.clear();
        atFirstSight.found = beyondShape.found = farTurned.found = oneSided.found = NotedContact();
    }
};

/** Required of what lives in a State. */
std::ostream& operator<<(std::ostream&, const ContactHistory&);

/** Finds rows in a committed history: first in the place that is expected, then by binary search in an index that is
built only if a search is needed at all. */
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

    /** Of the rows of surfaces a and b, except those that are claimed already, the one with the least distance(row), if that is
    finite: it is claimed over. */
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
