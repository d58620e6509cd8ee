// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PFC_LINEAR_NORMAL_H
#define SIMBODYDEM_PFC_LINEAR_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/DashpotMode.h"
#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** The normal part of PFC's linear model: a spring and a dashpot, of which friction feels the spring only.

    F = kn delta + 2 beta_n sqrt(m* kn) ddelta,   frictionalLoad = kn delta

(Itasca PFC, linear model; Cundall & Strack 1979.) The gap of PFC is -delta: no reference gap.
- kn [N/m], > 0: given with setStiffness(), or by the deformability method kn = A E/L with A = pi min(R_a, R_b)^2 and
  L = R_a + R_b, or R on a plane, so that a sphere on a plane is twice as stiff as two of them. E [Pa], > 0, PFC's effective
  modulus, is given with setEffectiveModulus(), or is E* of the pair.
- beta_n [-], >= 0: given, or from the restitution: -ln e / sqrt(ln^2 e + pi^2), which returns e where the force may
  pull; where it may not, what returns e there, unless setRestitutionMeaning(Textbook) says otherwise. A Realized e = 0
  is plastic, beta_n = 1, and pulls in every mode while the surfaces overlap (see RestitutionMeaning).
- DashpotMode: Full and CutShearWhenSlipping (M_d = 0, the default, and 2) let the dashpot pull; NoTension and
  NoTensionAndCutShear (1 and 3) limit it to -kn delta.

Only PFC's absolute mode (M_l = 0). Needs E and nu unless kn or the modulus is given, and e unless beta_n is. */
class SIMBODYDEM_API PFCLinearNormal final : public NormalLaw {
public:
    /** @param stiffness kn [N/m], > 0 */
    PFCLinearNormal& setStiffness(SimTK::Real stiffness);
    /** @param modulus E [Pa], > 0 */
    PFCLinearNormal& setEffectiveModulus(SimTK::Real modulus);
    /** @param ratio beta_n [-], >= 0; 0 is undamped */
    PFCLinearNormal& setDampingRatio(SimTK::Real ratio);
    PFCLinearNormal& setDashpotMode(DashpotMode);
    /** For a damping ratio that comes from the restitution; Realized if not set. */
    PFCLinearNormal& setRestitutionMeaning(RestitutionMeaning);

    PFCLinearNormal* clone() const override { return new PFCLinearNormal(*this); }
    std::string getName() const override { return "PFCLinearNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    DashpotMode dashpotMode = DashpotMode::Full;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Realized;
    SimTK::Real stiffness = SimTK::NaN;            // kn as given
    SimTK::Real modulus = SimTK::NaN;              // as given
    SimTK::Real dampingRatio = SimTK::NaN;         // as given
    SimTK::Real E = SimTK::NaN, beta = SimTK::NaN; // of the pair
    bool mayPull = false;                          // of the pair
};

} // namespace simbodydem

#endif
