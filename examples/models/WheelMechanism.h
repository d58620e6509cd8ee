#ifndef MODELS_WHEEL_MECHANISM_H
#define MODELS_WHEEL_MECHANISM_H

#include <Simbody.h>

#include <cmath>

namespace lab {

using SimTK::Real;

/** Holds the walk on rigid round feet that neither slip nor bounce. */
struct WheelClosedForm {
    Real rateAtMidStance; ///< with the supporting spoke along the normal [rad/s]
    Real speed;           ///< of the hub, mean over a step [m/s]
};

/** Describes a wheel of eight spokes without a rim that walks down a slope. It is the simplest walker whose speed is known in closed
form. The foot at the end of each spoke is a sphere. x runs down the slope, and y is normal to it. */
struct WheelMechanism {
    static constexpr int spokes = 8;
    static constexpr Real length = 1;              ///< from the hub to the soles [m]
    static constexpr Real mass = 1, inertia = 0.2; ///< [kg], about the hub [kg m^2]
    static constexpr Real slope = 0.08, g = 9.81;  ///< [rad], [m/s^2]

    Real footRadius = 0.01; ///< [m]

    static SimTK::Vec3 getGravity() { return g * SimTK::Vec3(std::sin(slope), -std::cos(slope), 0); }

    /** Adds the wheel and draws its spokes. */
    static SimTK::MobilizedBody::Planar add(SimTK::SimbodyMatterSubsystem& matter) {
        using namespace SimTK;
        MobilizedBody::Planar wheel(matter.Ground(),
                                    Body::Rigid(MassProperties(mass, Vec3(0), Inertia(Vec3(inertia)))));
        for (int i = 0; i < spokes; ++i) {
            const Rotation turn = turnTo(i);
            wheel.addBodyDecoration(Transform(turn, turn * Vec3(0, -length / 2, 0)),
                                    DecorativeCylinder(0.015, length / 2).setColor(i == 0 ? Orange : Gray));
        }
        return wheel;
    }

    /** Returns the centre of the foot on a spoke, from the hub [m]. */
    SimTK::Vec3 findFoot(int spoke) const { return turnTo(spoke) * SimTK::Vec3(0, footRadius - length, 0); }

    /** Puts the wheel upright on a spoke. It rolls about its lowest point at this rate. */
    static void start(SimTK::State& state, const SimTK::MobilizedBody::Planar& wheel, Real rate) {
        wheel.setQ(state, SimTK::Vec3(0, 0, length));
        wheel.setU(state, SimTK::Vec3(-rate, rate * length, 0));
    }

    /** Computes the periodic walk, with l = L - r, alpha = pi/8, b = l sin alpha, h = r + l cos alpha.

    In a stance the foot rolls. At spoke angle t (from the normal, > 0 past it) the hub is at (r t + l sin t, r + l cos t). The inertia
    about the rolling contact is J(t) = Ic + m (r^2 + l^2 + 2 r l cos t). The work of gravity from -alpha to alpha is
    2 m g sin(slope) (r alpha + b), and J is the same at both ends.

    In the impact the new foot sticks and the old one leaves without an impulse. So the angular momentum about the new contact is
    conserved. The hub, at (-b, h) from it, moves with w (h, -b) before the impact:
    w+/w- = (Ic + m (h^2 - b^2))/(Ic + m (h^2 + b^2)).

    Both together determine w-. The speed is the step length 2 (r alpha + b) over the integral of dt/w(t). */
    WheelClosedForm solve() const {
        const Real r = footRadius, l = length - r, alpha = SimTK::Pi / spokes;
        const Real b = l * std::sin(alpha), h = r + l * std::cos(alpha);
        const auto J = [&](Real t) { return inertia + mass * (r * r + l * l + 2 * r * l * std::cos(t)); };
        const auto work = [&](Real t) { // of gravity, from t = 0
            return mass * g * (std::sin(slope) * (r * t + l * std::sin(t)) + std::cos(slope) * l * (1 - std::cos(t)));
        };
        // A step keeps this fraction of the rate.
        const Real kept = (inertia + mass * (h * h - b * b)) / (inertia + mass * (h * h + b * b));
        const Real squareBefore = 2 * (work(alpha) - work(-alpha)) / (J(alpha) * (1 - kept * kept));
        const auto rate = [&](Real t) {
            return std::sqrt((kept * kept * squareBefore * J(alpha) + 2 * (work(t) - work(-alpha))) / J(t));
        };
        const int count = 1000;
        Real time = 0; // duration of a stance, by Simpson's rule [s]
        for (int i = 0; i <= count; ++i)
            time += (i == 0 || i == count ? 1 : i % 2 ? 4 : 2) / rate(-alpha + 2 * alpha * i / count);
        time *= 2 * alpha / count / 3;
        return {rate(0), 2 * (r * alpha + b) / time};
    }

    /** Returns the orientation of a spoke. Spoke 0 points down at the start. */
    static SimTK::Rotation turnTo(int spoke) { return SimTK::Rotation(2 * SimTK::Pi * spoke / spokes, SimTK::ZAxis); }
};

} // namespace lab

#endif
