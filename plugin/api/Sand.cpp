// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Sand.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "laws/SandLaw.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

Real plateResistance() { // of a flat plate straight down, over xi
    const Vector3 up(0, 0, 1);
    return kernels::resistiveTraction(-up, -up, up).dot(up);
}

} // namespace

Sand::Sand(Real density, Real internalFriction) {
    checkPositive("Sand", "density", density, "kg/m^3");
    checkParameter(internalFriction > 0 && internalFriction <= 1, "Sand", "internal friction", internalFriction, "-",
                   "in (0, 1], the tangent of the angle");
    const Real mu = internalFriction;
    strength = density * mu * (89 + mu * (-386 + mu * 894));
}

Sand Sand::fromPlate(Real resistance) {
    checkPositive("Sand::fromPlate()", "resistance", resistance, "Pa/m");
    return Sand(resistance / plateResistance() / 9.81);
}

Sand Sand::poppySeedLoose() { return fromPlate(0.254e6); }

Sand Sand::poppySeedClose() { return fromPlate(0.464e6); }

// Quartz of 2650 kg/m^3 and glass of 2500 kg/m^3 fill 0.6 of the volume.
Sand Sand::drySand() { return Sand(1590, std::tan(28 * Pi / 180)); }

Sand Sand::glassBeads() { return Sand(1500, std::tan(20.9 * Pi / 180)); }

Sand& Sand::setSurfaceFriction(Real mu) {
    checkNotNegative("Sand::setSurfaceFriction()", "surface friction", mu, "-");
    surfaceFriction = mu;
    return *this;
}

Sand& Sand::setElasticDepth(Real epsilon) {
    checkParameter(epsilon >= 1e-6 && epsilon <= 1, "Sand::setElasticDepth()", "elastic depth", epsilon, "-",
                   "in [1e-6, 1]");
    elasticDepth = epsilon;
    return *this;
}

Sand& Sand::setDamping(Real zeta) {
    checkParameter(zeta >= 0.05 && zeta <= 100, "Sand::setDamping()", "damping", zeta, "-", "in [0.05, 100]");
    damping = zeta;
    return *this;
}

Sand& Sand::setGravity(const Vec3& g) {
    checkParameter(g.norm() > 0 && g.norm() <= 1e6, "Sand::setGravity()", "gravity", g.norm(), "m/s^2", "in (0, 1e6]");
    gravity = g;
    return *this;
}

Sand& Sand::setElementSize(Real size) {
    checkPositive("Sand::setElementSize()", "element size", size, "m");
    elementSize = size;
    return *this;
}

Sand& Sand::setElementsAreTriangles(bool on) {
    elementsAreTriangles = on;
    return *this;
}

std::vector<std::string> Sand::describe() const {
    std::vector<std::string> lines = {"strength " + toDigits(strength) + " kg/m^3",
                                      "elastic depth " + toDigits(elasticDepth), "damping " + toDigits(damping)};
    if (surfaceFriction.isSet()) lines.push_back("surface friction " + toDigits(surfaceFriction));
    if (gravity.norm() > 0)
        lines.push_back("gravity " + toDigits(gravity[0]) + " " + toDigits(gravity[1]) + " " + toDigits(gravity[2]) +
                        " m/s^2");
    if (elementSize.isSet()) lines.push_back("element size " + toDigits(elementSize) + " m");
    if (elementsAreTriangles) lines.push_back("elements are triangles");
    return lines;
}

Vec3 Sand::calcTractionPerDepth(const Vec3& normal, const Vec3& direction, const Vec3& g) const {
    const auto unit = [](const char* name, const Vec3& v) -> Vector3 {
        checkParameter(v.isFinite() && v.norm() > 0, "Sand::calcTractionPerDepth()", name, v.norm(), "-",
                       "a vector with a direction");
        return toEigen(v) / v.norm();
    };
    const Vector3 n = unit("normal", normal), v = unit("direction", direction), up = -unit("gravity", g);
    const kernels::SandConstants constants{strength * g.norm(),
                                           surfaceFriction.isSet() ? Real(surfaceFriction) : Infinity, elasticDepth,
                                           damping, g.norm()};
    return toSimTK(kernels::sandTraction(constants, n, v, up));
}

} // namespace simbodydem
