// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_SOIL_LAW_H
#define SIMBODYDEM_LAWS_SOIL_LAW_H

#include <Eigen/Core>

namespace simbodydem::kernels {

/** Holds the constants of soil under one body. */
struct SoilConstants {
    double exponent;      // n [-]
    double modulus;       // k_c/b + k_phi [N/m^(n+2)]
    double cohesion;      // c [Pa]
    double friction;      // tan phi [-]
    double shearLength;   // K [m]
    double stiffness;     // k_0 [Pa/m]
    double perSinkage;    // A_u [Pa/m^2]
    double damping;       // [Pa s/m]; < 0: from dampingFactor
    double dampingFactor; // of sqrt(k_u p) [s/sqrt(m)]
    double elasticDepth;  // below which the first loading is elastic [m]; see findElasticDepth()
};
/** Returns the depth below which the first loading is elastic [m]; 0 if n >= 1. */
double findElasticDepth(const SoilConstants&);

/** Holds the pressure of first loading at a depth, and its derivative by the depth. */
struct SoilYield {
    double pressure, slope; // [Pa], [Pa/m]
};
SoilYield yieldOf(const SoilConstants&, double depth);

/** Returns the depth of the rut that first loading to a depth leaves, z_p [m]. */
double plasticSinkage(const SoilConstants&, double depth);
/** Returns the work that has become heat when first loading has come to a depth [J/m^2]. */
double plasticWork(const SoilConstants&, double depth);

/** Holds the pressure of a cell. */
struct SoilPressure {
    double yieldDepth;  // z_u, which grows with the depth [m]
    double elastic;     // part of the spring [Pa]
    double total;       // with the dashpot [Pa]
    double byDepth;     // d(total)/d(depth) [Pa/m]
    double byRate;      // d(total)/d(rate) [Pa s/m]
    double dampingTime; // of the dashpot, T = damping/k_u [s]
    double stored;      // elastic energy [J/m^2]
    double damped;      // power that the dashpot turns into heat [W/m^2]
    double largest;     // of first loading at z_u [Pa]
};
/** Computes the pressure at a depth that grows at a rate.
@param yieldDepth  at the commit [m] */
SoilPressure soilPressure(const SoilConstants&, double depth, double rate, double yieldDepth);

/** Returns the power that first loading turns into heat [W/m^2]. @param yieldDepth  at the commit [m] */
double yieldingPower(const SoilConstants&, double depth, double rate, double yieldDepth);

/** Returns the shear strength of a cell, c + p tan phi, where c fades at small elastic pressure [Pa]. */
double shearStrength(const SoilConstants&, const SoilPressure&);

using Vector2 = Eigen::Vector2d;

/** Stores the shear of a cell. */
struct SoilShear {
    Vector2 displacement = Vector2::Zero(); // elastic [m]
    double hardening = 0;                   // q [m]
    double work = 0;                        // of the slips that it has advanced by, over the stiffness [m^2]

    /** Returns the largest elastic displacement [m]. */
    double limit(double shearLength) const;
    /** Advances by a slip in one direction [m]. @returns true if the soil yields at its end */
    bool advance(const Vector2& slip, double shearLength);
};

} // namespace simbodydem::kernels

#endif
