#ifndef MODELS_SHAKE_H
#define MODELS_SHAKE_H

#include "Simbody.h"

#include <cmath>

namespace lab {

/** A smooth way from 0 to 1 between two times, and its derivatives. */
struct SmoothStep {
    SimTK::Real start, duration; ///< [s]

    SimTK::Real calc(SimTK::Real time, int derivative) const {
        const SimTK::Real x = SimTK::clamp(0., (time - start) / duration, 1.);
        if (derivative == 0) return SimTK::stepUp(x);
        return derivative == 1 ? SimTK::dstepUp(x) / duration : SimTK::d2stepUp(x) / SimTK::square(duration);
    }
};

/** The position a env(t) sin(w (t - start)), which starts and ends smoothly: env rises from 0 to 1 within `ramp` and falls
back within the last `ramp` before the end. */
struct Shake {
    SimTK::Real amplitude, frequency; ///< a [m], w/(2 pi) [1/s]
    SimTK::Real start, end, ramp;     ///< [s]

    SimTK::Real calc(SimTK::Real time, int derivative) const {
        const SmoothStep in{start, ramp}, out{end - ramp, ramp};
        const auto env = [&](int d) { return in.calc(time, d) - out.calc(time, d); };
        const SimTK::Real w = 2 * SimTK::Pi * frequency, phase = w * (time - start);
        const SimTK::Real sine = std::sin(phase), cosine = std::cos(phase);
        if (derivative == 0) return amplitude * env(0) * sine;
        if (derivative == 1) return amplitude * (env(1) * sine + env(0) * w * cosine);
        return amplitude * (env(2) * sine + 2 * env(1) * w * cosine - env(0) * w * w * sine);
    }
};

} // namespace lab

#endif
