#ifndef CONTACT_LAB_SETTLE_H
#define CONTACT_LAB_SETTLE_H

#include "Check.h"
#include "Simbody.h"

namespace lab {

/** Lower a free body from `touching` until, at rest, the contacts carry its weight; along y, which is the normal. Works
for any law, since it only asks for the acceleration.
@param depth  the deepest overlap to consider [m]
@throws std::invalid_argument if it sinks in deeper */
inline void settleOnPlane(const SimTK::MultibodySystem& system, const SimTK::MobilizedBody& body,
                          const SimTK::Vec3& touching, SimTK::Real depth, SimTK::State& state) {
    SimTK::Real low = 0, high = depth;
    for (int i = 0; i < 100; ++i) {
        const SimTK::Real overlap = 0.5 * (low + high);
        body.setQToFitTranslation(state, touching - SimTK::Vec3(0, overlap, 0));
        system.realize(state, SimTK::Stage::Acceleration);
        (body.getBodyOriginAcceleration(state)[1] < 0 ? low : high) = overlap;
    }
    check(high < depth, "the overlap at rest", depth, "m or more", "less; take a stiffer law (--young, --kn)");
}

} // namespace lab

#endif
