// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RESTITUTION_H
#define SIMBODYDEM_RESTITUTION_H

#include "simbodydem/laws/NormalLaw.h"

#include <string>

// Damping from a restitution, computed once per pair of materials.

namespace simbodydem {

/** The least restitution for which a dashpot without tension is made. The dashpot is then 5.8 times critical. A body that stands on it takes
nine times the steps of one with e = 0.5 under Runge and Kutta. Both grow as 1/sqrt(e), for a rebound that nobody sees. */
constexpr double leastRestitution = 0.007;

/** Returns true if the surfaces stay together after an impact: a realized restitution of 0. */
inline bool isPlastic(double restitution, RestitutionMeaning meaning) {
    return meaning == RestitutionMeaning::Realized && restitution == 0;
}

/** Throws std::invalid_argument, with owner in front, unless the restitution is 0 or at least leastRestitution. */
void checkRealizable(const std::string& owner, double restitution);

/** Returns the damping ratio of a linear oscillator whose half period returns e of the speed: beta = -ln e/sqrt(ln^2 e + pi^2);
0 at e = 1, 1 at e = 0. pi2 stands for pi^2 and is a parameter because DEMLab rounds it. */
double textbookDampingRatio(double restitution, double pi2 = 9.86960440108935861883);

/** Returns the damping ratio beta of a linear spring with which an impact returns e. TTI's alpha is sqrt(5) times beta. If isPlastic(), beta
is critical, 1, and the dashpot may pull. @throws as checkRealizable(), unless tension is allowed */
double dampingRatioFor(const std::string& owner, double restitution, RestitutionMeaning, Tension);

/** Returns d of F = K delta^n (1 + d ddelta/v0), any n, that returns e of the impact speed v0: the root > 0 of
d (1 + e) = ln((1 + d)/(1 - d e)); 0 at e = 1. e > 0. */
double exactImpactDamping(double restitution);

/** Returns the restitution of an impact of Hertz's spring with a dashpot c delta^p, p = 0 or 1/2. Its dimensionless form is
x'' = -x^(3/2) - epsilon x^p x', x(0) = 0, x'(0) = 1. The impact ends with the overlap, or with the force if that may not pull. */
enum class DashpotPower { Zero, Half };
double restitutionOfHertzImpact(DashpotPower, double epsilon, Tension);

/** Returns the epsilon with which that impact returns e > 0. */
double hertzDampingFor(double restitution, DashpotPower, Tension);

} // namespace simbodydem

#endif
