// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HUNT_CROSSLEY_NORMAL_H
#define SIMBODYDEM_HUNT_CROSSLEY_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Hunt and Crossley's law: Hertz's spring with a dashpot that grows as the force does. It never pulls, but for an asked e
of 0.

    Damping::FromDissipation (the default):  F = K delta^(3/2) (1 + 3/2 c ddelta),  K = 4/3 E* sqrt(R*)  [N m^(-3/2)]
    Damping::FromRestitution:                F = K delta^(3/2) (1 + d ddelta/v0)

- c [s/m] is the material's dissipation, c_a s_a + c_b s_b. To first order e = 1 - c v; exactly, d (1 + e) =
  ln((1 + d)/(1 - d e)) with d = 3/2 c v: .9901 at c v = .01, .4877 at 1 (Hunt & Crossley 1975).
- d [-] solves that equation for the asked e, so that the impact returns e at every speed and mass, without a clamp:
  1.43275 for .5. v0 [m/s] is the speed at first touch, corrected for what the contact has lost when it is first seen,
  and remembered. A contact that begins without approach (placed by hand) has no dashpot, unless setMinimumImpactSpeed()
  gives it one. At e = 0, where d is infinite, HertzNormal's critical dashpot takes its place, which is plastic and pulls
  while the surfaces overlap (see RestitutionMeaning); it asks for no v0.

With MixingRules::Moduli::TwoThirdsPower, FromDissipation, HollarsFriction and MixingRules::Friction::Harmonic this is
Simbody's HuntCrossleyForce; the contact point lies where that has it, nearer to the stiffer surface:
getContactPointShift() is 1/2 - s_a. frictionalLoad is the force. Valid for contact radii small against the radii of the
bodies. Needs E, nu, and the dissipation or e. Returns the elastic part's energy 2/5 K delta^(5/2). */
class SIMBODYDEM_API HuntCrossleyNormal final : public NormalLaw {
public:
    enum class Damping { FromDissipation, FromRestitution };

    HuntCrossleyNormal& setDamping(Damping);
    /** For FromRestitution. A contact that began more slowly, or without approach, has the dashpot of one that began at
    this speed: what rests is damped then, and what touched gently and is pressed hard later is not overdamped.
    @param speed [m/s], >= 0; 0 is no minimum */
    HuntCrossleyNormal& setMinimumImpactSpeed(SimTK::Real speed);

    HuntCrossleyNormal* clone() const override { return new HuntCrossleyNormal(*this); }
    std::string getName() const override { return "HuntCrossleyNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    SimTK::Real getContactPointShift() const override { return 0.5 - deformationShareA; }
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    Damping damping = Damping::FromDissipation;
    SimTK::Real minimumImpactSpeed = 0;
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; // E* of the pair, as are the next two
    SimTK::Real deformationShareA = SimTK::NaN;
    SimTK::Real boundDamping = SimTK::NaN; // 3/2 c [s/m], or d [-]
    bool staysTogether = false;            // e = 0
};

} // namespace simbodydem

#endif
