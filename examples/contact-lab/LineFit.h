#ifndef CONTACT_LAB_LINE_FIT_H
#define CONTACT_LAB_LINE_FIT_H

#include "Simbody.h"

#include <cmath>
#include <vector>

namespace lab {

struct Placed {
    SimTK::Real time, place;
};

/** The least-squares line through what rests: its slope is the creep, the standard deviation from it the integrator's own
noise. */
struct LineFit {
    SimTK::Real slope, scatter;
};

inline LineFit fitLine(const std::vector<Placed>& samples) {
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
    return {ty / tt, std::sqrt(residual / n)};
}

} // namespace lab

#endif
