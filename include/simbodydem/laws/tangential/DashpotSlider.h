// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DASHPOT_SLIDER_H
#define SIMBODYDEM_DASHPOT_SLIDER_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Haff and Werner's dashpot and slider.

    F_t = -min(eta |v_t|, mu N) v_t/|v_t|

(Haff & Werner 1986; DEMLab's DashpotSlider.)
- eta [N s/m], > 0: given with setTangentialDamping(), or eta = 2 beta sqrt(m* kn) with the normal law's tangent stiffness
  kn and beta [-], > 0, from setTangentialDampingRatio(); beta = 1 if neither is given.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/eta.

It has no spring and remembers nothing: under a tangential load T below the limit it creeps at T/eta for ever. For
gross sliding, not for standing or holding. Needs mu_s. */
class SIMBODYDEM_API DashpotSlider final : public TangentialLaw {
public:
    /** @param damping eta [N s/m], > 0 */
    DashpotSlider& setTangentialDamping(SimTK::Real damping);
    /** @param ratio beta [-], > 0 */
    DashpotSlider& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param speed v_s [m/s], > 0 */
    DashpotSlider& setTransitionVelocity(SimTK::Real speed);

    DashpotSlider* clone() const override { return new DashpotSlider(*this); }
    std::string getName() const override { return "DashpotSlider"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real damping = SimTK::NaN;                       // eta as given
    SimTK::Real dampingRatio = 1;                           // used where eta is not given
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
