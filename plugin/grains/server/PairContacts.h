// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_PAIR_CONTACTS_H
#define SIMBODYDEM_GRAINS_SERVER_PAIR_CONTACTS_H

#include "server/Lammps.h"

#include <vector>

namespace simbodydem::grains {

constexpr int numbersPerPair = 12; // LAMMPS's numbers of both grains, overlap, point, normal from the first to the second, force on the second

/** Returns the contacts among grains that this rank reports, one after the other. Each contact is reported by one rank. */
std::vector<double> listPairContacts(LAMMPS_NS::LAMMPS&);

} // namespace simbodydem::grains

#endif
