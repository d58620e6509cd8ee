// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PFC_LINEAR_SHEAR_H
#define SIMBODYDEM_PFC_LINEAR_SHEAR_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the shear force of PFC's linear model: a spring with a slider, and a dashpot parallel to both.

    F_t = -ks xi - c v_t,   |ks xi| <= mu N,   c = 2 beta_s sqrt(m* ks)

With PFCLinearNormal N is the force of the normal spring alone. The dashpot is outside the limit, so the total may exceed mu N.
- ks [N/m], >= 0: set with setStiffness(), or kn/kappa* with the stiffness kn of the normal law. 0 means no shear force at all. kappa*
  [-], > 0, is set with setNormalToShearStiffnessRatio(), or 1. Where kn changes with the overlap, so does kn/kappa*. The spring keeps its
  force where it has become stiffer since the commit, and its length where it has become softer. So it never creates energy.
- beta_s [-], >= 0: 0 unless set.
- DashpotMode: CutShearWhenSlipping and NoTensionAndCutShear (M_d = 2 and 3) switch the dashpot off while the spring slips. So the force
  jumps by c v_t where slip begins. A spring slips when it is at its limit, not by a flag of an earlier step. The same state therefore
  always gives the same force. Full (M_d = 0, the default) and NoTension (1) leave the dashpot on.
- mu falls with the slip speed: mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is set, or mu_s N/sqrt(m* ks). PFC has one mu: do
  not set mu_k.

@par Needs
mu_s.

@par Source
Itasca PFC, linear model. */
class SIMBODYDEM_API PFCLinearShear final : public TangentialLawOf<PFCLinearShear> {
public:
    /** Sets the stiffness. @param ks [N/m], >= 0 */
    PFCLinearShear& setStiffness(SimTK::Real ks) { return assign(stiffness, ks); }
    /** Sets the ratio of the normal stiffness to ks. @param ratio kappa* = kn/ks [-], > 0 */
    PFCLinearShear& setNormalToShearStiffnessRatio(SimTK::Real ratio) { return assign(normalToShearStiffness, ratio); }
    /** Sets the damping ratio. @param ratio beta_s [-], >= 0; 0 is undamped */
    PFCLinearShear& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    PFCLinearShear& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Sets the dashpot mode. The default is Full. Give the same mode to PFCLinearNormal. */
    PFCLinearShear& setDashpotMode(DashpotMode mode) { return assign(dashpotMode, mode); }

    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::staticFriction}; }
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    DashpotMode dashpotMode = DashpotMode::Full;
    SimTK::Real stiffness = SimTK::NaN;     // ks as set
    SimTK::Real normalToShearStiffness = 1; // used if ks is not set
    SimTK::Real dampingRatio = 0;
    SimTK::Real transitionVelocity = SimTK::NaN;
};

} // namespace simbodydem

#endif
