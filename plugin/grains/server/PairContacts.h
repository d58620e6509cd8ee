// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_PAIR_CONTACTS_H
#define SIMBODYDEM_GRAINS_SERVER_PAIR_CONTACTS_H

#include "math/Vector3.h"
#include "protocol/Commands.h"
#include "server/Lammps.h"

#include <vector>

namespace simbodydem::grains {

/** Two grains that overlap, by LAMMPS's indices on this rank. The first one is of this rank, the second one may be a ghost. */
struct PairContact {
    int i, j;
    kernels::Vector normal, force; ///< normal from i to j; force on i
    double overlap;
};

/** Returns the normal force of two grains that stick [N], which push where it is positive: LAMMPS's own function tells none for small overlaps. */
double adhesiveForce(const LAMMPS_NS::Atom&, const ContactTerms&, const PairContact&);

/** Calls use() for each pair of grains that overlap on this rank, of those that use() wants. @param wants  of the indices i and j */
template <class Wants, class Use>
void forEachPairContact(LAMMPS_NS::LAMMPS& lammps, const BedSetUp& bed, const Wants& wants, const Use& use) {
    using kernels::Vector;
    LAMMPS_NS::Atom& atom = *lammps.atom;
    LAMMPS_NS::Pair& pair = *lammps.force->pair;
    const LAMMPS_NS::NeighList* const list = pair.list;
    for (int ii = 0; list && ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            if (!wants(i, j)) continue;
            const Vector line = Eigen::Map<const Vector>(atom.x[j]) - Eigen::Map<const Vector>(atom.x[i]);
            const double distance = line.norm(), overlap = atom.radius[i] + atom.radius[j] - distance;
            if (!(overlap > 0)) continue;
            double perDistance = 0;
            pair.single(i, j, atom.type[i], atom.type[j], distance * distance, 1, 1, perDistance);
            const Vector across(pair.svector[0], pair.svector[1], pair.svector[2]);
            PairContact contact{i, j, line / distance, across - perDistance * line, overlap};
            const ContactTerms& terms = bed.termsOf(atom.type[i] - 1, atom.type[j] - 1);
            if (terms.normal == ContactTerms::Normal::JKR)
                contact.force = across - adhesiveForce(atom, terms, contact) * contact.normal;
            use(contact);
        }
    }
}

constexpr int numbersPerPair = 12; // LAMMPS's numbers of both grains, overlap, point, normal from the first to the second, force on the second

/** Returns the contacts among grains that this rank reports, one after the other. Each contact is reported by one rank. */
std::vector<double> listPairContacts(LAMMPS_NS::LAMMPS&, const BedSetUp&);

} // namespace simbodydem::grains

#endif
