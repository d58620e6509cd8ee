// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_REPLAY_H
#define SIMBODYDEM_GRAINS_GRAIN_REPLAY_H

#include "simbodydem/ReplayRecorder.h"
#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBed.h"

namespace simbodydem {

/** Draws the grains of a bed in a replay, each in the colour of its speed. A bed with more grains is thinned: the same grains, evenly taken, are
drawn in all rows. The bed must live as long as rows are recorded. Call record() after stepTo(), when bed and State are at one time.
@param replay  has no rows yet
@param bed     has its grains at the first row
@param most    grains to draw, 1 or more */
SIMBODYDEM_GRAINS_API void showGrains(ReplayRecorder& replay, const GrainBed& bed, int most = 100000);
/** Draws them around a body. Where the box repeats itself, each grain is drawn in the place that is nearest to the origin of the body, so
a wheel that leaves the box rolls on. @throws std::invalid_argument if it is a body of another System */
SIMBODYDEM_GRAINS_API void showGrains(ReplayRecorder& replay, const GrainBed& bed, const SimTK::MobilizedBody& body,
                                      int most = 100000);

} // namespace simbodydem

#endif
