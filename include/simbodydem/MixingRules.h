#ifndef SIMBODYDEM_MIXING_RULES_H
#define SIMBODYDEM_MIXING_RULES_H

#include "simbodydem/SurfaceMaterial.h"

namespace simbodydem {

/** What two surfaces make together. A law receives one of these, once per pair of materials, and derives its constants
from it. A value that is NaN in both materials is NaN here. */
struct PairMaterial {
    SurfaceMaterial a; ///< the material of surface a, with what setPairMaterial() overrides for this pair
    SurfaceMaterial b; ///< the same of surface b
    SimTK::Real effectiveYoungsModulus; ///< E* [Pa] (Hertz 1882; Johnson, Contact Mechanics, 1985, eq. 4.5)
    SimTK::Real effectiveShearModulus;  ///< G* [Pa] (Mindlin 1949)
    SimTK::Real restitution;            ///< the smaller of the two [-]
    SimTK::Real staticFriction;         ///< the smaller of the two [-]
    SimTK::Real kineticFriction;        ///< the smaller of the two [-], at most staticFriction
};

/** The mixing rules: 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b; 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b with
G = E/(2 (1 + nu)); restitution and friction by the minimum, as PFC, Woo and Chrono have it (HuntCrossleyForce takes the
harmonic mean; for equal surfaces there is no difference). A kineticFriction that is not set is the surface's
staticFriction. */
PairMaterial mixMaterials(const SurfaceMaterial& a, const SurfaceMaterial& b);

} // namespace simbodydem

#endif
