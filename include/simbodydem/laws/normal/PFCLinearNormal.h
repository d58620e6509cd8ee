// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PFC_LINEAR_NORMAL_H
#define SIMBODYDEM_PFC_LINEAR_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Computes the normal force of PFC's linear model: a spring and a dashpot. Friction feels the spring only.

    F = kn delta + 2 beta_n sqrt(m* kn) ddelta,   frictionalLoad = kn delta

The gap of PFC is -delta, without a reference gap.
- kn [N/m], > 0: set with setStiffness(), or kn = A E/L by the deformability method. A = pi min(R_a, R_b)^2, and L = R_a + R_b, or R on a
  plane. So a sphere on a plane is twice as stiff as two spheres. E [Pa], > 0, is PFC's effective modulus, as set with
  setEffectiveModulus(), or E* of the pair.
- beta_n [-], >= 0: set with setDampingRatio(), or from the restitution. If the force may pull, -ln e / sqrt(ln^2 e + pi^2) returns e. If it
  may not, the value that returns e is found, unless you call setRestitutionMeaning(Textbook). A Realized e = 0 is plastic: beta_n = 1, and
  the dashpot pulls in every mode while the surfaces overlap (see RestitutionMeaning).
- DashpotMode: Full and CutShearWhenSlipping (M_d = 0, the default, and 2) let the dashpot pull. NoTension and NoTensionAndCutShear (1 and
  3) limit it to -kn delta.

Only PFC's absolute mode (M_l = 0) is available.

@par Needs
E and nu unless kn or the modulus is set, and e unless beta_n is set.

@par Source
Itasca PFC, linear model; Cundall & Strack 1979, DOI 10.1680/geot.1979.29.1.47. */
class SIMBODYDEM_API PFCLinearNormal final : public NormalLawOf<PFCLinearNormal> {
public:
    /** Sets the stiffness. @param kn [N/m], > 0 */
    PFCLinearNormal& setStiffness(SimTK::Real kn) { return assign(stiffness, kn); }
    /** Sets PFC's effective modulus. @param E [Pa], > 0 */
    PFCLinearNormal& setEffectiveModulus(SimTK::Real E) { return assign(modulus, E); }
    /** Sets the damping ratio. @param ratio beta_n [-], >= 0; 0 is undamped */
    PFCLinearNormal& setDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the dashpot mode. The default is Full. Give the same mode to PFCLinearShear. */
    PFCLinearNormal& setDashpotMode(DashpotMode mode) { return assign(dashpotMode, mode); }
    /** Sets how the damping ratio comes from the restitution. The default is Realized. */
    PFCLinearNormal& setRestitutionMeaning(RestitutionMeaning meaning) { return assign(restitutionMeaning, meaning); }

    RequiredValues getRequiredValues() const override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    DashpotMode dashpotMode = DashpotMode::Full;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Realized;
    SimTK::Real stiffness = SimTK::NaN;    // kn as set
    SimTK::Real modulus = SimTK::NaN;      // as set
    SimTK::Real dampingRatio = SimTK::NaN; // as set
    SimTK::Real beta = SimTK::NaN;         // of the pair
    bool mayPull = false;                  // of the pair
    SimTK::Real boundModulus = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
