#include "Checks.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"

namespace simbodydem {

Sphere::Sphere(SimTK::Real radius) : radius(radius) { checkPositive("Sphere", "radius", radius, "m"); }

std::string Sphere::describe() const { return "sphere " + toDigits(radius) + " m"; }

std::string HalfSpace::describe() const { return "half-space"; }

} // namespace simbodydem
