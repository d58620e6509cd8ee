// SPDX-License-Identifier: Apache-2.0
#include "records/replay/BallTracks.h"

#include "records/replay/ByteWriter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

constexpr Real stepsPerRadius = 64, leastSpeed = 1e-6; // [m/s]
constexpr Real mostSteps = 1e9;                        // differences of two of them are 32-bit numbers
constexpr double fastFraction = 0.99;                  // of the balls of a row, by which the colours of the page end

std::uint32_t codeOf(Real speed) { // 0: at rest
    return speed < leastSpeed ? 0 : std::uint32_t(std::min(255., 1 + std::round(8 * std::log2(speed / leastSpeed))));
}

} // namespace

void BallTracks::check(const std::string& caller, const std::vector<ReplayBall>& balls, Real time) const {
    const std::string at = " at t = " + std::to_string(time) + " s";
    if (step > 0 && balls.size() != positions.size())
        throw std::runtime_error(caller + ": there are " + std::to_string(balls.size()) + " balls" + at + " and " +
                                 std::to_string(positions.size()) + " in the first row; their number must not change");
    for (std::size_t k = 0; k < balls.size(); ++k)
        if (!balls[k].center.isFinite() || !isFinite(balls[k].speed) || !(balls[k].radius > 0) ||
            !isFinite(balls[k].radius))
            throw std::runtime_error(caller + ": ball " + std::to_string(k) + at +
                                     " has a center or speed that is not finite, or no radius > 0");
}

void BallTracks::addTo(std::string& row, const std::vector<ReplayBall>& balls) {
    const bool isFirst = step == 0;
    if (balls.empty()) return;
    if (isFirst) {
        Real least = Infinity;
        for (const ReplayBall& ball : balls) least = std::min(least, ball.radius);
        step = least / stepsPerRadius;
        positions.resize(balls.size());
    }
    ByteWriter radii, changes;
    std::vector<Real> speeds;
    std::size_t next = 0; // after the last ball that is written
    for (std::size_t k = 0; k < balls.size(); ++k) {
        if (isFirst) radii.addFloat(balls[k].radius);
        Position& position = positions[k];
        std::int32_t change[3];
        for (int axis = 0; axis < 3; ++axis) {
            const Real steps = std::min(std::max(balls[k].center[axis] / step, -mostSteps), mostSteps);
            change[axis] = std::int32_t(std::lround(steps)) - position.steps[axis];
            position.steps[axis] += change[axis];
        }
        const std::uint32_t speed = codeOf(balls[k].speed);
        speeds.push_back(balls[k].speed);
        if (!isFirst && !speed && !change[0] && !change[1] && !change[2]) continue;
        changes.addVariable(std::uint32_t(k - next)).addVariable(speed);
        for (const std::int32_t steps : change) changes.addSigned(steps);
        next = k + 1;
    }
    const auto fast = speeds.begin() + std::ptrdiff_t(fastFraction * double(speeds.size() - 1));
    std::nth_element(speeds.begin(), fast, speeds.end());
    if (isFirst) row += ",ballStep:" + toScriptNumber(step) + ",radii:" + quoted(radii);
    row += ",balls:" + quoted(changes) + ",fast:" + toScriptNumber(*fast);
}

} // namespace simbodydem
