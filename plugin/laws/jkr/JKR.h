// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_JKR_JKR_H
#define SIMBODYDEM_LAWS_JKR_JKR_H

#include "laws/Normal.h"

#include <cmath>

// With x = sqrt(a) and B = sqrt(2 pi W/E*) the equations of JKRNormal.h are polynomials:
//     delta = x^4/R* - B x,    F = E* (4/3 x^6/R* - 2 B x^3),
//     U = E* (8/15 x^10/R*^2 - 4/3 B x^7/R* + B^2 x^4/2),    dU/dx = F ddelta/dx,    U(0) = 0.

namespace simbodydem::kernels {

struct JKRConstants {
    double effectiveYoungsModulus; // E*
    double workOfAdhesion;         // W, > 0
    double alpha;                  // damping, 0 for none
};

inline double jkrAttraction(const JKRConstants& law) { // B
    const double twoPi = 6.28318530717958647693;
    return std::sqrt(twoPi * law.workOfAdhesion / law.effectiveYoungsModulus);
}

// Returns x where the neck tears, d(delta)/dx = 0: the least sqrt(a) on the stable branch.
template <class T> T jkrTearingRoot(const JKRConstants& law, const T& effectiveRadius) {
    using std::pow;
    return pow(T(0.25 * jkrAttraction(law) * effectiveRadius), 1. / 3.);
}

template <class T> T jkrTearingOverlap(const JKRConstants& law, const T& effectiveRadius) {
    return -0.75 * jkrAttraction(law) * jkrTearingRoot(law, effectiveRadius);
}

// Returns the root x on the stable branch. delta(x) is convex there, so Newton's method descends from an upper bound and never passes the
// root. If rounding takes it past the end of the branch, the end is the root.
template <class T> T jkrRoot(const JKRConstants& law, const NormalInput<T>& in) {
    using std::pow;
    using std::sqrt;
    const double B = jkrAttraction(law);
    const T& R = in.effectiveRadius;
    const T tearing = jkrTearingRoot(law, R);
    T x = pow(T(B * R), 1. / 3.);
    if (in.overlap > 0) x += sqrt(sqrt(R * in.overlap));
    for (int i = 0; i < 100; ++i) {
        const T cube = x * x * x;
        const T step = ((cube / R - B) * x - in.overlap) / (4 * cube / R - B);
        x -= step;
        if (!(x > tearing)) return tearing;
        if (!(step > 1e-14 * x)) break; // the next one would be its square
    }
    return x;
}

// Equation, units and sources: JKRNormal.h. Valid from jkrTearingOverlap() on.
template <class T> NormalOutput<T> jkr(const JKRConstants& law, const NormalInput<T>& in) {
    using std::sqrt;
    const double E = law.effectiveYoungsModulus, B = jkrAttraction(law);
    const T x = jkrRoot(law, in), cube = x * x * x, curved = cube / in.effectiveRadius; // x^3/R*
    NormalOutput<T> out;
    out.elasticForce = E * cube * (4. / 3. * curved - 2 * B);
    out.stiffness = E * x * x * (8 * curved - 6 * B) / (4 * curved - B);
    out.storedEnergy = E * x * cube * ((8. / 15. * curved - 4. / 3. * B) * curved + 0.5 * B * B);
    out.force = out.elasticForce;
    if (law.alpha > 0) {
        const T damping = law.alpha * sqrt(4. / 3. * E * in.effectiveMass) * x;
        out.force += damping * in.overlapRate;
        const T strongestPull = out.elasticForce < 0 ? out.elasticForce : T(0);
        if (out.force < strongestPull) out.force = strongestPull;
    }
    return out;
}

} // namespace simbodydem::kernels

#endif
