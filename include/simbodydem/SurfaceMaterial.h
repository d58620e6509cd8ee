// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SURFACE_MATERIAL_H
#define SIMBODYDEM_SURFACE_MATERIAL_H

#include "simbodydem/OptionalReal.h"

namespace simbodydem {

/** Stores one value of a material. It is used like a Real, and may be set or not set. */
using MaterialValue = OptionalReal;

/** Describes the material of one contact surface. You need to set only the values that your laws use. A value that a law uses and that is not
set is an error at realizeTopology(). A set value that is NaN or out of its range is an error in the function that receives the material, see
DEMContactForce::setMaterial(). The setters name each value, so you cannot exchange two of them:

    const auto rubber = SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(0.8);

You can also use a brace list in the order of the members, or assign to a member. */
struct SurfaceMaterial {
    MaterialValue youngsModulus{};    ///< E [Pa], > 0; Infinity is a rigid surface, which needs no nu
    MaterialValue poissonsRatio{};    ///< nu [-], in (-1, 0.5]
    MaterialValue restitution{};      ///< e [-], in [0, 1]; 0 is plastic, see RestitutionMeaning
    MaterialValue staticFriction{};   ///< mu_s [-], >= 0
    MaterialValue kineticFriction{};  ///< mu_k [-], in [0, mu_s]; not set means mu_s
    MaterialValue dissipation{};      ///< Hunt-Crossley's c [s/m], >= 0
    MaterialValue rollingFriction{};  ///< mu_r [-], >= 0
    MaterialValue twistingFriction{}; ///< mu_tw [-], >= 0
    MaterialValue stiffnessRatio{};   ///< kt/kn [-], > 0, of a linear law; see CundallSlider

    /** Sets Young's modulus. @param E [Pa], > 0; Infinity is a rigid surface, which needs no Poisson's ratio */
    SurfaceMaterial& setYoungsModulus(SimTK::Real E) { return set(youngsModulus, E); }
    /** Sets Poisson's ratio. @param nu [-], in (-1, 0.5] */
    SurfaceMaterial& setPoissonsRatio(SimTK::Real nu) { return set(poissonsRatio, nu); }
    /** Sets the restitution. @param e [-], in [0, 1]; 0 is plastic, see RestitutionMeaning */
    SurfaceMaterial& setRestitution(SimTK::Real e) { return set(restitution, e); }
    /** Sets one coefficient for static and kinetic friction. @param mu [-], >= 0 */
    SurfaceMaterial& setFriction(SimTK::Real mu) {
        kineticFriction.reset();
        return set(staticFriction, mu);
    }
    /** Sets the friction coefficient of a contact that does not slip. @param mu_s [-], >= 0 */
    SurfaceMaterial& setStaticFriction(SimTK::Real mu_s) { return set(staticFriction, mu_s); }
    /** Sets the friction coefficient of a contact that slips. If it is not set, it is mu_s. @param mu_k [-], in [0, mu_s] */
    SurfaceMaterial& setKineticFriction(SimTK::Real mu_k) { return set(kineticFriction, mu_k); }
    /** Sets Hunt and Crossley's dissipation. @param c [s/m], >= 0 */
    SurfaceMaterial& setDissipation(SimTK::Real c) { return set(dissipation, c); }
    /** Sets the coefficient of the torque against rolling. @param mu_r [-], >= 0 */
    SurfaceMaterial& setRollingFriction(SimTK::Real mu_r) { return set(rollingFriction, mu_r); }
    /** Sets the coefficient of the torque against twisting. @param mu_tw [-], >= 0 */
    SurfaceMaterial& setTwistingFriction(SimTK::Real mu_tw) { return set(twistingFriction, mu_tw); }
    /** Sets the ratio of tangential to normal stiffness of a linear law, see CundallSlider. @param ratio kt/kn [-], > 0 */
    SurfaceMaterial& setStiffnessRatio(SimTK::Real ratio) { return set(stiffnessRatio, ratio); }

private:
    SurfaceMaterial& set(MaterialValue& value, SimTK::Real x) {
        value = x;
        return *this;
    }
};

} // namespace simbodydem

#endif
