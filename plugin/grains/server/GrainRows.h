// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_GRAIN_ROWS_H
#define SIMBODYDEM_GRAINS_SERVER_GRAIN_ROWS_H

#include "server/FixSurfaces.h"

#include <unordered_map>
#include <vector>

namespace simbodydem::grains {

/** Writes all that LAMMPS and the surfaces know of a grain as a row of numbers, and makes grains of such rows. LAMMPS's own restart files
lose the springs of touching grains, because pair granular makes the fix that keeps them under a name that changes. */
class GrainRows {
public:
    /** Writes the grains of this rank. @returns a row for each: its length, then numbers, forces and histories */
    static std::vector<double> write(LAMMPS_NS::LAMMPS&, const FixSurfaces&);

    /** Keeps the rows of all ranks, which must outlive this object.
    @throws std::invalid_argument if they are not rows */
    GrainRows(LAMMPS_NS::LAMMPS&, FixSurfaces&, const std::vector<double>& rows);
    /** Adds the grains. Each rank takes those in its part of the box. */
    void create();
    /** Sets what contacts remember: those with surfaces, and after the first run those of pairs. */
    void setHistories();
    LAMMPS_NS::tagint getHighestTag() const;
    /** Sets forces and torques. */
    void setForces();

private:
    const double* rowOf(int grain) const;

    LAMMPS_NS::LAMMPS& lammps;
    FixSurfaces& surfaces;
    const std::vector<double>& rows;
    std::vector<std::size_t> starts;
    std::unordered_map<LAMMPS_NS::tagint, std::size_t> startOf;
};

} // namespace simbodydem::grains

#endif
