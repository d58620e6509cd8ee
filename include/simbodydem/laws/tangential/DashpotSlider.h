// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DASHPOT_SLIDER_H
#define SIMBODYDEM_DASHPOT_SLIDER_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of Haff and Werner's dashpot and slider.

    F_t = -min(eta |v_t|, mu N) v_t/|v_t|

- eta [N s/m], > 0: set with setTangentialDamping(), or eta = 2 beta sqrt(m* kn) with the tangent stiffness kn of the normal law. The ratio
  beta [-], > 0, is set with setTangentialDampingRatio(), or 1.
- mu falls with the slip speed: mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is set, or mu_s N/eta.

The law has no spring and remembers nothing. Under a tangential load T below the limit it creeps at T/eta for ever. Use it for gross
sliding, not for standing or holding.

@par Needs
mu_s.

@par Source
Haff & Werner 1986; DEMLab, DashpotSlider. */
class SIMBODYDEM_API DashpotSlider final : public TangentialLawOf<DashpotSlider> {
public:
    /** Sets the damping. @param eta [N s/m], > 0 */
    DashpotSlider& setTangentialDamping(SimTK::Real eta) { return assign(damping, eta); }
    /** Sets the damping ratio, from which the damping comes if it is not set. @param ratio beta [-], > 0 */
    DashpotSlider& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    DashpotSlider& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }

    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::staticFriction}; }
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real damping = SimTK::NaN;                       // eta as set
    SimTK::Real dampingRatio = 1;                           // used if eta is not set
    SimTK::Real transitionVelocity = SimTK::NaN;
};

} // namespace simbodydem

#endif
