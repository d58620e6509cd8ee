// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TESTS_AREAS_LAYER_REFERENCE_H
#define SIMBODYDEM_TESTS_AREAS_LAYER_REFERENCE_H

#include "SimTKcommon.h"

#include <simbodydem/Resultants.h>

#include <algorithm>
#include <cmath>

// Quadratures of the layer's equations, which use nothing of the library.

/** A cylinder about z' with a layer, which rolls on the plane y = 0 with its centre at the height R - d. Its heading turns about y by
`turning` per length rolled. Its centre drifts along its axis by `lateral` per length rolled. */
struct RollingCylinder {
    SimTK::Real R, L, d;          // radius, length, depth [m]
    SimTK::Real kn, kt, mu;       // K/h, G/h [Pa/m], friction [-]
    SimTK::Real lateral, turning; // [-], [rad/m]
    SimTK::Real speed, radius;    // of the centre along its heading [m/s]; effective rolling radius [m]
    SimTK::Real c = 0, T = 0;     // dissipation [s/m], relaxation time of the shear [s]

    SimTK::Real heading(SimTK::Real t) const { return turning * speed * t; }
    SimTK::Rotation carrier(SimTK::Real t) const { return SimTK::Rotation(heading(t), SimTK::YAxis); }
    SimTK::Vec3 center(SimTK::Real t) const { // integral of the velocity, in closed form
        const SimTK::Real w = turning * speed;
        const SimTK::Real s = w == 0 ? t : std::sin(w * t) / w, c1 = w == 0 ? 0 : (1 - std::cos(w * t)) / w;
        return SimTK::Vec3(speed * (s + lateral * c1), R - d, speed * (lateral * s - c1));
    }
    SimTK::Transform pose(SimTK::Real t) const {
        return {carrier(t) * SimTK::Rotation(-speed * t / radius, SimTK::ZAxis), center(t)};
    }
    SimTK::SpatialVec velocity(SimTK::Real t) const {
        return {carrier(t) * SimTK::Vec3(0, turning * speed, -speed / radius),
                carrier(t) * SimTK::Vec3(speed, 0, lateral * speed)};
    }
    SimTK::Real halfLength() const { return std::sqrt(R * R - (R - d) * (R - d)); } // a of the contact

    struct Wrench {
        SimTK::Vec3 force, moment; // on the cylinder, in the carrier's axes; about the centre of the cylinder
    };

    /** Follows each bristle from the leading edge to the trailing one. */
    Wrench integrate(int along, int across) const {
        const SimTK::Real first = std::acos((R - d) / R), spin = speed / radius, step = 2 * first / along;
        Wrench sum{SimTK::Vec3(0), SimTK::Vec3(0)};
        for (int j = 0; j < across; ++j) {
            const SimTK::Real z = L * ((j + 0.5) / across - 0.5);
            const auto placeAt = [&](SimTK::Real angle) { // in Ground, as this bristle entered at t = 0
                const SimTK::Real t = (first - angle) / spin;
                return center(t) + carrier(t) * SimTK::Vec3(R * std::sin(angle), -R * std::cos(angle), z);
            };
            SimTK::Vec3 anchor = placeAt(first);
            for (int i = 0; i < along; ++i) {
                const SimTK::Real angle = first - (i + 0.5) * step, t = (first - angle) / spin;
                const SimTK::Vec3 lever(R * std::sin(angle), -R * std::cos(angle), z), place = placeAt(angle);
                const SimTK::Real depth = d - R * (1 - std::cos(angle)), rate = spin * R * std::sin(angle);
                const SimTK::Real pressure = std::max(kn * depth * (1 + c * rate), SimTK::Real(0));
                const auto flat = [](const SimTK::Vec3& v) { return SimTK::Vec3(v[0], 0, v[2]); };
                const SimTK::Vec3 slip = flat(velocity(t)[1] + velocity(t)[0] % (carrier(t) * lever));
                SimTK::Vec3 shear = kt * (flat(place - anchor) + T * slip);
                if (shear.norm() > mu * pressure) {
                    shear *= mu * pressure / shear.norm();
                    SimTK::Vec3 spring = shear - kt * T * slip; // the spring keeps what the dashpot leaves
                    if (dot(spring, shear) < 0) spring = SimTK::Vec3(0);
                    anchor = place - spring / kt;
                }
                const SimTK::Vec3 traction = SimTK::Vec3(0, pressure, 0) - ~carrier(t) * shear;
                const SimTK::Real area = R * step * L / across;
                sum.force += area * traction;
                sum.moment += area * (lever % traction);
            }
        }
        return sum;
    }
};

/** Returns N of a ball of radius R with a layer of K/h = kn, of which distanceTo(x, normal) is the signed distance to a rigid body, in a
frame whose y axis is the one of the contact, with the ball's centre at `center`; the force along y. */
template <class Distance> SimTK::Real forceOnBall(SimTK::Real R, SimTK::Real kn, const SimTK::Vec3& center,
                                                  SimTK::Real widest, int n, const Distance& distanceTo) {
    SimTK::Real N = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const SimTK::Real polar = widest * (i + 0.5) / n, azimuth = 2 * SimTK::Pi * (j + 0.5) / n;
            const SimTK::Vec3 out(std::sin(polar) * std::cos(azimuth), -std::cos(polar),
                                  std::sin(polar) * std::sin(azimuth));
            SimTK::Vec3 normal(0);
            const SimTK::Real distance = distanceTo(center + R * out, normal);
            if (distance < 0)
                N += kn * -distance * normal[1] * R * R * std::sin(polar) * (widest / n) * (2 * SimTK::Pi / n);
        }
    return N;
}

#endif
