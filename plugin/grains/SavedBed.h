// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_SAVED_BED_H
#define SIMBODYDEM_GRAINS_SAVED_BED_H

#include "grains/IntervalChoice.h"
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
    std::vector<Triple> pendingImpulses;                            ///< moment and force for each surface, by the list of the user
    std::vector<IntervalChoice::Touch> touches;                     ///< likewise
    std::array<std::vector<double>, 2> modes;                       ///< of the IntervalChoice
    std::vector<double> mechanism;                                  ///< parents, joint frames and masses of all bodies
    std::vector<std::vector<double>> joints;                        ///< what joint friction remembers
    std::int64_t numLost = 0;
    BedState state;

    template <class IO> void fields(IO& io) {
        io(bed)(density)(leastRadius)(greatestRadius)(surfaces)(order)(time)(chosenSteps)(q)(u)(z);
        io(pendingImpulses)(touches)(modes)(mechanism)(joints)(numLost)(state);
    }
};

/** Writes a bed to a file, which replaces an older one only when it is complete. @throws std::runtime_error if it cannot be written */
void writeBed(const std::string& path, const SavedBed&);
/** Reads a bed. @throws std::runtime_error if the file is none, is incomplete or is of another version */
SavedBed readBed(const std::string& path);

} // namespace simbodydem::grains

#endif
