// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CUNDALL_SLIDER_H
#define SIMBODYDEM_CUNDALL_SLIDER_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Cundall's spring and slider.

    F_t = -(kt xi + c v_t),  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

(Cundall & Strack 1979; Woo, linear contact model; what DEMLab's spring-slider and linear spring-dashpot-slider are meant to
be, see TangentialSpring.h.) The dashpot is inside the Coulomb trial. While sliding, xi is what the limited force leaves to the
spring, so the anchor is dragged along; it is never turned round (see MindlinSecant).
- kt [N/m], > 0: given with setStiffness(), or a fraction of the normal law's tangent stiffness kn: given with
  setStiffnessRatio(), or the mean of the two surfaces' SurfaceMaterial::stiffnessRatio as in Woo, or 0.2, Woo's default,
  where one of them has none. setStiffnessRatioFromPoisson() takes Mindlin's fraction,
  4 G* by Hertz's E*; between equal materials that is (1 - nu)/(1 - nu/2), DEMLab's. Where the normal law's
  stiffness changes with the overlap, so does a fraction of it: the spring keeps its force where it has become stiffer since
  the commit and its length where softer, so that it never creates energy.
- beta [-], >= 0: given, or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/sqrt(m* kt), the speed
  at which a spring released at the limit swings back.
- setNoSlip(true), Woo's noSlip, takes the limit away: spring and dashpot hold at any load.

Woo's own law is this one with beta = 0; it takes the mean of the two bodies' kt/kn, here the law has it, and its mu is the
tangent of a friction angle. Needs mu_s unless noSlip, e unless beta is given, and E and nu for the fraction from Poisson's
ratio. */
class SIMBODYDEM_API CundallSlider final : public TangentialLaw {
public:
    /** @param stiffness kt [N/m], > 0 */
    CundallSlider& setStiffness(SimTK::Real stiffness);
    /** @param ratio kt/kn [-], > 0 */
    CundallSlider& setStiffnessRatio(SimTK::Real ratio);
    /** Mindlin's kt/kn, from the materials. */
    CundallSlider& setStiffnessRatioFromPoisson(bool on = true);
    /** @param ratio beta [-], >= 0; 0 is undamped */
    CundallSlider& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param speed v_s [m/s], > 0 */
    CundallSlider& setTransitionVelocity(SimTK::Real speed);
    /** @param on true: no Coulomb limit */
    CundallSlider& setNoSlip(bool on);

    CundallSlider* clone() const override { return new CundallSlider(*this); }
    std::string getName() const override { return "CundallSlider"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    bool noSlip = false, ratioIsFromPoisson = false;
    SimTK::Real stiffness = SimTK::NaN;      // kt as given
    SimTK::Real stiffnessRatio = SimTK::NaN; // as given; used where kt is not given
    SimTK::Real dampingRatio = SimTK::NaN;   // as given
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN; // of the pair
    SimTK::Real beta = SimTK::NaN, ktOverKn = SimTK::NaN;                  // of the pair
};

} // namespace simbodydem

#endif
