// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NONLINEAR_SPRING_DASHPOT_SLIDER_H
#define SIMBODYDEM_NONLINEAR_SPRING_DASHPOT_SLIDER_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of DEMLab's nonlinear spring-dashpot-slider, in its four forms.

    F_t = -(F_e(xi) + c v_t),   |F_t| <= mu N,   kt = 8 G* a,   a = sqrt(R* delta)

| Form               | F_e, along xi                   | c [N s/m]                                           |
|--------------------|---------------------------------|-----------------------------------------------------|
| DiRenzoDiMaio      | 2/3 kt xi                       | 2 beta sqrt(m* 2/3 kt)                              |
| LangstonTuzunHeyes | mu_s N [1 - (1 - xi/d)^(3/2)]   | 2 beta sqrt(m* k), k = dF_e/dxi = kt sqrt(1 - xi/d) |
| ZhuZhouYu          | as LangstonTuzunHeyes           | eta/(2 G*) k max(0, 1 - 0.4 eta v_t/(2 G* d))       |
| TsujiTanakaIshida  | kt xi                           | sqrt(5) beta sqrt(m* 4/3 E* a), as the normal law   |

- d = 3 mu_s N/(16 G* a) is the displacement at which the curve of Mindlin & Deresiewicz (1953) at constant load reaches mu_s N. While a
  contact slides,
  |xi| stays where the curve meets mu N: at d, or before it where mu has fallen. In the linear forms xi is the length that the limited force leaves to
  the spring. The loading branch of the curve also serves for unloading, without Mindlin's loops.
- beta [-], >= 0: set with setTangentialDampingRatio(), or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- eta [Pa s], >= 0: 0 unless set. Beyond v_t = 5 G* d/eta the published factor turns negative and would drive the slip. Here it ends at 0.
- mu falls with the slip speed: mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is set, or mu_s N/sqrt(m* k) with the stiffness k at
  xi = 0.

@par Differences from DEMLab
xi is a vector, not the length of the path (see TangentialSpring.h). d is exact for any two materials, and there is no 0/0 at mu = 0.
DEMLab's TsujiTanakaIshida uses R* and E* instead of the R and E of the particle. Between equal particles it is too soft by 1/(2 sqrt(2) (1
- nu^2)). It also takes the coefficient of the normal dashpot without its delta^(1/4), which has the wrong unit. Both are corrected here.

@par Energy
As published, all four forms create energy under a varying load. Example: two spheres of 10 mm have E = 10 MPa, nu = 0.3 and mu = 0.5 under
Hertz's law. They are sheared by 1e-6 m at an overlap of 0.1 mm, pressed to 0.2 mm and sheared back. They gain 8.8e-10 J with DiRenzoDiMaio
and 1.3e-9 J with the others. Here a curve that has risen since the commit keeps its force, and one that has fallen keeps its length. So no
energy is created.

@par Needs
E, nu and mu_s, and e unless beta is set or the form is ZhuZhouYu.

@par Source
DEMLab; Di Renzo & Di Maio 2005, DOI 10.1016/j.ces.2004.10.004; Langston, Tuzun & Heyes 1995; Zhu, Zhou, Yang & Yu 2007, DOI
10.1016/j.ces.2006.12.089; Tsuji, Tanaka & Ishida 1992, DOI 10.1016/0032-5910(92)88030-L; Mindlin & Deresiewicz 1953, DOI 10.1115/1.4010702. */
class SIMBODYDEM_API NonlinearSpringDashpotSlider final : public TangentialLawOf<NonlinearSpringDashpotSlider> {
public:
    enum class Form { DiRenzoDiMaio, LangstonTuzunHeyes, ZhuZhouYu, TsujiTanakaIshida };

    /** Makes a law of this form. */
    explicit NonlinearSpringDashpotSlider(Form form = Form::DiRenzoDiMaio) : form(form) {}

    /** Sets the form. */
    NonlinearSpringDashpotSlider& setForm(Form f) { return assign(form, f); }
    /** Sets the damping ratio of all forms except ZhuZhouYu. @param ratio beta [-], >= 0; 0 is undamped */
    NonlinearSpringDashpotSlider& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the viscosity of ZhuZhouYu. @param eta [Pa s], >= 0 */
    NonlinearSpringDashpotSlider& setTangentialViscosity(SimTK::Real eta) { return assign(viscosity, eta); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    NonlinearSpringDashpotSlider& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Lets the dashpot feel the rate of the spring, not of the slip, see MindlinSecant::setKelvinVoigt(). The default is off,
    for comparisons with the sources. Forms with a curve do not use it. */
    NonlinearSpringDashpotSlider& setKelvinVoigt(bool on = true) { return assign(isKelvinVoigt, on); }

    RequiredValues getRequiredValues() const override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    Form form;
    SimTK::Real dampingRatio = SimTK::NaN; // as set
    SimTK::Real viscosity = 0;
    SimTK::Real transitionVelocity = SimTK::NaN;
    bool isKelvinVoigt = false;
    SimTK::Real beta = SimTK::NaN;                                                       // of the pair
};

} // namespace simbodydem

#endif
