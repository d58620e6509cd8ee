// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RESTITUTION_H
#define SIMBODYDEM_RESTITUTION_H

#include "simbodydem/laws/NormalLaw.h"

#include <string>

// From an asked restitution to a damping, once per pair of materials.

namespace simbodydem {

/** The least restitution that a dashpot is made for which only pushes. It is 5.8 times the critical one then, and what stands
on it takes nine times the steps of an asked .5 under Runge and Kutta; both grow on as 1/sqrt(e), for a rebound that nobody
sees. */
constexpr double leastRestitution = 0.007;

/** Whether a pair of materials is to stay together: an asked 0 that is to be got. */
inline bool isPlastic(double restitution, RestitutionMeaning meaning) {
    return meaning == RestitutionMeaning::Realized && restitution == 0;
}

/** @throws std::invalid_argument, with owner in front, for a restitution that is neither 0 nor leastRestitution or more */
void checkRealizable(const std::string& owner, double restitution);

/** The damping ratio of a linear oscillator whose half period returns e of the speed: beta = -ln e/sqrt(ln^2 e + pi^2);
0 at e = 1, 1 at e = 0. pi2 stands for pi^2 and is a parameter because DEMLab rounds it. */
double textbookDampingRatio(double restitution, double pi2 = 9.86960440108935861883);

/** The damping ratio beta of a linear spring with which an impact returns e; sqrt(5) times that is TTI's alpha. Where
isPlastic() it is the critical 1, of a dashpot that may pull. @throws as checkRealizable(), unless tension is allowed */
double dampingRatioFor(const std::string& owner, double restitution, RestitutionMeaning, Tension);

/** d of F = K delta^n (1 + d ddelta/v0), any n, that returns e of the impact speed v0: the root > 0 of
d (1 + e) = ln((1 + d)/(1 - d e)); 0 at e = 1. e > 0. */
double exactImpactDamping(double restitution);

/** What remains of an impact of Hertz's spring with a dashpot c delta^p, p = 0 or 1/2: its dimensionless form is
x'' = -x^(3/2) - epsilon x^p x', x(0) = 0, x'(0) = 1, and it ends with the overlap, or with the force where that may not
pull. */
enum class DashpotPower { Zero, Half };
double restitutionOfHertzImpact(DashpotPower, double epsilon, Tension);

/** The epsilon with which that is e > 0. */
double hertzDampingFor(double restitution, DashpotPower, Tension);

} // namespace simbodydem

#endif
