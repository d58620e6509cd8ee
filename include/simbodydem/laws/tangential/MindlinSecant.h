// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MINDLIN_SECANT_H
#define SIMBODYDEM_MINDLIN_SECANT_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of a spring with Mindlin's no-slip stiffness as a secant, with a Coulomb limit.

    F_t = -(kt xi + c v_t),  kt = 8 G* a,  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

a = sqrt(R* delta). The Coulomb limit applies to spring and dashpot together. Spring and dashpot are a Kelvin-Voigt element in series with
the slider: while the contact slides, the spring relaxes towards the length mu N/kt. DEM codes have another rule for a damped contact that
slides. For a comparison with them call setKelvinVoigt(false), see there.
- beta [-], >= 0: set with setTangentialDampingRatio(), or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with the slip speed: mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is set, or mu_s N/sqrt(m* kt). This is the speed at
  which a spring rebounds that is released at the limit.

@par Energy
The stiffness changes with the overlap while xi stays, so this law is not conservative. A contact that is sheared at k_1,
pressed to a larger k_2 and sheared back gains 1/2 (k_2 - k_1) xi^2 per cycle. The energy account lists it as gained, 1/2 (k_now - k_before)
xi_before . xi_now in every step. MindlinConservative gains nothing. Elastic impacts return:

| impact | returned |
|-|-|
| a block that cannot turn and sticks, at 45 degrees, nu = 0.3 | up to 1.053 of its energy |
| a sphere that sticks | up to 1.015 of its energy |
| a sphere at 2 degrees | 1.0034 of its tangential speed |

@par Needs
E, nu and mu_s, and e unless beta is set.

@par Source
Mindlin 1949, DOI 10.1115/1.4009973; with setKelvinVoigt(false) the form of LIGGGHTS's tangential history and of LAMMPS's mindlin. */
class SIMBODYDEM_API MindlinSecant final : public TangentialLawOf<MindlinSecant> {
public:
    /** Sets the damping ratio. @param ratio beta [-], >= 0; 0 is undamped */
    MindlinSecant& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    MindlinSecant& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Lets the dashpot feel the rate of the spring (the default), or the slip. In the first case spring and dashpot are a Kelvin-Voigt
    element in series with the slider.

        |kt xi + c v_t| <= mu N:  xi' = v_t        beyond:  xi' = (mu N u - kt xi)/c

    u is the direction of kt xi + c v_t, and the force -mu N u. Where slip turns, the element is of the second order in the step.

    Off is the rule of LAMMPS and other DEM codes, for comparisons with them. While the contact slides, xi is the length that the limited
    force leaves to the spring. So the spring follows the slip velocity. Where damped slip turns, the result depends on the steps, see
    docs/integrators.md, "Bodies on links". Where the dashpot alone is beyond the limit, the spring is left without load. LAMMPS turns the
    spring round there. A turned spring would push along the slip as soon as that slows down, with energy from nowhere. LIGGGHTS compares the
    spring alone with the limit, and has no dashpot at the limit.

    A contact that sticks has the same force with both, and so has one without damping. After a damped contact has slid, its spring differs. */
    MindlinSecant& setKelvinVoigt(bool on = true) { return assign(isKelvinVoigt, on); }

    RequiredValues getRequiredValues() const override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;
    StepHeat calcHeat(const TangentialInput&, const TangentialOutput& now,
                      const TangentialOutput& before) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real dampingRatio = SimTK::NaN;                  // as set
    SimTK::Real transitionVelocity = SimTK::NaN;
    bool isKelvinVoigt = true;
    SimTK::Real beta = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
