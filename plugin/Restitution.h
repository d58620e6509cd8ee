#ifndef SIMBODYDEM_RESTITUTION_H
#define SIMBODYDEM_RESTITUTION_H

#include "simbodydem/laws/NormalLaw.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem {

/** The damping ratio of a linear oscillator whose half period returns e of the speed: beta = -ln e/sqrt(ln^2 e + pi^2);
0 at e = 1, 1 at e = 0. pi2 stands for pi^2 and is a parameter because DEMLab rounds it. */
inline double textbookDampingRatio(double restitution, double pi2 = 9.86960440108935861883) {
    if (restitution <= 0) return 1;
    const double l = -std::log(restitution);
    return l / std::sqrt(l * l + pi2);
}

/** d of F = K delta^n (1 + d ddelta/v0), any n, that returns e of the impact speed v0: the root > 0 of
d (1 + e) = ln((1 + d)/(1 - d e)); 0 at e = 1, infinite at e = 0. The right side starts below the left one
and is infinite at d = 1/e, so that the root can be bisected. */
inline double exactImpactDamping(double restitution) {
    const double e = restitution;
    if (e >= 1) return 0;
    if (e <= 0) return std::numeric_limits<double>::infinity();
    double low = 0, high = 1 / e;
    while (true) {
        const double d = 0.5 * (low + high);
        if (!(d > low && d < high)) return d;
        (d * (1 + e) > std::log1p(d) - std::log1p(-d * e) ? low : high) = d;
    }
}

/** What a linear oscillator, or Hertz's contact with its delta^(1/4) dashpot, returns when the contact ends where the
force reaches zero: exp(-beta/sqrt(1 - beta^2) (pi - 2 asin beta)), and beyond beta = 1
exp(-2 beta acosh(beta)/sqrt(beta^2 - 1)). */
inline double clampedRestitution(double beta) {
    if (beta == 1) return std::exp(-2.);
    if (beta < 1) return std::exp(-2 * beta * std::acos(beta) / std::sqrt(1 - beta * beta));
    return std::exp(-2 * beta * std::acosh(beta) / std::sqrt(beta * beta - 1));
}

/** The damping ratio with which an impact returns e, by RestitutionMeaning. */
inline double dampingRatioFor(double restitution, RestitutionMeaning meaning, Tension tension) {
    if (meaning == RestitutionMeaning::Textbook) return textbookDampingRatio(restitution);
    if (tension == Tension::Allowed) return textbookDampingRatio(std::max(restitution, 0.005));
    if (restitution >= 1) return 0;
    double low = 0, high = 6; // clampedRestitution falls from 1 to .007
    for (int i = 0; i < 60; ++i) {
        const double beta = 0.5 * (low + high);
        (clampedRestitution(beta) > restitution ? low : high) = beta;
    }
    return high;
}

} // namespace simbodydem

#endif
