// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/FixRolling.h"

#include "server/PairSprings.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace simbodydem::grains {

namespace {

// Hands the springs of one grain to the other. Later releases of LAMMPS also take the types of the grains.
template <class Pair> auto transfer(Pair& pair, double* from, double* to, int)
    -> decltype(pair.transfer_history(from, to, 1, 1)) {
    pair.transfer_history(from, to, 1, 1);
}
template <class Pair> void transfer(Pair& pair, double* from, double* to, long) { pair.transfer_history(from, to); }

// Returns true if LAMMPS changes the sign of a spring that it hands to the other grain.
bool changesSign(LAMMPS_NS::Pair& pair, int spring) {
    if (!pair.nondefault_history_transfer) return true;
    std::vector<double> before(100, 1.), after(100); // longer than the history of a pair
    transfer(pair, before.data(), after.data(), 0);
    return after[std::size_t(spring)] < 0;
}

} // namespace

FixRolling::FixRolling(LAMMPS_NS::LAMMPS* lmp, int narg, char** arg)
    : Fix(lmp, narg, arg), historyOffset(narg > 3 ? std::atoi(arg[3]) : 0) {}

void FixRolling::mend() {
    if (isPending) pre_exchange();
}

void FixRolling::pre_exchange() {
    isPending = false;
    PairSprings springs(*lmp);
    const LAMMPS_NS::NeighList* const list = force->pair->list;
    if (!springs.exist() || !list || !changesSign(*force->pair, historyOffset)) return;
    // The list has a pair of this rank once. Its first grain owns the spring, and the second one gets a copy with another sign.
    std::vector<std::vector<LAMMPS_NS::tagint>> owners(std::size_t(atom->nlocal));
    for (int ii = 0; ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            if (j < atom->nlocal) owners[std::size_t(j)].push_back(atom->tag[i]);
        }
    }
    std::vector<double> row(springs.getMaxSize());
    for (int j = 0; j < atom->nlocal; ++j) {
        if (owners[std::size_t(j)].empty()) continue;
        const int size = springs.read(j, row.data()), partners = int(row[0]);
        if (partners == 0) continue;
        const int perPartner = (size - 1) / partners;
        bool isChanged = false;
        for (int at = 1; at < size; at += perPartner) {
            const std::vector<LAMMPS_NS::tagint>& own = owners[std::size_t(j)];
            if (std::find(own.begin(), own.end(), LAMMPS_NS::tagint(row[std::size_t(at)])) == own.end()) continue;
            for (int k = 0; k < 3; ++k) row[std::size_t(at + 1 + historyOffset + k)] *= -1;
            isChanged = true;
        }
        if (isChanged) springs.write(j, row.data(), size);
    }
}

} // namespace simbodydem::grains
