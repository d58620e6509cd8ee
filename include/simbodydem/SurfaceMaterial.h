// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SURFACE_MATERIAL_H
#define SIMBODYDEM_SURFACE_MATERIAL_H

#include "SimTKcommon.h"

namespace simbodydem {

/** What one contact surface is made of. NaN means "not set": a law asks only for the values that it uses, and a value
that it uses and nobody set is an error at realizeTopology(). A set value out of its range throws where it is handed
over, see DEMContactForce::setMaterial(). */
struct SurfaceMaterial {
    SimTK::Real youngsModulus = SimTK::NaN;    ///< E [Pa], > 0; Infinity is a rigid surface, which needs no nu
    SimTK::Real poissonsRatio = SimTK::NaN;    ///< nu [-], in (-1, 0.5]
    SimTK::Real restitution = SimTK::NaN;      ///< e [-], in [0, 1]; 0 is plastic, see RestitutionMeaning
    SimTK::Real staticFriction = SimTK::NaN;   ///< mu_s [-], >= 0
    SimTK::Real kineticFriction = SimTK::NaN;  ///< mu_k [-], in [0, mu_s]; not set means mu_s
    SimTK::Real dissipation = SimTK::NaN;      ///< Hunt-Crossley's c [s/m], >= 0
    SimTK::Real rollingFriction = SimTK::NaN;  ///< mu_r [-], >= 0
    SimTK::Real twistingFriction = SimTK::NaN; ///< mu_tw [-], >= 0
    SimTK::Real stiffnessRatio = SimTK::NaN;   ///< kt/kn [-], > 0; of a linear law, see CundallSlider
};

} // namespace simbodydem

#endif
