// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_PAIR_SPRINGS_H
#define SIMBODYDEM_GRAINS_SERVER_PAIR_SPRINGS_H

#include "server/Lammps.h"

#include <cstddef>

namespace simbodydem::grains {

/** Reads and writes the springs of touching grains, which pair granular keeps in a fix. The row of a grain has the number of its springs, and
for each of them LAMMPS's number of the other grain and the history. Releases of LAMMPS write that number in two ways: as it is, or as the bits
of an integer. A row has it as it is. */
class PairSprings {
public:
    explicit PairSprings(LAMMPS_NS::LAMMPS&);

    /** Returns false if the laws of the grains have no springs. */
    bool exist() const { return fix != nullptr; }
    /** Returns the greatest length of a row. */
    std::size_t getMaxSize() const { return std::size_t(fix ? fix->maxexchange : 0) + 16; }
    /** Reads the row of a grain. @returns its length */
    int read(int grain, double* row);
    /** Writes the row of a grain. @param size  its length */
    void write(int grain, const double* row, int size);
    /** Gives the springs of all grains to a new list of neighbours. */
    void distribute() { fix->post_neighbor(); }

private:
    enum class Form { Unknown, Numbers, Bits };

    void findForm(int grain, int perSpring);

    LAMMPS_NS::Fix* fix = nullptr;
    Form form = Form::Unknown;
};

} // namespace simbodydem::grains

#endif
