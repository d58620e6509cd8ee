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
    double stiffness;   // of the spring, k_u [Pa/m]
    double dampingTime; // of the dashpot, T = damping/k_u [s]
    double stored;      // elastic energy [J/m^2]
    double damped;      // power that the dashpot turns into heat [W/m^2]
    double largest;     // of first loading at z_u [Pa]
};
/** Computes the pressure at a depth that grows at a rate.
@param yieldDepth  at the commit [m] */
SoilPressure soilPressure(const SoilConstants&, double depth, double rate, double yieldDepth);

/** Holds the motion of a wall of a body beside soil. */
struct SoilWallInput {
    double depth;       // of the lower edge of the wall [m]
    double yieldDepth;  // of the soil below the wall, z_u [m]
    double groundDepth; // depth of first loading of the soil beside it [m]
    double reach;       // before [m]
    double displacement; // of the wall, outwards [m]
    double speed;       // of the wall, outwards [m/s]
};
/** Holds how the soil beside a body resists the wall of the body. Work and force are per width of the wall. */
struct SoilWall {
    double reach;          // displacement of the wall into soil that it has not pressed yet [m]; < 0: a gap
    double force;  // [N/m]
    double byDisplacement; // d(force)/d(displacement) [Pa]
    double bySpeed; // d(force)/d(speed) [Pa s]
    double stored; // [J/m]
    double heat;   // [J/m]
    double damped; // power of the dashpot [W/m]
};
/** Moves a wall sideways. What it comes over is pressed from the depth of the ground beside it to its own. So the force of a steady motion is that
work per area, the integral of p dz (Bekker 1969), the elastic energy included. Soil that was pressed has the elastic energy alone. Between both the
force grows in proportion to the reach, until the reach is the elastic sinkage p/k_u. A dashpot acts within the limits, with that of the pressure. */
SoilWall pressWall(const SoilConstants&, const SoilWallInput&);

/** Returns the power that first loading turns into heat [W/m^2]. @param yieldDepth  at the commit [m] */
double yieldingPower(const SoilConstants&, double depth, double rate, double yieldDepth);

/** Returns the shear strength of a cell, S = c + p tan phi, where c fades at small elastic pressure [Pa]. */
double shearStrength(const SoilConstants&, const SoilPressure&);
/** Returns the shear strength at the pressure of first loading, c + p tan phi [Pa]. */
double largestShearStrength(const SoilConstants&, const SoilPressure&);

using Vector2 = Eigen::Vector2d;
using Matrix2 = Eigen::Matrix2d;

/** Stores what a cell remembers of its shear. Stresses and stiffnesses are per area of the cell, which is that of the surface times n_z. */
struct SoilShear {
    Vector2 displacement = Vector2::Zero(); // elastic [m]
    double hardening = 0;                   // q [m]
    double stiffness = 0;                   // k_t, the largest strength since touch over K [Pa/m]
    double reach = 0;                       // S/k_t, the limit of the displacement after much slip [m]

    /** Returns the largest elastic displacement, S (1 - exp(-q/K))/k_t [m]. */
    double limit(double shearLength) const;
    /** Returns the stored energy [J/m^2]. */
    double stored() const { return 0.5 * stiffness * displacement.squaredNorm(); }
    /** Holds the result of a slip. */
    struct Advance {
        bool yields; // at the end of the slip
        double work; // of the stress [J/m^2]
    };
    /** Advances by a slip in one direction, while the reach changes linearly. @returns what the slip did */
    Advance advance(const Vector2& slip, double newReach, double shearLength);
    /** Sets the stiffness. A spring that stiffens at constant length gains energy. It gets shorter if the gain exceeds the energy that is paid.
    @param paid  plastic work of the pressure [J/m^2] */
    void stiffen(double newStiffness, double paid);
};

/** Holds the motion of a surface over a cell of soil in a step. */
struct SoilCellInput {
    double depth, rate;              // of the surface [m], [m/s]
    double yieldDepth;               // z_u at the commit [m]
    double upwards;                  // n_z, component of the surface's normal along that of the undeformed soil
    double factor;                   // of the strength
    Vector2 slipVelocity;            // of the surface past the cell [m/s]
    Vector2 slips[2];                // in the first and in the second half of the step [m]
    const SoilShear* past = nullptr; // at the commit; null: the cell was not touched
};
/** Holds what a cell does. Stresses are those on the surface, per area of the surface; energies are per area of the cell. */
struct SoilCellOutput {
    SoilPressure pressure;
    SoilShear next;
    Vector2 stress = Vector2::Zero();     // [Pa]
    bool yields = false;                  // in shear
    double storedShear = 0;               // [J/m^2]
    double dampedShear = 0, rubbed = 0;   // power of the dashpot and of the slip that turns into heat [W/m^2]
    double plasticHeat = 0;               // of the pressure in this step [J/m^2]
    double frictionHeat = 0;              // of the shear in this step [J/m^2]
    Vector2 byPressure = Vector2::Zero(); // d(stress)/d(pressure)
    Matrix2 bySlip = Matrix2::Zero(),
            bySlipVelocity = Matrix2::Zero(); // d(stress)/d(slip), d(slipVelocity) [Pa/m], [Pa s/m]

    bool touches() const { return pressure.elastic > 0; }
};
/** Computes pressure, shear and memory of a cell at the end of a step. */
SoilCellOutput evaluateSoilCell(const SoilConstants&, const SoilCellInput&);

} // namespace simbodydem::kernels

#endif
