// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_JOINTS_DRY_FRICTION_H
#define SIMBODYDEM_JOINTS_DRY_FRICTION_H

#include <algorithm>
#include <array>
#include <cmath>

namespace simbodydem::kernels {

/** Coordinate of a joint at one time. */
struct JointMotion {
    double time, q, u;
};

/** Turning points of the cubic through both ends of a step, as displacements from its start, in the order of time. */
struct TurningPoints {
    std::array<double, 2> displacement;
    int count = 0;
};

// With s = t/h and d = q1 - q0 the cubic is h u0 s + (3 d - 2 h u0 - h u1) s^2 + (h u0 + h u1 - 2 d) s^3.
inline TurningPoints findTurningPoints(const JointMotion& start, const JointMotion& end) {
    TurningPoints found;
    const double h = end.time - start.time, d = end.q - start.q;
    if (!(h > 0)) return found;
    const double a = h * start.u, b = 3 * d - 2 * h * start.u - h * end.u, c = h * (start.u + end.u) - 2 * d;
    const auto add = [&](double s) {
        if (s > 0 && s < 1) found.displacement[found.count++] = s * (a + s * (b + s * c));
    };
    const double discriminant = b * b - 3 * a * c;
    if (!(discriminant > 0)) return found;
    // Both roots of a + 2 b s + 3 c s^2 without cancellation.
    const double sum = -(b + std::copysign(std::sqrt(discriminant), b));
    const double first = c == 0 ? 2 : sum / (3 * c), second = sum == 0 ? 2 : a / sum;
    add(std::min(first, second));
    add(std::max(first, second));
    return found;
}

struct DryFrictionConstants {
    double limit, stiffness, damping;
};

struct DryFrictionOutput {
    double force;        // on the coordinate
    double displacement; // xi
    bool sliding;
};

/** Evaluates the friction at the end of a step that begins with the elastic displacement xi. If the joint stuck at the start, turning
points within the step are those of an oscillation that the step does not resolve, and do not count.
@param wasSliding  the friction was at its limit at the start */
inline DryFrictionOutput dryFriction(const DryFrictionConstants& law, double xi, bool wasSliding,
                                     const JointMotion& start, const JointMotion& end) {
    const double most = law.limit / law.stiffness;
    const auto clampTo = [](double value, double limit) { return std::clamp(value, -limit, limit); };
    const TurningPoints turns = wasSliding ? findTurningPoints(start, end) : TurningPoints();
    double last = 0;
    for (int i = 0; i < turns.count; ++i) {
        xi = clampTo(xi + turns.displacement[i] - last, most);
        last = turns.displacement[i];
    }
    xi = clampTo(xi + end.q - start.q - last, most);
    const double whole = law.stiffness * xi + law.damping * end.u;
    return {-clampTo(whole, law.limit), xi, std::abs(whole) >= law.limit};
}

} // namespace simbodydem::kernels

#endif
