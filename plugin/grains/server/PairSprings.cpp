// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/PairSprings.h"

#include <cstring>
#include <vector>

namespace simbodydem::grains {

namespace {

double bitsOf(std::int64_t number) {
    double bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
}

std::int64_t numberOf(double bits) {
    std::int64_t number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

int lengthOfSpring(const double* row, int size) { return row[0] > 0 ? (size - 1) / int(row[0]) : 0; }

} // namespace

PairSprings::PairSprings(LAMMPS_NS::LAMMPS& lammps) {
    for (int k = 0; k < lammps.modify->nfix; ++k)
        if (std::strcmp(lammps.modify->fix[k]->style, "NEIGH_HISTORY") == 0) fix = lammps.modify->fix[k];
}

int PairSprings::read(int grain, double* row) {
    const int size = fix->pack_exchange(grain, row), perSpring = lengthOfSpring(row, size);
    for (int at = 1; at < size; at += perSpring) {
        if (form == Form::Unknown) form = row[at] >= 1 ? Form::Numbers : Form::Bits; // bits of small integers are tiny
        if (form == Form::Bits) row[at] = double(numberOf(row[at]));
    }
    return size;
}

void PairSprings::write(int grain, const double* row, int size) {
    std::vector<double> copy(row, row + size);
    if (const int perSpring = lengthOfSpring(row, size); perSpring > 0) {
        if (form == Form::Unknown) findForm(grain, perSpring);
        for (int at = 1; form == Form::Bits && at < size; at += perSpring)
            copy[std::size_t(at)] = bitsOf(std::int64_t(row[at]));
    }
    fix->unpack_exchange(grain, copy.data());
}

// Gives a grain a spring to grain 1 and reads it: LAMMPS takes the bits of the number 1 as those of an integer, or does not.
void PairSprings::findForm(int grain, int perSpring) {
    std::vector<double> probe(std::size_t(perSpring) + 1), back(getMaxSize() + probe.size());
    probe[0] = probe[1] = 1;
    fix->unpack_exchange(grain, probe.data());
    fix->pack_exchange(grain, back.data());
    form = back[1] == 1 ? Form::Numbers : Form::Bits;
}

} // namespace simbodydem::grains
