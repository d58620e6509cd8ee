// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SURFACE_MATERIAL_H
#define SIMBODYDEM_SURFACE_MATERIAL_H

#include "simbodydem/Export.h"
#include "simbodydem/OptionalReal.h"

namespace simbodydem {

/** Stores one value of a material. It is used like a Real, and may be set or not set. */
using MaterialValue = OptionalReal;

/** Names the other surface of a contact, for the modulus that a load or an impact asks for. */
enum class CounterSurface {
    Rigid, ///< a rigid surface: E* = E/(1 - nu^2)
    Equal  ///< a surface of the same material: E* = E/(2 (1 - nu^2))
};

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

    /** Sets Young's modulus E to that at which Hertz's contact carries a load F with an overlap delta (Johnson 1985, eq. 4.23, DOI
        10.1017/CBO9781139171731):

            E* = 3 F/(4 sqrt(R*) delta^(3/2))

        @param overlap          delta [m], > 0 and at most R*
        @param load             F [N], > 0
        @param effectiveRadius  R* [m], > 0
        @param counter          the other surface
        @throws std::invalid_argument if a value is out of its range, or Poisson's ratio is not set */
    SIMBODYDEM_API SurfaceMaterial& setYoungsModulusForOverlap(SimTK::Real overlap, SimTK::Real load,
                                                               SimTK::Real effectiveRadius,
                                                               CounterSurface counter = CounterSurface::Rigid);
    /** Sets Young's modulus E to that at which a free elastic impact of m* at speed v lasts t_c (Johnson 1985, section 11.4):

            t_c = 2.94327 delta_max/v,  delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5)

        A dashpot lengthens the impact: by a tenth at a restitution of 0.5.
        @param contactTime      t_c [s], > 0
        @param effectiveMass    m* [kg], > 0
        @param speed            v [m/s], > 0
        @param effectiveRadius  R* [m], > 0
        @param counter          the other surface
        @throws std::invalid_argument if a value is out of its range, or Poisson's ratio is not set */
    SIMBODYDEM_API SurfaceMaterial& setYoungsModulusForContactTime(SimTK::Real contactTime, SimTK::Real effectiveMass,
                                                                   SimTK::Real speed, SimTK::Real effectiveRadius,
                                                                   CounterSurface counter = CounterSurface::Rigid);

private:
    SurfaceMaterial& set(MaterialValue& value, SimTK::Real x) {
        value = x;
        return *this;
    }
};

} // namespace simbodydem

#endif
