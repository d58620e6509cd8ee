#ifndef SIMBODYDEM_CONTACT_HISTORY_H
#define SIMBODYDEM_CONTACT_HISTORY_H

#include "EigenBridge.h"
#include "contact/EnergyLedger.h"
#include "simbodydem/laws/LawHistory.h"

#include <cstdint>
#include <iosfwd>
#include <utility>
#include <vector>

namespace simbodydem {

/** The identity of a pair of surfaces a < b: the same whichever one Simbody calls the first. */
using PairKey = std::uint64_t;
inline PairKey makePairKey(int a, int b) { return (PairKey(std::uint32_t(a)) << 32) | std::uint32_t(b); }
inline int firstOf(PairKey key) { return int(key >> 32); }
inline int secondOf(PairKey key) { return int(std::uint32_t(key)); }

/** What one contact remembers of the moment of the commit. Vectors are in Ground as it was then; together with the two
bodies' poses at that moment (ContactHistory::poses) this is what each body carries along. Keeping the poses once per body,
instead of turning every vector into both bodies' frames for every contact, halves memory and work. */
struct PairHistory {
    PairKey key;
    Vector3 point;                  // contact point
    Vector3 normal;                 // from a to b
    Vector3 tangentialDisplacement; // xi
    SimTK::Real overlap;
    SimTK::Real normalMass, tangentialMass; // what the dashpots feel, found at first touch [kg]
    LawHistory normalLaw, tangentialLaw;    // what the laws themselves remember
    SimTK::Real mobilization;               // TangentialAnswer's, 1 where it is more
};

/** What a contact remembers for its rolling law; kept apart since most forces have none. */
struct RollingHistory {
    Vector3 rotation; // elastic, of b relative to a
    LawHistory law;
    SimTK::Real rollingMobilization = 0, twistingMobilization = 0; // RollingAnswer's, 1 where they are more
};

/** Where a body was at the commit, and how it moved. */
struct BodyPose {
    Matrix3 rotation;
    Vector3 origin, velocity, angularVelocity;
};

/** A contact that was deep where it was first seen. */
struct DeepContact {
    PairKey pair = 0;          // 0: there is none
    SimTK::Real overlap, step; // it appeared in this time [m], [s]
};

/** The history of all contacts of one force: the value of its auto-update discrete variable. */
struct ContactHistory {
    SimTK::Real time = SimTK::NaN;       // when it was committed; NaN before the first commit
    std::vector<PairHistory> pairs;      // in the order of the contact list, which rarely changes from step to step
    std::vector<RollingHistory> rolling; // beside pairs; empty without a rolling law
    std::vector<BodyPose> poses;         // by body slot; meaningful for bodies that are part of a pair
    std::vector<PairKey> waiting;        // new contacts whose mass could not be found: no force yet, and no row
    std::vector<ContactEnergy> energies; // beside pairs, if energy is tracked
    EnergyLedger ledger;                 // open if energy is tracked
    bool isLateTold = false;             // that commits are missing, see CommitWatch

    /** Become what is to be committed after `last` where the contacts are taken out by hand. */
    void end(const ContactHistory& last, const EnergyTotals& now);
    DeepContact tooDeep;      // the last of those that were new at this commit
    bool isDepthTold = false; // one was too deep at an earlier commit

    /** Forget the contacts; what was lost so far stays in the ledger. */
    void clear() {
        time = SimTK::NaN;
        pairs.clear();
        rolling.clear();
        poses.clear();
        waiting.clear();
        energies.clear();
        tooDeep = DeepContact();
    }
};

/** Required of what lives in a State. */
std::ostream& operator<<(std::ostream&, const ContactHistory&);

/** Finds pairs in a committed history: first in the slot that is expected, then by binary search in an index that is
built only if a search is needed at all. */
class HistoryLookup {
public:
    void start(const ContactHistory& committed) {
        history = &committed;
        expected = 0;
        isIndexed = false;
    }

    const PairHistory* find(PairKey key) {
        const std::vector<PairHistory>& pairs = history->pairs;
        if (expected < pairs.size() && pairs[expected].key == key) return &pairs[expected++];
        return search(key);
    }

private:
    const PairHistory* search(PairKey key);

    const ContactHistory* history = nullptr;
    std::size_t expected = 0;
    bool isIndexed = false;
    std::vector<std::pair<PairKey, std::size_t>> index; // sorted by key
};

} // namespace simbodydem

#endif
