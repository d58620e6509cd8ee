// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/PairContacts.h"

#include "math/Vector3.h"

namespace simbodydem::grains {

using kernels::Vector;

std::vector<double> listPairContacts(LAMMPS_NS::LAMMPS& lammps) {
    std::vector<double> all;
    LAMMPS_NS::Atom& atom = *lammps.atom;
    LAMMPS_NS::Pair& pair = *lammps.force->pair;
    const LAMMPS_NS::NeighList* const list = pair.list;
    for (int ii = 0; list && ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            if (j >= atom.nlocal && atom.tag[i] > atom.tag[j]) continue; // the other rank, or image, reports it
            const Vector from = Eigen::Map<const Vector>(atom.x[i]),
                         line = Eigen::Map<const Vector>(atom.x[j]) - from;
            const double distance = line.norm(), overlap = atom.radius[i] + atom.radius[j] - distance;
            if (!(overlap > 0)) continue;
            double perDistance = 0;
            pair.single(i, j, 1, 1, distance * distance, 1, 1, perDistance);
            const Vector n = line / distance, point = from + (atom.radius[i] - 0.5 * overlap) * n;
            const Vector onFirst = -perDistance * line + Vector(pair.svector[0], pair.svector[1], pair.svector[2]);
            all.insert(all.end(), {double(atom.tag[i]), double(atom.tag[j]), overlap});
            for (const Vector& v : {point, n, Vector(-onFirst)}) all.insert(all.end(), v.data(), v.data() + 3);
        }
    }
    return all;
}

} // namespace simbodydem::grains
