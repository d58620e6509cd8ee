// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SOIL_H
#define SIMBODYDEM_SOIL_H

#include "simbodydem/Export.h"
#include "simbodydem/OptionalReal.h"

#include "SimTKcommon.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Describes soil that yields under pressure and remembers it. Wheels and feet sink in, leave ruts and footprints, and find them again.

    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::sandyLoam(), "field");

The surface is divided into square cells, which are made where they are touched. The depth z of a body in a cell is measured along the normal of the
undeformed surface. A cell carries the pressure p and the shear stress tau of the lowest surface above it,

    p   = (k_c/b + k_phi) z^n                      (Bekker 1969)
    tau = (c + p tan phi)(1 - exp(-j/K))           (Janosi & Hanamoto 1961)

@par Sinkage
The largest depth z_u at which the soil has yielded stays. Below it the soil is elastic, with k_u = k_0 + A_u z_u (Wong),

    p = k_u (z - z_p),   k_u (z_u - z_p) = (k_c/b + k_phi) z_u^n

and never softer than the curve of Bekker itself, max(n, 1) p/z. So z_p is the depth of the rut. If n < 1, the slope of Bekker's curve begins at
infinity. The first loading then follows (k_0 + A_u z/2) z until it meets Bekker's curve.

@par Shear
The displacement j is that of the body's surface past the cell, along the surface. The stress is that of a spring and a slider whose limit hardens. The
limit is (c + p tan phi)(1 - exp(-q/K)), and q grows by the displacement beyond it. So a steady slip follows the curve of Janosi, and a slip that
turns round first unloads elastically. The stiffness of the spring is (c + p tan phi)/K at the pressure of first loading at z_u. It does not fall
with p, so elastic cycles of the load take no shear after the first one. Friction factors of the force scale the whole strength. Where the pressure
returns to 0, j is forgotten. c fades as an elastic pressure falls below a tenth of its largest value.

The stored energy of the shear grows with p by no more than the plastic work of p. Its displacement becomes less where it would.

@par Pressure
p acts along the inward normal of the body's surface, which is inclined against that of the soil. So the force of a cell of the area A is
A (p n + tau)/n_z, as in the theory of wheels by Wong & Reece (1967). Sides of a body that are steeper than 70 to 80 degrees are walls, whose pressure is
upright. A wall that moves sideways has the force of the work that presses the ground which it comes over, per width the integral of p dz. Soil that was
pressed before has its elastic energy alone. A wall that has been moved away leaves a gap. Soil is not piled up ahead.

@par Damping
Elastic soil has a dashpot. The total pressure is never above the curve of Bekker, and never below 0. The shear has a dashpot of the same damping
ratio, whose stress with that of the spring is never above the limit. */
class SIMBODYDEM_API Soil {
public:
    /** Makes soil of its parameters.
        @param n              exponent of sinkage [-], in (0, 3]
        @param kc             k_c, cohesive modulus [N/m^(n+1)], finite; k_c/b + k_phi > 0
        @param kphi           k_phi, frictional modulus [N/m^(n+2)], >= 0
        @param cohesion       c [Pa], >= 0
        @param frictionAngle  phi [rad], in [0, pi/2)
        @param shearLength    K [m], > 0
        @throws std::invalid_argument if a value is out of its range */
    Soil(SimTK::Real n, SimTK::Real kc, SimTK::Real kphi, SimTK::Real cohesion, SimTK::Real frictionAngle,
         SimTK::Real shearLength);
    /** Make soils of Wong, Theory of Ground Vehicles: dry sand (Land Locomotion Laboratory), sandy loam with 15 % of water (the same), clayey soil
        with 38 % of water (Thailand) and snow (U.S.). K is that of loose sand, 25 mm, for the first two; 10 mm of clay and 40 mm of snow. */
    static Soil drySand();
    static Soil sandyLoam();
    static Soil clayeySoil();
    static Soil snow();

    /** Sets the stiffness of unloading, k_u = k_0 + A_u z_u. The default k_0 is 10 times that of Bekker's curve from 0 to 10 mm.
        @param k0          k_0 [Pa/m], >= 0; > 0 if n < 1
        @param perSinkage  A_u [Pa/m^2], >= 0 */
    Soil& setUnloadingStiffness(SimTK::Real k0, SimTK::Real perSinkage = 0);
    /** Sets b, the smaller dimension of the pressed area. Without it, the least width of each body's shape along its own axes is taken. It holds for
        all bodies. @param b [m], > 0 */
    Soil& setPlateWidth(SimTK::Real b);
    /** Sets the damping of elastic soil. The default, 0.4 sqrt(k_u p/g) at the largest p, is a damping ratio of about 0.2 under a resting body. g is
        the gravity of the System, or 9.81 m/s^2 if it has none.
        @param damping [Pa s/m], >= 0 */
    Soil& setDamping(SimTK::Real damping);
    /** Sets the width of the cells. The default is a twentieth of the least width of all surfaces that may touch the soil, also of thin links.
        @param size [m], > 0 and below the width of each of them */
    Soil& setCellSize(SimTK::Real size);

    SimTK::Real getExponent() const { return n; }
    SimTK::Real getCohesiveModulus() const { return kc; }
    SimTK::Real getFrictionalModulus() const { return kphi; }
    SimTK::Real getCohesion() const { return cohesion; }
    SimTK::Real getFrictionAngle() const { return frictionAngle; }
    SimTK::Real getShearLength() const { return shearLength; }
    const OptionalReal& getUnloadingStiffness() const { return k0; }
    SimTK::Real getUnloadingStiffnessPerSinkage() const { return perSinkage; }
    const OptionalReal& getPlateWidth() const { return plateWidth; }
    const OptionalReal& getDamping() const { return damping; }
    const OptionalReal& getCellSize() const { return cellSize; }
    /** Returns every value as a line of text. Soils with equal lines are equal. */
    std::vector<std::string> describe() const;

private:
    SimTK::Real n, kc, kphi, cohesion, frictionAngle, shearLength, perSinkage = 0;
    OptionalReal k0{}, plateWidth{}, damping{}, cellSize{};
};

} // namespace simbodydem

#endif
