// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MINDLIN_INCREMENTAL_H
#define SIMBODYDEM_MINDLIN_INCREMENTAL_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of increments with Mindlin's no-slip stiffness, with a Coulomb limit.

    F_t = -(F_e + c v_t),  dF_e = kt ds,  kt = 8 G* a,  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

a = sqrt(R* delta). The contact remembers xi = F_e/kt and the kt that belongs to it. The Coulomb limit applies to spring and dashpot
together. While the contact slides, F_e is the force that the limit leaves to the spring. The two forms differ where kt has fallen since the
commit:

| | with rescaling on unloading, the default | without rescaling |
|-|-|-|
| kt has fallen | F_e is first scaled by the ratio of the two kt, so xi stays | F_e stays |
| kt has grown | F_e stays | F_e stays |
| residual force after the cycle below | none | (k_1 - k_2) s |
| energy 1/2 (k_1 - k_2) s^2 of the cycle | becomes heat | is created |
| elastic impact at 2 degrees, tangential speed returned | 0.880 | 0.964 |
| source | Thornton, Cummins & Cleary 2013; PFC's M_s = 1 | PFC's M_s = 0 |

The cycle shears a contact by s at the stiffness k_1, unloads it to k_2 and shears it back by s. Example: two spheres of 10 mm with E = 10
MPa and nu = 0.3 are sheared by 1e-6 m, at overlaps of 0.2 and 0.1 mm. Without rescaling they create 1.325309e-9 J of 4.5e-9 J. With
rescaling no closed path of overlap and slip gains energy. The impact of the table has nu = 0.23 and mu = 0.092. MindlinSecant gains
tangential speed in it.

storedEnergy is F_e^2/(2 kt). dissipatedPower contains the energy that a changing kt takes from it, which is much at grazing stick. The
energy account lists this energy as damping. Without rescaling it lists it as gained, of either sign. Micro-slip below the limit is left
out.
- beta [-], >= 0: set with setTangentialDampingRatio(), or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with the slip speed: mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is set, or mu_s N/sqrt(m* kt). This is the speed at
  which a spring rebounds that is released at the limit.

@par Needs
E, nu and mu_s, and e unless beta is set.

@par Source
Mindlin 1949, DOI 10.1115/1.4009973; Thornton, Cummins & Cleary 2013; PFC's Hertz and hysteretic models; LAMMPS's
mindlin_rescale/force. */
class SIMBODYDEM_API MindlinIncremental final : public TangentialLawOf<MindlinIncremental> {
public:
    /** Sets whether the force is scaled down with kt. @param on true: scale the force down with kt, the default */
    MindlinIncremental& setRescaleOnUnloading(bool on) { return assign(rescaleOnUnloading, on); }
    /** Sets the damping ratio. @param ratio beta [-], >= 0; 0 is undamped */
    MindlinIncremental& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    MindlinIncremental& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Lets the dashpot feel the rate of the spring, not of the slip, see MindlinSecant::setKelvinVoigt(). The default is
    off, for comparisons with the codes that have this law. */
    MindlinIncremental& setKelvinVoigt(bool on = true) { return assign(isKelvinVoigt, on); }

    RequiredValues getRequiredValues() const override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;
    StepHeat calcHeat(const TangentialInput&, const TangentialOutput& now,
                      const TangentialOutput& before) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    bool rescaleOnUnloading = true;
    SimTK::Real dampingRatio = SimTK::NaN; // as set
    SimTK::Real transitionVelocity = SimTK::NaN;
    bool isKelvinVoigt = false;
    SimTK::Real beta = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
