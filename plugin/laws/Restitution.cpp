// SPDX-License-Identifier: Apache-2.0
#include "laws/Restitution.h"

#include "base/Checks.h"

#include <cmath>

namespace simbodydem {

namespace {

// Returns the point between low and high where a falling function passes `value`, to the last digit.
template <class Falling> double bisect(double low, double high, double value, const Falling& f) {
    while (true) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) return middle;
        (f(middle) > value ? low : high) = middle;
    }
}

// Returns the restitution of a linear oscillator, or of Hertz's contact with its delta^(1/4) dashpot, whose contact ends where the force
// reaches zero: exp(-beta/sqrt(1 - beta^2) (pi - 2 asin beta)), and beyond beta = 1
// exp(-2 beta acosh(beta)/sqrt(beta^2 - 1)).
double clampedRestitution(double beta) {
    if (beta == 1) return std::exp(-2.);
    if (beta < 1) return std::exp(-2 * beta * std::acos(beta) / std::sqrt(1 - beta * beta));
    return std::exp(-2 * beta * std::acosh(beta) / std::sqrt(beta * beta - 1));
}

// Hertz's impact in s = sqrt(x) and w = x', with d(time) = s d(sigma). The equations are polynomials then. So Runge and Kutta's method
// keeps its fourth order at the touch, where delta^(3/2) is not smooth.
struct Phase {
    double s, w;
};

class HertzImpactEquation {
public:
    HertzImpactEquation(DashpotPower power, double epsilon) : power(power), epsilon(epsilon) {}

    double force(const Phase& p) const { return p.s * p.s * p.s + dashpot(p) * p.w; }

    Phase step(const Phase& p, double h) const {
        const Phase k1 = rate(p), k2 = rate(moved(p, k1, h / 2)), k3 = rate(moved(p, k2, h / 2)),
                    k4 = rate(moved(p, k3, h));
        return {p.s + h / 6 * (k1.s + 2 * k2.s + 2 * k3.s + k4.s), p.w + h / 6 * (k1.w + 2 * k2.w + 2 * k3.w + k4.w)};
    }

private:
    double dashpot(const Phase& p) const { return power == DashpotPower::Half ? epsilon * p.s : epsilon; }
    Phase rate(const Phase& p) const { return {p.w / 2, -p.s * force(p)}; }
    static Phase moved(const Phase& p, const Phase& k, double h) { return {p.s + h * k.s, p.w + h * k.w}; }

    DashpotPower power;
    double epsilon;
};

} // namespace

double textbookDampingRatio(double restitution, double pi2) {
    if (restitution <= 0) return 1;
    const double l = -std::log(restitution);
    return l / std::sqrt(l * l + pi2);
}

void checkRealizable(const std::string& owner, double restitution) {
    const std::string least = toText(leastRestitution);
    checkParameter(restitution == 0 || restitution >= leastRestitution, owner, "restitution", restitution, "-",
                   "0 (plastic) or in [" + least + ", 1]");
}

double dampingRatioFor(const std::string& owner, double restitution, RestitutionMeaning meaning, Tension tension) {
    const bool isTextbooks = meaning == RestitutionMeaning::Textbook || tension == Tension::Allowed;
    if (isTextbooks || isPlastic(restitution, meaning)) return textbookDampingRatio(restitution);
    checkRealizable(owner, restitution);
    return restitution < 1 ? bisect(0, 10, restitution, clampedRestitution) : 0;
}

double exactImpactDamping(double restitution) {
    const double e = restitution;
    if (e >= 1) return 0;
    // The right side starts below the left one and is infinite at d = 1/e.
    return bisect(0, 1 / e, 0, [e](double d) { return d * (1 + e) - std::log1p(d) + std::log1p(-d * e); });
}

double restitutionOfHertzImpact(DashpotPower power, double epsilon, Tension tension) {
    const HertzImpactEquation equation(power, epsilon);
    const auto isOver = [&](const Phase& p) {
        return p.w < 0 && (tension == Tension::Allowed ? p.s <= 0 : equation.force(p) <= 0);
    };
    // An undamped impact takes about 5 of sigma. A dashpot's relaxation time is 1/epsilon at overlaps of order 1.
    const double h = 0.01 / (1 + epsilon);
    const int maxSteps = int(200 / h); // almost no speed is left then
    Phase now{0, 1};
    for (int i = 0; i < maxSteps; ++i) {
        const Phase next = equation.step(now, h);
        if (isOver(next)) {
            const double part = bisect(0, h, 0.5, [&](double t) { return isOver(equation.step(now, t)) ? 0. : 1.; });
            return -equation.step(now, part).w;
        }
        now = next;
    }
    return 0;
}

double hertzDampingFor(double restitution, DashpotPower power, Tension tension) {
    if (restitution >= 1) return 0;
    const auto remaining = [&](double epsilon) { return restitutionOfHertzImpact(power, epsilon, tension); };
    double enough = 1;
    while (remaining(enough) > restitution) enough *= 2;
    return bisect(0, enough, restitution, remaining);
}

} // namespace simbodydem
