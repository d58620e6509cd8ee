// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PFC_LINEAR_SHEAR_H
#define SIMBODYDEM_PFC_LINEAR_SHEAR_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/DashpotMode.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** The shear part of PFC's linear model: a spring with a slider, and a dashpot beside both.

    F_t = -ks xi - c v_t,   |ks xi| <= mu N,   c = 2 beta_s sqrt(m* ks)

(Itasca PFC, linear model.) With PFCLinearNormal N is the normal spring's force alone. The dashpot is outside the limit, so the
total may exceed mu N.
- ks [N/m], >= 0: given with setStiffness(), 0 being no shear force at all, or kn/kappa* with the normal law's stiffness;
  kappa* [-], > 0, is 1 unless given.
- beta_s [-], >= 0: 0 unless given.
- DashpotMode: CutShearWhenSlipping and NoTensionAndCutShear (M_d = 2 and 3) switch the dashpot off while the spring slips, so
  the force jumps by c v_t where slip begins. A spring slips when it is at its limit, not by a flag from an earlier step:
  the same state always gives the same force. Full (M_d = 0, the default) and NoTension (1) leave the dashpot on.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/sqrt(m* ks). PFC has
  one mu: mu_k not set.

Where the normal law's stiffness changes with the overlap, so does kn/kappa*: the spring keeps its force where it has become
stiffer since the commit and its length where softer, so that it never creates energy. Needs mu_s. */
class SIMBODYDEM_API PFCLinearShear final : public TangentialLaw {
public:
    /** @param stiffness ks [N/m], >= 0 */
    PFCLinearShear& setStiffness(SimTK::Real stiffness);
    /** @param ratio kappa* = kn/ks [-], > 0 */
    PFCLinearShear& setNormalToShearStiffnessRatio(SimTK::Real ratio);
    /** @param ratio beta_s [-], >= 0; 0 is undamped */
    PFCLinearShear& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param speed v_s [m/s], > 0 */
    PFCLinearShear& setTransitionVelocity(SimTK::Real speed);
    PFCLinearShear& setDashpotMode(DashpotMode);

    PFCLinearShear* clone() const override { return new PFCLinearShear(*this); }
    std::string getName() const override { return "PFCLinearShear"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::staticFriction}; }
    void bind(const PairMaterial&) override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    DashpotMode dashpotMode = DashpotMode::Full;
    SimTK::Real stiffness = SimTK::NaN;     // ks as given
    SimTK::Real normalToShearStiffness = 1; // used where ks is not given
    SimTK::Real dampingRatio = 0;
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
