// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MINDLIN_INCREMENTAL_H
#define SIMBODYDEM_MINDLIN_INCREMENTAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Mindlin's no-slip stiffness as an increment of force, with a Coulomb limit.

    F_t = -(F_e + c v_t),  dF_e = kt ds,  kt = 8 G* a,  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

a = sqrt(R* delta) (Mindlin 1949; PFC's Hertz and hysteretic models; LAMMPS's mindlin_rescale/force). Remembered are
xi = F_e/kt and the kt that it belongs to. The dashpot is inside the Coulomb trial. While sliding, F_e is what the limited
force leaves to the spring.
- rescale on unloading (the default): where kt has fallen since the commit, F_e is first multiplied by the ratio of the
  two, so that xi stays (Thornton, Cummins & Cleary 2013; PFC's M_s = 1). Where kt has grown F_e stays. No closed path of
  overlap and slip gains energy: what is sheared at k_1, unloaded to k_2 and sheared back by s comes back without a
  residual force and has turned 1/2 (k_1 - k_2) s^2 into heat.
- without: F_e always stays (PFC's M_s = 0). The same path ends with a residual force (k_1 - k_2) s and has created
  1/2 (k_1 - k_2) s^2; two 10 mm spheres of E 10 MPa, nu .3, s 1e-6 m, overlaps 0.2 and 0.1 mm: 1.325309e-9 J of 4.5e-9 J.
- beta [-], >= 0: given, or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/sqrt(m* kt), the
  speed at which a spring released at the limit swings back.

storedEnergy is F_e^2/(2 kt); dissipatedPower has what a changing kt takes from it. At grazing stick that is much: an
elastic 2 degree impact returns .880 of its tangential speed, .964 without rescale, where MindlinSecant gains (nu .23,
mu .092). To the ledger it is damping; without rescale it is gained, of either sign. Micro-slip below the limit is left out.
Needs E, nu, mu_s, and e unless beta is given. */
class SIMBODYDEM_API MindlinIncremental final : public TangentialLaw {
public:
    /** @param on true: scale the force down with kt */
    MindlinIncremental& setRescaleOnUnloading(bool on);
    /** @param ratio beta [-], >= 0; 0 is undamped */
    MindlinIncremental& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param speed v_s [m/s], > 0 */
    MindlinIncremental& setTransitionVelocity(SimTK::Real speed);

    MindlinIncremental* clone() const override { return new MindlinIncremental(*this); }
    std::string getName() const override { return "MindlinIncremental"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;
    StepHeat calcHeat(const TangentialInput&, const TangentialOutput& now,
                      const TangentialOutput& before) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    bool rescaleOnUnloading = true;
    SimTK::Real dampingRatio = SimTK::NaN; // as given
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real effectiveShearModulus = SimTK::NaN; // of the pair, as are the next two
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN;
    SimTK::Real beta = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
