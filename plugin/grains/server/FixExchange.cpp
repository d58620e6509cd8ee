// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/FixExchange.h"

#include "server/Ranks.h"

#include <cmath>

namespace simbodydem::grains {

namespace {
constexpr int numbersPerLost = 5;
}

void FixExchange::pre_exchange() {
    mayHaveLost = true;
    for (int i = 0; i < atom->nlocal; ++i) {
        bool isIn = true;
        for (int axis = 0; axis < 3; ++axis)
            isIn = isIn && (domain->periodicity[axis] ||
                            (atom->x[i][axis] >= domain->boxlo[axis] && atom->x[i][axis] < domain->boxhi[axis]));
        if (isIn) continue;
        const double* const v = atom->v[i];
        lost.insert(lost.end(), {double(atom->tag[i]), atom->x[i][0], atom->x[i][1], atom->x[i][2],
                                 std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])});
    }
}

LostGrains FixExchange::takeLost() {
    LostGrains grains;
    if (!mayHaveLost) return grains;
    mayHaveLost = false;
    const std::vector<double> all = Ranks(world).gatherOnAll(lost);
    lost.clear();
    for (std::size_t at = 0; at < all.size(); at += numbersPerLost) {
        grains.numbers.push_back(std::int64_t(all[at]) - 1);
        grains.positions.insert(grains.positions.end(), &all[at + 1], &all[at + 4]);
        grains.speeds.push_back(all[at + 4]);
    }
    atom->natoms -= LAMMPS_NS::bigint(grains.numbers.size());
    return grains;
}

} // namespace simbodydem::grains
