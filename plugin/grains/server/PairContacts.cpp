// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/PairContacts.h"

namespace simbodydem::grains {

using kernels::Vector;

std::vector<double> listPairContacts(LAMMPS_NS::LAMMPS& lammps) {
    std::vector<double> all;
    LAMMPS_NS::Atom& atom = *lammps.atom;
    const auto wants = [&](int i, int j) { // the other rank, or image, reports the others
        return j < atom.nlocal || atom.tag[i] <= atom.tag[j];
    };
    forEachPairContact(lammps, wants, [&](const PairContact& contact) {
        const auto& [i, j, normal, force, overlap] = contact;
        const Vector point = Eigen::Map<const Vector>(atom.x[i]) + (atom.radius[i] - 0.5 * overlap) * normal;
        all.insert(all.end(), {double(atom.tag[i]), double(atom.tag[j]), overlap});
        for (const Vector& v : {point, normal, Vector(-force)}) all.insert(all.end(), v.data(), v.data() + 3);
    });
    return all;
}

} // namespace simbodydem::grains
