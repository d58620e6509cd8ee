#ifndef CONTACT_LAB_REST_H
#define CONTACT_LAB_REST_H

#include "Check.h"
#include "Simbody.h"

#include <vector>

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

struct Placed {
    SimTK::Real time, place;
};

/** The least-squares line through what rests: its slope is the creep, the standard deviation from it the integrator's own
noise. */
struct LineFit {
    SimTK::Real slope, scatter;

    explicit LineFit(const std::vector<Placed>& samples) {
        using SimTK::Real;
        const Real n = Real(samples.size()), origin = samples.front().place; // a nanometre of some millimetres
        Real t = 0, y = 0, tt = 0, ty = 0, residual = 0;
        for (const Placed& s : samples) {
            t += s.time / n;
            y += (s.place - origin) / n;
        }
        for (const Placed& s : samples) {
            tt += (s.time - t) * (s.time - t);
            ty += (s.time - t) * (s.place - origin - y);
        }
        for (const Placed& s : samples) residual += SimTK::square(s.place - origin - y - ty / tt * (s.time - t));
        slope = ty / tt;
        scatter = std::sqrt(residual / n);
    }
};

} // namespace lab

#endif
