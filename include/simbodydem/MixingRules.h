// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MIXING_RULES_H
#define SIMBODYDEM_MIXING_RULES_H

#include "simbodydem/Export.h"
#include "simbodydem/SurfaceMaterial.h"

namespace simbodydem {

/** How the values of two surfaces a and b are made into one. The defaults are those of most DEM codes. */
struct MixingRules {
    /** Hertz: 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b (Johnson, Contact Mechanics, 1985, eq. 4.5).
    TwoThirdsPower: the series of two delta^(3/2) springs, 1/E*^(2/3) = 1/E'_a^(2/3) + 1/E'_b^(2/3) with
    E' = E/(1 - nu^2), as HuntCrossleyForce has it; equal surfaces get .354 E' where Hertz has .5 E'. */
    enum class Moduli { Hertz, TwoThirdsPower };
    /** min; 2 mu_a mu_b/(mu_a + mu_b); sqrt(mu_a mu_b); (mu_a + mu_b)/2; max. */
    enum class Friction { Minimum, Harmonic, Geometric, Mean, Maximum };
    /** min; (e_a + e_b)/2. */
    enum class Restitution { Minimum, Mean };

    Moduli moduli = Moduli::Hertz;
    Friction friction = Friction::Minimum; ///< static, kinetic, rolling and twisting
    Restitution restitution = Restitution::Minimum;
};

/** What two surfaces make together. A law receives one of these, once per pair of materials, and derives its constants
from it. A value that is not set in either material is NaN here. */
struct PairMaterial {
    SurfaceMaterial a; ///< the material of surface a, with what setPairMaterial() overrides for this pair
    SurfaceMaterial b; ///< the same of surface b
    SimTK::Real effectiveYoungsModulus;            ///< E* [Pa], by MixingRules::Moduli
    SimTK::Real effectiveShearModulus;             ///< G* [Pa], 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b (Mindlin 1949)
    SimTK::Real restitution;                       ///< [-], by MixingRules::Restitution
    SimTK::Real staticFriction, kineticFriction;   ///< [-], by MixingRules::Friction; kinetic at most static
    SimTK::Real rollingFriction, twistingFriction; ///< [-], by MixingRules::Friction
    SimTK::Real stiffnessRatio;                    ///< kt/kn [-], the mean, as Woo has it
    SimTK::Real dissipation;                       ///< c [s/m], c_a s_a + c_b s_b
    SimTK::Real deformationShareA;                 ///< s_a [-], the share of the overlap that deforms a; s_b = 1 - s_a
};

/** Mix two materials. A kineticFriction that is not set is the surface's staticFriction. The shares of deformation are
s_a = E'_b^(2/3)/(E'_a^(2/3) + E'_b^(2/3)), as in HuntCrossleyForce.
@throws std::invalid_argument if a set value is NaN or out of its range */
SIMBODYDEM_API PairMaterial mixMaterials(const SurfaceMaterial& a, const SurfaceMaterial& b,
                                         const MixingRules& = MixingRules());

} // namespace simbodydem

#endif
