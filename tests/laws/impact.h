#ifndef SIMBODYDEM_TESTS_IMPACT_H
#define SIMBODYDEM_TESTS_IMPACT_H

#include <algorithm>

/** A free flight into a contact and out again, along the normal. */
struct Impact {
    double restitution = 0; ///< speed at the end of the overlap over the initial speed
    double maxOverlap = 0, maxForce = 0;
    double duration = 0; ///< until the force is zero again, or the overlap if it is zero first
};

/** Integrates m* d(ddelta)/dt = -F from first contact at `speed`, by the fourth-order Runge-Kutta method with a fixed step. The law's
memory is committed at the start of each step, as by an integrator.
@param law  a function of (overlap, overlapRate, firstTouch, memory) that returns the force and changes its memory
@param step [s], small against the duration */
template <class Memory, class Law> Impact simulateImpact(const Law& law, double mass, double speed, double step) {
    Impact impact;
    Memory committed{};
    bool isFirst = true, isPressed = true;
    double x = 0, v = speed, time = 0;
    const auto acceleration = [&](double overlap, double rate, Memory& memory) {
        return -law(std::max(overlap, 0.), rate, isFirst, memory) / mass;
    };
    for (; x >= 0; time += step) {
        const double h = step, a1 = acceleration(x, v, committed);
        isFirst = false;
        impact.maxOverlap = std::max(impact.maxOverlap, x);
        impact.maxForce = std::max(impact.maxForce, -a1 * mass);
        if (isPressed && v < 0 && a1 == 0) {
            isPressed = false;
            impact.duration = time;
        }
        Memory memory = committed;
        const double v2 = v + h / 2 * a1, a2 = acceleration(x + h / 2 * v, v2, memory);
        memory = committed;
        const double v3 = v + h / 2 * a2, a3 = acceleration(x + h / 2 * v2, v3, memory);
        memory = committed;
        const double v4 = v + h * a3, a4 = acceleration(x + h * v3, v4, memory);
        const double lastX = x, lastV = v;
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        if (x < 0) { // zero again within this step
            const double part = lastX / (lastX - x);
            impact.restitution = -(lastV + part * (v - lastV)) / speed;
            if (isPressed) impact.duration = time + part * h;
        }
    }
    return impact;
}

#endif
