// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_HERTZ_ELLIPTIC_HERTZ_H
#define SIMBODYDEM_LAWS_HERTZ_ELLIPTIC_HERTZ_H

#include <cmath>

// Hertz's contact of surfaces with two different curvatures: an ellipse of semi-axes a >= b (Johnson 1985, 4.26-4.32).

namespace simbodydem::kernels {

// The complete integrals K and E of the ellipse's eccentricity e, k = b/a = sqrt(1 - e^2), as
//     S with  K - E = e^2 (1/2 + S) K  and  E - k^2 K = e^2 (1/2 - S) K,
// by the arithmetic-geometric mean. No terms cancel, neither for a circle (S = 0) nor for a line.
struct EllipticIntegrals {
    double K, S;

    explicit EllipticIntegrals(double k) : S(0) {
        double a = 0.5 * (1 + k), b = std::sqrt(k), c = 0.5 * (1 - k);
        double term = c / (2 * (1 + k)); // 2^(n - 1) c_n^2/e^2
        while (S + term != S) {
            S += term;
            const double next = 0.5 * (a + b), shrink = c / (4 * next);
            b = std::sqrt(a * b);
            a = next;
            term *= 2 * shrink * shrink;
            c *= shrink;
        }
        K = 1.57079632679489661923 / a;
    }

    /** Returns R'/R'' of the surfaces that touch in this ellipse. */
    double ratioOfRadii(double k) const { return (0.5 - S) / ((0.5 + S) * k * k); }
};

// Returns the radius of a sphere that is as stiff on a plane, F = 4/3 E* sqrt(R) delta^(3/2). The principal curvatures of the two surfaces
// add up to `along` and `across` [1/m]:
//     R = R_e/F_2^3,  R_e = (along across)^(-1/2),  F_2^3 = 2 k K^2/(pi^2 sqrt(1/4 - S^2)).
inline double equivalentRadius(double along, double across) {
    const double circle = 1 / std::sqrt(along * across);
    const double wanted = std::log(std::fmax(along, across) / std::fmin(along, across)); // of R'/R''
    if (!(wanted > 0)) return circle;
    double x = -2. / 3. * wanted, slope = -1.5; // ln k, nearly
    EllipticIntegrals at(std::exp(x));
    double miss = std::log(at.ratioOfRadii(std::exp(x))) - wanted;
    for (int i = 0; i < 50 && std::abs(miss) > 1e-14 * (1 + wanted); ++i) { // secant method: four to six iterations
        const double step = -miss / slope;
        const double next = std::fmin(x + step, 0.);
        at = EllipticIntegrals(std::exp(next));
        const double missNext = std::log(at.ratioOfRadii(std::exp(next))) - wanted;
        if (next == x || missNext == miss) break;
        slope = (missNext - miss) / (next - x);
        x = next;
        miss = missNext;
    }
    const double pi = 3.14159265358979323846;
    return circle * pi * pi / 2 * std::sqrt(0.25 - at.S * at.S) / (std::exp(x) * at.K * at.K);
}

} // namespace simbodydem::kernels

#endif
