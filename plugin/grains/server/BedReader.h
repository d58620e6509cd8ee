// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_BED_READER_H
#define SIMBODYDEM_GRAINS_SERVER_BED_READER_H

#include "server/FixSurfaces.h"
#include "server/Ranks.h"

#include <vector>

namespace simbodydem::grains {

/** Reads grains and contacts of all ranks. Results are on the first rank. */
class BedReader {
public:
    /** @param highestTag  that a grain has had; tags are LAMMPS's numbers of grains */
    BedReader(LAMMPS_NS::LAMMPS& lammps, const Ranks& ranks, LAMMPS_NS::tagint highestTag)
        : lammps(lammps), ranks(ranks), highestTag(highestTag) {}

    /** Returns all grains in the order of their tags. */
    Grains readGrains(const BedSetUp&) const;
    /** Returns the contacts of a surface. @throws std::invalid_argument if there is none of this number */
    Contacts readContacts(const FixSurfaces&, int surface) const;
    Pairs readPairs(const BedSetUp&) const;
    /** Returns the tags of all grains in ascending order. */
    std::vector<double> readTags() const;

private:
    std::int32_t placeOf(double tag, const std::vector<double>& tags) const;
    std::vector<double> readTagsUnlessNumbers() const;

    LAMMPS_NS::LAMMPS& lammps;
    const Ranks& ranks;
    LAMMPS_NS::tagint highestTag;
};

} // namespace simbodydem::grains

#endif
