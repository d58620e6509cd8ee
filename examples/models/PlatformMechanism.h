#ifndef MODELS_PLATFORM_MECHANISM_H
#define MODELS_PLATFORM_MECHANISM_H

#include <Simbody.h>

#include <cmath>
#include <vector>

namespace lab {

using SimTK::Real;

/** Describes a platform that shakes along x, and a rigid block on it. The block stands on four spheres, low enough not to tip. */
struct PlatformMechanism {
    static constexpr Real g = 9.81, frequency = 2; ///< [m/s^2], of shaking [1/s]
    static constexpr Real blockMass = 80;          ///< [kg]
    static constexpr Real blockHeight = 0.08;      ///< of the block's centre above the platform [m]
    static constexpr Real soleRadius = 0.03;       ///< [m]

    /** Adds the platform. Its motion is prescribed, so its mass does not matter. */
    static SimTK::MobilizedBody::Slider addPlatform(SimTK::SimbodyMatterSubsystem& matter) {
        using namespace SimTK;
        MobilizedBody::Slider platform(matter.Ground(), Body::Rigid(MassProperties(100, Vec3(0), Inertia(1))));
        platform.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(0.6, 0.005, 0.4)).setColor(Gray));
        return platform;
    }

    /** Adds the block, on a joint that lets it move in the x-y plane or freely. */
    template <class Joint> static Joint addBlock(SimTK::SimbodyMatterSubsystem& matter) {
        using namespace SimTK;
        const Vec3 half(0.3, 0.05, 0.2);
        Joint block(matter.Ground(),
                    Body::Rigid(MassProperties(blockMass, Vec3(0), blockMass * UnitInertia::brick(half))));
        block.addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Orange));
        return block;
    }

    /** Returns the centres of the spheres below the block, from its centre [m]. */
    static std::vector<SimTK::Vec3> getSoles() {
        std::vector<SimTK::Vec3> soles;
        for (Real x : {-0.25, 0.25})
            for (Real z : {-0.2, 0.2}) soles.push_back(SimTK::Vec3(x, -0.05, z));
        return soles;
    }

    /** Returns the amplitude of the acceleration from which on the block does not come to rest any more, 1.86 mu g [m/s^2]. */
    static Real calcRestLimit(Real friction) { return friction * g * std::sqrt(1 + SimTK::square(SimTK::Pi / 2)); }

    /** Returns the distance that the block slides in each direction [m]. It begins to slide at t_0, when A sin(w t) = mu g. It slides
    past the platform with

        v(t) = A/w (cos w t_0 - cos w t) - mu g (t - t_0)

    until v is 0 again, and sticks until the next half shake. This holds up to calcRestLimit().
    @param A  amplitude of the acceleration of the platform [m/s^2] */
    static Real solveSlip(Real A, Real frequency, Real friction) {
        const Real limit = friction * g, w = 2 * SimTK::Pi * frequency;
        if (A <= limit) return 0;
        const Real t0 = std::asin(limit / A) / w, p0 = w * t0;
        const auto velocity = [&](Real t) { return A / w * (std::cos(p0) - std::cos(w * t)) - limit * (t - t0); };
        // The block is fastest when the platform is back at mu g, and sticks before -mu g.
        Real low = (SimTK::Pi - p0) / w, high = (SimTK::Pi + p0) / w;
        for (int i = 0; i < 100; ++i) {
            const Real t = 0.5 * (low + high);
            (velocity(t) > 0 ? low : high) = t;
        }
        const Real sliding = low - t0; // [s]
        return A / w * (std::cos(p0) * sliding - (std::sin(w * low) - std::sin(p0)) / w) -
               0.5 * limit * SimTK::square(sliding);
    }
};

} // namespace lab

#endif
