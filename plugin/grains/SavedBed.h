// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_SAVED_BED_H
#define SIMBODYDEM_GRAINS_SAVED_BED_H

#include "protocol/Commands.h"

#include <string>
#include <vector>

namespace simbodydem::grains {

/** Holds all that a bed and its mechanism need to continue. */
struct SavedBed {
    BedSetUp bed;
    double density = 0, leastRadius = 0, greatestRadius = 0;        ///< [kg/m^3], [m]
    std::vector<SurfaceOnBody> surfaces;                            ///< in the order in which they were sent
    std::vector<std::int32_t> order;                                ///< their numbers in the list of the user
    double time = 0;                                                ///< [s]
    double chosenSteps = 1;                                         ///< of the next interval
    std::vector<double> q, u, z;                                    ///< of the mechanism
    double lastLength = 0, beforeLastLength = 0;                    ///< of the last two intervals [s]; 0: there was none
    std::vector<Triple> last, beforeLast, pendingImpulses, atStart; ///< moment and force for each surface, by the list of the user
    BedState state;

    template <class IO> void fields(IO& io) {
        io(bed)(density)(leastRadius)(greatestRadius)(surfaces)(order)(time)(chosenSteps)(q)(u)(z);
        io(lastLength)(beforeLastLength)(last)(beforeLast)(pendingImpulses)(atStart)(state);
    }
};

/** Writes a bed to a file, which replaces an older one only when it is complete. @throws std::runtime_error if it cannot be written */
void writeBed(const std::string& path, const SavedBed&);
/** Reads a bed. @throws std::runtime_error if the file is none, is incomplete or is of another version */
SavedBed readBed(const std::string& path);

} // namespace simbodydem::grains

#endif
