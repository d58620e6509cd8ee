#include "Checks.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"

namespace simbodydem {

Sphere::Sphere(SimTK::Real radius) : radius(radius) { checkPositive("Sphere", "radius", radius, "m"); }

std::string Sphere::describe() const { return "sphere " + toDigits(radius) + " m"; }

Ellipsoid::Ellipsoid(const SimTK::Vec3& semiAxes) : semiAxes(semiAxes) {
    const char* const names[] = {"semi-axis a", "semi-axis b", "semi-axis c"};
    for (int i = 0; i < 3; ++i) checkPositive("Ellipsoid", names[i], semiAxes[i], "m");
}

std::string Ellipsoid::describe() const {
    return "ellipsoid " + toDigits(semiAxes[0]) + " " + toDigits(semiAxes[1]) + " " + toDigits(semiAxes[2]) + " m";
}

std::string HalfSpace::describe() const { return "half-space"; }

} // namespace simbodydem
