// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CUNDALL_SLIDER_H
#define SIMBODYDEM_CUNDALL_SLIDER_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of Cundall's spring and slider.

    F_t = -(kt xi + c v_t),  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

The Coulomb limit applies to spring and dashpot together. While the contact slides, xi is the length that the limited force leaves to the spring.
So the anchor of the spring is dragged along. The spring is never turned round (see MindlinSecant).
- kt [N/m], > 0: set with setStiffness(), or a fraction of the tangent stiffness kn of the normal law. Where kn changes with the overlap, so does
  the fraction. The spring keeps its force where it has become stiffer since the commit, and its length where it has become softer. So it never
  creates energy.
- kt/kn [-], > 0: set with setStiffnessRatio(). By default it is the mean of SurfaceMaterial::stiffnessRatio of both surfaces, as in Woo. If
  one of them has none, it is 0.2, Woo's default. setStiffnessRatioFromPoisson() takes Mindlin's fraction, 4 G* over Hertz's E*. Between
  equal materials that is (1 - nu)/(1 - nu/2), as in DEMLab.
- beta [-], >= 0: set with setTangentialDampingRatio(), or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with the slip speed: mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is set, or mu_s N/sqrt(m* kt). This is the speed at
  which a spring rebounds that is released at the limit.
- setNoSlip(true), Woo's noSlip, removes the limit: spring and dashpot hold at any load.

Woo's own law is this law with beta = 0. It takes the mean of the kt/kn of both bodies, and its mu is the tangent of a friction angle. DEMLab's
spring-slider and linear spring-dashpot-slider are meant to be this law, see TangentialSpring.h.

@par Needs
mu_s unless noSlip is on, e unless beta is set, and E and nu for the fraction from Poisson's ratio.

@par Source
Cundall & Strack 1979, DOI 10.1680/geot.1979.29.1.47; Woo, linear contact model; DEMLab. */
class SIMBODYDEM_API CundallSlider final : public TangentialLawOf<CundallSlider> {
public:
    /** Sets the stiffness. @param kt [N/m], > 0 */
    CundallSlider& setStiffness(SimTK::Real kt) { return assign(stiffness, kt); }
    /** Sets the stiffness as a fraction of the normal one. @param ratio kt/kn [-], > 0 */
    CundallSlider& setStiffnessRatio(SimTK::Real ratio) { return assign(stiffnessRatio, ratio); }
    /** Takes Mindlin's kt/kn of the materials. */
    CundallSlider& setStiffnessRatioFromPoisson(bool on = true) { return assign(ratioIsFromPoisson, on); }
    /** Sets the damping ratio. @param ratio beta [-], >= 0; 0 is undamped */
    CundallSlider& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    CundallSlider& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Lets the dashpot feel the rate of the spring, not of the slip, see MindlinSecant::setKelvinVoigt(). The default is
    off, for comparisons with the codes that have this law. */
    CundallSlider& setKelvinVoigt(bool on = true) { return assign(isKelvinVoigt, on); }
    /** Removes or restores the Coulomb limit. @param on true: no Coulomb limit */
    CundallSlider& setNoSlip(bool on) { return assign(noSlip, on); }

    RequiredValues getRequiredValues() const override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    bool noSlip = false, ratioIsFromPoisson = false;
    SimTK::Real stiffness = SimTK::NaN;      // kt as set
    SimTK::Real stiffnessRatio = SimTK::NaN; // as set; used if kt is not set
    SimTK::Real dampingRatio = SimTK::NaN;   // as set
    SimTK::Real transitionVelocity = SimTK::NaN;
    bool isKelvinVoigt = false;
    SimTK::Real beta = SimTK::NaN, ktOverKn = SimTK::NaN;                  // of the pair
};

} // namespace simbodydem

#endif
