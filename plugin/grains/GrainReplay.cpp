// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainReplay.h"

#include "grains/InputChecks.h"

#include <algorithm>

namespace simbodydem {

void showGrains(ReplayRecorder& replay, const GrainBed& bed, int most) {
    grains::check(most >= 1, "showGrains()", "most", most, "grains", "1 or more");
    replay.showBalls([&bed, most] {
        const std::vector<Grain> all = bed.getGrains();
        std::vector<ReplayBall> balls;
        const long long count = (long long)(all.size()), shown = std::min<long long>(most, count);
        for (long long k = 0; k < count; ++k) {
            if ((k + 1) * shown / count == k * shown / count) continue;
            const Grain& grain = all[std::size_t(k)];
            balls.push_back({grain.position, grain.radius, grain.velocity.norm()});
        }
        return balls;
    });
}

} // namespace simbodydem
