#ifndef MODELS_MOTIONS_H
#define MODELS_MOTIONS_H

#include <Simbody.h>

#include <cmath>
#include <functional>

namespace lab {

using SimTK::Real;

/** Prescribes coordinates as functions of time. */
class Prescribed : public SimTK::Motion::Custom::Implementation {
public:
    /** Computes all coordinates of the joint from the time [s] and the order of the derivative (0, 1, 2). */
    using Path = std::function<void(Real, int, Real*)>;
    explicit Prescribed(const Path& path) : path(path) {}

    SimTK::Motion::Level getLevel(const SimTK::State&) const override { return SimTK::Motion::Position; }
    void calcPrescribedPosition(const SimTK::State& s, int, Real* q) const override { path(s.getTime(), 0, q); }
    void calcPrescribedPositionDot(const SimTK::State& s, int, Real* u) const override { path(s.getTime(), 1, u); }
    void calcPrescribedPositionDotDot(const SimTK::State& s, int, Real* udot) const override {
        path(s.getTime(), 2, udot);
    }

private:
    const Path path;
};

/** Describes a smooth step from 0 to 1 between two times, and its derivatives. */
struct SmoothStep {
    Real start, duration; ///< [s]

    Real calc(Real time, int derivative) const {
        const Real x = SimTK::clamp(0., (time - start) / duration, 1.);
        if (derivative == 0) return SimTK::stepUp(x);
        return derivative == 1 ? SimTK::dstepUp(x) / duration : SimTK::d2stepUp(x) / SimTK::square(duration);
    }
};

/** Describes the position a env(t) sin(w (t - start)), which starts and ends smoothly. env rises from 0 to 1 within `ramp` and falls
back within the last `ramp` before the end. */
struct Shake {
    Real amplitude, frequency; ///< a [m], w/(2 pi) [1/s]
    Real start, end, ramp;     ///< [s]

    Real calc(Real time, int derivative) const {
        const SmoothStep in{start, ramp}, out{end - ramp, ramp};
        const auto env = [&](int d) { return in.calc(time, d) - out.calc(time, d); };
        const Real w = 2 * SimTK::Pi * frequency, phase = w * (time - start);
        const Real sine = std::sin(phase), cosine = std::cos(phase);
        if (derivative == 0) return amplitude * env(0) * sine;
        if (derivative == 1) return amplitude * (env(1) * sine + env(0) * w * cosine);
        return amplitude * (env(2) * sine + 2 * env(1) * w * cosine - env(0) * w * w * sine);
    }
};

} // namespace lab

#endif
