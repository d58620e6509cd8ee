// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SURFACE_MATERIAL_H
#define SIMBODYDEM_SURFACE_MATERIAL_H

#include "simbodydem/OptionalReal.h"

namespace simbodydem {

/** A value of a material; it is used like a Real and knows whether it was set. */
using MaterialValue = OptionalReal;

/** Describes what one contact surface is made of. Values may be left unset: a law asks only for the values that it uses, and a value
that it uses and nobody set is an error at realizeTopology(). A set value that is NaN or out of its range throws where it is
handed over, see DEMContactForce::setMaterial(). */
struct SurfaceMaterial {
    MaterialValue youngsModulus{};    ///< E [Pa], > 0; Infinity is a rigid surface, which needs no nu
    MaterialValue poissonsRatio{};    ///< nu [-], in (-1, 0.5]
    MaterialValue restitution{};      ///< e [-], in [0, 1]; 0 is plastic, see RestitutionMeaning
    MaterialValue staticFriction{};   ///< mu_s [-], >= 0
    MaterialValue kineticFriction{};  ///< mu_k [-], in [0, mu_s]; not set means mu_s
    MaterialValue dissipation{};      ///< Hunt-Crossley's c [s/m], >= 0
    MaterialValue rollingFriction{};  ///< mu_r [-], >= 0
    MaterialValue twistingFriction{}; ///< mu_tw [-], >= 0
    MaterialValue stiffnessRatio{};   ///< kt/kn [-], > 0; of a linear law, see CundallSlider
};

} // namespace simbodydem

#endif
