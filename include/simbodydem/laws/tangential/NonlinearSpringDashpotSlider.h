// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NONLINEAR_SPRING_DASHPOT_SLIDER_H
#define SIMBODYDEM_NONLINEAR_SPRING_DASHPOT_SLIDER_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** DEMLab's nonlinear spring-dashpot-slider, in its four forms.

    F_t = -(F_e(xi) + c v_t),   |F_t| <= mu N,   kt = 8 G* a,   a = sqrt(R* delta)

| Form               | F_e, along xi                   | c [N s/m]                                           |
|--------------------|---------------------------------|-----------------------------------------------------|
| DiRenzoDiMaio      | 2/3 kt xi                       | 2 beta sqrt(m* 2/3 kt)                              |
| LangstonTuzunHeyes | mu_s N [1 - (1 - xi/d)^(3/2)]   | 2 beta sqrt(m* k), k = dF_e/dxi = kt sqrt(1 - xi/d) |
| ZhuZhouYu          | the same                        | eta/(2 G*) k max(0, 1 - 0.4 eta v_t/(2 G* d))       |
| TsujiTanakaIshida  | kt xi                           | sqrt(5) beta sqrt(m* 4/3 E* a), the normal one's    |

(Di Renzo & Di Maio 2005; Langston, Tuzun & Heyes 1995; Zhu, Zhou, Yang & Yu 2007; Tsuji, Tanaka & Ishida 1992.)
- d = 3 mu_s N/(16 G* a) is where Mindlin & Deresiewicz's curve at constant load reaches mu_s N. While sliding, |xi| stays
  where the curve meets mu N: at d, or before it where mu has fallen. In the linear forms xi is what the limited force
  leaves to the spring. The curve's loading branch serves for unloading too, without Mindlin's loops.
- beta [-], >= 0: given, or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- eta [Pa s], >= 0: 0 unless given. Beyond v_t = 5 G* d/eta the published factor turns negative and would drive the slip;
  here it ends at 0.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/sqrt(m* k) with the
  stiffness k at xi = 0.

Where it departs from DEMLab: xi is a vector, not the length of the path (see TangentialSpring.h). d is the exact one for
any two materials, and there is no 0/0 at mu = 0. DEMLab's TsujiTanakaIshida puts R* and E* where R and E of the particle
belong, too soft by 1/(2 sqrt(2) (1 - nu^2)) between equal ones, and takes the normal dashpot's coefficient without its
delta^(1/4), which has the wrong unit; both are put right.

As published all four create energy under a varying load: shearing by 1e-6 m at overlap 0.1 mm, pressing to 0.2 mm and
shearing back (two 10 mm spheres, E 10 MPa, nu .3, mu .5, Hertz) gains 8.8e-10 J with DiRenzoDiMaio and 1.3e-9 J with the
others. Here a curve that has risen since the commit keeps its force and one that has fallen its length, which creates none. Needs E, nu, mu_s, and e unless beta is given or the form is ZhuZhouYu. */
class SIMBODYDEM_API NonlinearSpringDashpotSlider final : public TangentialLaw {
public:
    enum class Form { DiRenzoDiMaio, LangstonTuzunHeyes, ZhuZhouYu, TsujiTanakaIshida };

    explicit NonlinearSpringDashpotSlider(Form form = Form::DiRenzoDiMaio) : form(form) {}

    NonlinearSpringDashpotSlider& setForm(Form);
    /** @param ratio beta [-], >= 0; 0 is undamped. All forms but ZhuZhouYu use it. */
    NonlinearSpringDashpotSlider& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param viscosity eta [Pa s], >= 0. Only ZhuZhouYu uses it. */
    NonlinearSpringDashpotSlider& setTangentialViscosity(SimTK::Real viscosity);
    /** @param speed v_s [m/s], > 0 */
    NonlinearSpringDashpotSlider& setTransitionVelocity(SimTK::Real speed);

    NonlinearSpringDashpotSlider* clone() const override { return new NonlinearSpringDashpotSlider(*this); }
    std::string getName() const override { return "NonlinearSpringDashpotSlider"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    Form form;
    SimTK::Real dampingRatio = SimTK::NaN; // as given
    SimTK::Real viscosity = 0;
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real effectiveShearModulus = SimTK::NaN, effectiveYoungsModulus = SimTK::NaN; // of the pair
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN;               // of the pair
    SimTK::Real beta = SimTK::NaN;                                                       // of the pair
};

} // namespace simbodydem

#endif
