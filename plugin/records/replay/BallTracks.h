// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_BALL_TRACKS_H
#define SIMBODYDEM_RECORDS_REPLAY_BALL_TRACKS_H

#include "simbodydem/ReplayRecorder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace simbodydem {

/** Stores balls that are no bodies, such as grains, as the page draws them. The first row has radii and places. Later rows have the balls that
have moved, each with the change of its place and its speed. So a reader goes forwards and backwards. Places are multiples of a 64th of the
smallest radius, and speeds of powers of 2^(1/8) um/s, so a speed has an error of 4.5 %. */
class BallTracks {
public:
    /** Checks that numbers are finite and that there are as many balls as in the first row.
    @throws std::runtime_error with caller, ball and time */
    void check(const std::string& caller, const std::vector<ReplayBall>&, SimTK::Real time) const;
    /** Adds the balls to a row. */
    void addTo(std::string& row, const std::vector<ReplayBall>&);

private:
    struct Position {
        std::int32_t steps[3] = {0, 0, 0};
    };
    SimTK::Real step = 0; // [m]
    std::vector<Position> positions;
};

} // namespace simbodydem

#endif
