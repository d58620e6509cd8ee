// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/FixRolling.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace simbodydem::grains {

LAMMPS_NS::Fix* findPairHistory(LAMMPS_NS::LAMMPS& lammps) {
    for (int k = 0; k < lammps.modify->nfix; ++k)
        if (std::strcmp(lammps.modify->fix[k]->style, "NEIGH_HISTORY") == 0) return lammps.modify->fix[k];
    return nullptr;
}

FixRolling::FixRolling(LAMMPS_NS::LAMMPS* lmp, int narg, char** arg)
    : Fix(lmp, narg, arg), historyOffset(narg > 3 ? std::atoi(arg[3]) : 0) {}

void FixRolling::mend() {
    if (isPending) pre_exchange();
}

void FixRolling::pre_exchange() {
    isPending = false;
    LAMMPS_NS::Fix* const pairs = findPairHistory(*lmp);
    const LAMMPS_NS::NeighList* const list = force->pair->list;
    if (!pairs || !list) return;
    // The list has a pair of this rank once. Its first grain owns the spring, and the second one gets a copy with another sign.
    std::vector<std::vector<LAMMPS_NS::tagint>> owners(std::size_t(atom->nlocal));
    for (int ii = 0; ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            if (j < atom->nlocal) owners[std::size_t(j)].push_back(atom->tag[i]);
        }
    }
    std::vector<double> row(std::size_t(pairs->maxexchange) + 16);
    for (int j = 0; j < atom->nlocal; ++j) {
        if (owners[std::size_t(j)].empty()) continue;
        const int size = pairs->pack_exchange(j, row.data()), partners = int(row[0]);
        if (partners == 0) continue;
        const int perPartner = (size - 1) / partners;
        bool isChanged = false;
        for (int at = 1; at < size; at += perPartner) {
            const std::vector<LAMMPS_NS::tagint>& own = owners[std::size_t(j)];
            if (std::find(own.begin(), own.end(), LAMMPS_NS::tagint(row[std::size_t(at)])) == own.end()) continue;
            for (int k = 0; k < 3; ++k) row[std::size_t(at + 1 + historyOffset + k)] *= -1;
            isChanged = true;
        }
        if (isChanged) pairs->unpack_exchange(j, row.data());
    }
}

} // namespace simbodydem::grains
