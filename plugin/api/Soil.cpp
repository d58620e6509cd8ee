// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Soil.h"

#include "base/Checks.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

Soil::Soil(Real exponent, Real cohesiveModulus, Real frictionalModulus, Real givenCohesion, Real angle, Real length)
    : n(exponent),
      kc(cohesiveModulus),
      kphi(frictionalModulus),
      cohesion(givenCohesion),
      frictionAngle(angle),
      shearLength(length) {
    checkParameter(n > 0 && n <= 3, "Soil", "exponent n", n, "-", "in (0, 3]");
    checkParameter(isFinite(kc), "Soil", "cohesive modulus k_c", kc, "N/m^(n+1)", "finite");
    checkNotNegative("Soil", "frictional modulus k_phi", kphi, "N/m^(n+2)");
    checkParameter(kc > 0 || kphi > 0, "Soil", "frictional modulus k_phi", kphi, "N/m^(n+2)", "> 0, or k_c > 0");
    checkNotNegative("Soil", "cohesion c", cohesion, "Pa");
    checkParameter(frictionAngle >= 0 && frictionAngle < Pi / 2, "Soil", "friction angle phi", frictionAngle, "rad",
                   "in [0, pi/2); it is an angle in radians, not a coefficient");
    checkPositive("Soil", "shear length K", shearLength, "m");
}

Soil Soil::drySand() { return Soil(1.1, 0.99e3, 1528.43e3, 1040, 28 * Pi / 180, 0.025); }

Soil Soil::sandyLoam() { return Soil(0.7, 5.27e3, 1515.04e3, 1720, 29 * Pi / 180, 0.025); }

Soil Soil::clayeySoil() { return Soil(0.5, 13.19e3, 692.15e3, 4140, 13 * Pi / 180, 0.010); }

Soil Soil::snow() { return Soil(1.6, 4.37e3, 196.72e3, 1030, 19.7 * Pi / 180, 0.040); }

Soil& Soil::setUnloadingStiffness(Real stiffness, Real stiffnessPerSinkage) {
    const char* caller = "Soil::setUnloadingStiffness()";
    checkNotNegative(caller, "k_0", stiffness, "Pa/m");
    checkParameter(n >= 1 || stiffness > 0, caller, "k_0", stiffness, "Pa/m",
                   "> 0 if n < 1, since the slope of Bekker's curve begins at infinity");
    checkNotNegative(caller, "A_u", stiffnessPerSinkage, "Pa/m^2");
    k0 = stiffness;
    perSinkage = stiffnessPerSinkage;
    return *this;
}

Soil& Soil::setPlateWidth(Real b) {
    checkPositive("Soil::setPlateWidth()", "plate width b", b, "m");
    plateWidth = b;
    return *this;
}

Soil& Soil::setDamping(Real given) {
    checkNotNegative("Soil::setDamping()", "damping", given, "Pa s/m");
    damping = given;
    return *this;
}

Soil& Soil::setCellSize(Real size) {
    checkPositive("Soil::setCellSize()", "cell size", size, "m");
    cellSize = size;
    return *this;
}

std::vector<std::string> Soil::describe() const {
    std::vector<std::string> lines = {"n " + toDigits(n),
                                      "k_c " + toDigits(kc) + " N/m^(n+1)",
                                      "k_phi " + toDigits(kphi) + " N/m^(n+2)",
                                      "cohesion " + toDigits(cohesion) + " Pa",
                                      "friction angle " + toDigits(frictionAngle) + " rad",
                                      "shear length " + toDigits(shearLength) + " m"};
    if (k0.isSet())
        lines.push_back("unloading stiffness " + toDigits(k0) + " Pa/m, " + toDigits(perSinkage) + " Pa/m^2");
    if (plateWidth.isSet()) lines.push_back("plate width " + toDigits(plateWidth) + " m");
    if (damping.isSet()) lines.push_back("damping " + toDigits(damping) + " Pa s/m");
    if (cellSize.isSet()) lines.push_back("cell size " + toDigits(cellSize) + " m");
    return lines;
}

} // namespace simbodydem
