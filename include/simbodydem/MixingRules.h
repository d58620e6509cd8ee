// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MIXING_RULES_H
#define SIMBODYDEM_MIXING_RULES_H

#include "simbodydem/Export.h"
#include "simbodydem/SurfaceMaterial.h"

namespace simbodydem {

/** Sets how one value is made of the values of two surfaces a and b. The defaults are those of most DEM codes. */
struct MixingRules {
    /** Selects the rule of the effective modulus E* [Pa].
    - Hertz: 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b (Johnson, Contact Mechanics, 1985, section 4.2, DOI 10.1017/CBO9781139171731).
    - TwoThirdsPower: two delta^(3/2) springs in series, 1/E*^(2/3) = 1/E'_a^(2/3) + 1/E'_b^(2/3) with E' = E/(1 - nu^2), as in
      HuntCrossleyForce. Two equal surfaces have 0.354 E', with Hertz 0.5 E'. */
    enum class Moduli { Hertz, TwoThirdsPower };
    /** Selects the rule of friction: min; 2 mu_a mu_b/(mu_a + mu_b); sqrt(mu_a mu_b); (mu_a + mu_b)/2; max. */
    enum class Friction { Minimum, Harmonic, Geometric, Mean, Maximum };
    /** Selects the rule of restitution: min; (e_a + e_b)/2. */
    enum class Restitution { Minimum, Mean };

    Moduli moduli = Moduli::Hertz;
    Friction friction = Friction::Minimum; ///< of static, kinetic, rolling and twisting friction
    Restitution restitution = Restitution::Minimum;
};

/** Holds the mixed values of two surfaces. A law receives it once per pair of materials, and derives its constants from it. A value that is not
set in one of the two materials is NaN. */
struct PairMaterial {
    SurfaceMaterial a; ///< the material of surface a, with the values of setPairMaterial() for this pair
    SurfaceMaterial b; ///< the material of surface b, likewise
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; ///< E* [Pa], by MixingRules::Moduli
    /** G* [Pa], 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b (Mindlin 1949, DOI 10.1115/1.4009973). */
    SimTK::Real effectiveShearModulus = SimTK::NaN;
    SimTK::Real restitution = SimTK::NaN;          ///< [-], by MixingRules::Restitution
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN;   ///< [-], by MixingRules::Friction; kinetic at most static
    SimTK::Real rollingFriction = SimTK::NaN, twistingFriction = SimTK::NaN; ///< [-], by MixingRules::Friction
    SimTK::Real stiffnessRatio = SimTK::NaN;       ///< kt/kn [-], the mean, as in Woo
    SimTK::Real dissipation = SimTK::NaN;          ///< c [s/m], c_a s_a + c_b s_b
    SimTK::Real deformationFractionA = SimTK::NaN; ///< s_a [-], fraction of the overlap that deforms a; s_b = 1 - s_a
};

/** Mixes two materials. A kineticFriction that is not set is the staticFriction of its surface. The fractions of the deformation are
s_a = E'_b^(2/3)/(E'_a^(2/3) + E'_b^(2/3)), as in HuntCrossleyForce.
@throws std::invalid_argument if a set value is NaN or out of its range */
SIMBODYDEM_API PairMaterial mixMaterials(const SurfaceMaterial& a, const SurfaceMaterial& b,
                                         const MixingRules& = MixingRules());

} // namespace simbodydem

#endif
