#ifndef SIMBODYDEM_RESTITUTION_H
#define SIMBODYDEM_RESTITUTION_H

#include <cmath>

namespace simbodydem {

/** The damping ratio of a linear oscillator whose half period returns e of the speed: beta = -ln e/sqrt(ln^2 e + pi^2);
0 at e = 1, 1 at e = 0. pi2 stands for pi^2 and is a parameter because DEMLab rounds it. */
inline double textbookDampingRatio(double restitution, double pi2 = 9.86960440108935861883) {
    if (restitution <= 0) return 1;
    const double l = -std::log(restitution);
    return l / std::sqrt(l * l + pi2);
}

} // namespace simbodydem

#endif
