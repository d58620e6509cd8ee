#ifndef SIMBODYDEM_CUNDALL_SLIDER_H
#define SIMBODYDEM_CUNDALL_SLIDER_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Cundall's spring and slider.

    F_t = -(kt xi + c v_t),  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

(Cundall & Strack 1979; Woo, linear contact model.) The dashpot is inside the Coulomb trial. While sliding, xi is what
the limited force leaves to the spring, so the anchor is dragged along.
- kt [N/m], > 0: given with setStiffness(), or a fraction of the normal law's tangent stiffness with setStiffnessRatio();
  0.2 if neither is given, Woo's default. With a normal law whose stiffness changes with the overlap a given kt is conservative,
  a fraction is not.
- beta [-], >= 0: given, or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/sqrt(m* kt), the speed
  at which a spring released at the limit swings back.

Needs mu_s, and e unless beta is given. */
class CundallSlider final : public TangentialLaw {
public:
    /** @param stiffness kt [N/m], > 0 */
    CundallSlider& setStiffness(SimTK::Real stiffness);
    /** @param ratio kt/kn [-], > 0 */
    CundallSlider& setStiffnessRatio(SimTK::Real ratio);
    /** @param ratio beta [-], >= 0; 0 is undamped */
    CundallSlider& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param speed v_s [m/s], > 0 */
    CundallSlider& setTransitionVelocity(SimTK::Real speed);

    CundallSlider* clone() const override { return new CundallSlider(*this); }
    std::string getName() const override { return "CundallSlider"; }
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    TangentialAnswer calcForce(const TangentialInput&) const override;

private:
    SimTK::Real stiffness = SimTK::NaN;    // kt as given
    SimTK::Real stiffnessRatio = 0.2;      // used where kt is not given
    SimTK::Real dampingRatio = SimTK::NaN; // as given, then of the pair
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
