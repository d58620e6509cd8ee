// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/PairContacts.h"

#include "server/GrainContact.h"

namespace simbodydem::grains {

using kernels::Vector;

double adhesiveForce(const LAMMPS_NS::Atom& atom, const ContactTerms& terms, const PairContact& contact) {
    const auto& [i, j, normal, force, overlap] = contact;
    const double rate = (Eigen::Map<const Vector>(atom.v[i]) - Eigen::Map<const Vector>(atom.v[j])).dot(normal);
    return normalForce(terms, 1 / (1 / atom.radius[i] + 1 / atom.radius[j]), overlap, rate,
                       1 / (1 / atom.rmass[i] + 1 / atom.rmass[j]));
}

std::vector<double> listPairContacts(LAMMPS_NS::LAMMPS& lammps, const BedSetUp& bed) {
    std::vector<double> all;
    LAMMPS_NS::Atom& atom = *lammps.atom;
    const auto wants = [&](int i, int j) { // the other rank, or image, reports the others
        return j < atom.nlocal || atom.tag[i] <= atom.tag[j];
    };
    forEachPairContact(lammps, bed, wants, [&](const PairContact& contact) {
        const auto& [i, j, normal, force, overlap] = contact;
        const Vector point = Eigen::Map<const Vector>(atom.x[i]) + (atom.radius[i] - 0.5 * overlap) * normal;
        all.insert(all.end(), {double(atom.tag[i]), double(atom.tag[j]), overlap});
        for (const Vector& v : {point, normal, Vector(-force)}) all.insert(all.end(), v.data(), v.data() + 3);
    });
    return all;
}

} // namespace simbodydem::grains
