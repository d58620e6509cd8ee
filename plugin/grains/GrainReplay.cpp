// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainFiles.h"

#include "grains/InputChecks.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

using Center = std::function<Vec3(const State&)>;

void show(ReplayRecorder& replay, const GrainBed& bed, const Center& center, int most) {
    grains::check(most >= 1, "showGrains()", "most", most, "grains", "1 or more");
    replay.showBalls([&bed, center, most](const State& state) {
        const std::vector<Grain> all = bed.getGrains();
        const GrainBedOptions& box = bed.getOptions();
        const Vec3 sides = box.getHigh() - box.getLow(), middle = center ? center(state) : Vec3(0);
        std::vector<ReplayBall> balls;
        const long long count = (long long)(all.size()), shown = std::min<long long>(most, count);
        for (long long k = 0; k < count; ++k) {
            if ((k + 1) * shown / count == k * shown / count) continue;
            const Grain& grain = all[std::size_t(k)];
            Vec3 place = grain.position;
            for (int axis = 0; center && axis < 3; ++axis)
                if (box.isPeriodic(axis))
                    place[axis] += sides[axis] * std::round((middle[axis] - place[axis]) / sides[axis]);
            balls.push_back({place, grain.radius, grain.velocity.norm()});
        }
        return balls;
    });
}

} // namespace

void showGrains(ReplayRecorder& replay, const GrainBed& bed, int most) { show(replay, bed, {}, most); }

void showGrains(ReplayRecorder& replay, const GrainBed& bed, const MobilizedBody& body, int most) {
    const auto owner = [](const System& system) { return &system; };
    if (owner(body.getMatterSubsystem().getSystem()) != owner(replay.getSystem()))
        throw std::invalid_argument("showGrains(): its body is of another System than the replay");
    show(
        replay, bed, [body](const State& state) { return body.getBodyOriginLocation(state); }, most);
}

} // namespace simbodydem
