#ifndef SIMBODYDEM_RESTITUTION_H
#define SIMBODYDEM_RESTITUTION_H

#include "simbodydem/laws/NormalLaw.h"

// From an asked restitution to a damping, once per pair of materials.

namespace simbodydem {

/** Less than this is not asked of any dashpot, so that an asked 0 can be integrated. */
constexpr double leastRestitution = 0.007;

/** The damping ratio of a linear oscillator whose half period returns e of the speed: beta = -ln e/sqrt(ln^2 e + pi^2);
0 at e = 1, 1 at e = 0. pi2 stands for pi^2 and is a parameter because DEMLab rounds it. */
double textbookDampingRatio(double restitution, double pi2 = 9.86960440108935861883);

/** The damping ratio beta of a linear spring with which an impact returns e; sqrt(5) times that is TTI's alpha. */
double dampingRatioFor(double restitution, RestitutionMeaning, Tension);

/** d of F = K delta^n (1 + d ddelta/v0), any n, that returns e of the impact speed v0: the root > 0 of
d (1 + e) = ln((1 + d)/(1 - d e)); 0 at e = 1. */
double exactImpactDamping(double restitution);

/** What remains of an impact of Hertz's spring with a dashpot c delta^p, p = 0 or 1/2: its dimensionless form is
x'' = -x^(3/2) - epsilon x^p x', x(0) = 0, x'(0) = 1, and it ends with the overlap, or with the force where that may not
pull. */
enum class DashpotPower { Zero, Half };
double restitutionOfHertzImpact(DashpotPower, double epsilon, Tension);

/** The epsilon with which that is e. */
double hertzDampingFor(double restitution, DashpotPower, Tension);

} // namespace simbodydem

#endif
