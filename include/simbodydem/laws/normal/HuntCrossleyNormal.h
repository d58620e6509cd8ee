// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HUNT_CROSSLEY_NORMAL_H
#define SIMBODYDEM_HUNT_CROSSLEY_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Computes the force of Hunt and Crossley's law: Hertz's spring with a dashpot that grows with the force. It never pulls, except with
e = 0 under FromRestitution.

    Damping::FromDissipation (the default):  F = K delta^(3/2) (1 + 3/2 c ddelta),  K = 4/3 E* sqrt(R*)  [N m^(-3/2)]
    Damping::FromRestitution:                F = K delta^(3/2) (1 + d ddelta/v0)

- c [s/m] is the dissipation of the materials, c_a s_a + c_b s_b. To first order e = 1 - c v. The exact relation is d (1 +
  e) = ln((1 + d)/(1 - d e)) with d = 3/2 c v. It gives e = 0.9901 at c v = 0.01, and 0.4877 at c v = 1.
- d [-] solves this equation for the e that you set. The impact then returns e at every speed and mass, without a clamp. For 0.5 it is 1.43275.
- v0 [m/s] is the speed at first contact, corrected for the speed that is lost before the first evaluation. The contact
  remembers it. A contact that begins without approach (a body placed by hand) has no dashpot, unless setMinimumImpactSpeed() gives it one.
- At e = 0 d would be infinite. The critical dashpot of HertzNormal takes its place, which is plastic and pulls while the surfaces overlap (see
  RestitutionMeaning). It does not need v0.

With FromDissipation, HollarsFriction, MixingRules::Moduli::TwoThirdsPower and MixingRules::Friction::Harmonic this is Simbody's
HuntCrossleyForce. The contact point has the same position as there, nearer to the stiffer surface: getContactPointShift() is 1/2 - s_a.
frictionalLoad is the force. storedEnergy is the energy of the elastic part, 2/5 K delta^(5/2).

@par Needs
E and nu, and the dissipation or e.

@par Validity
Valid for contact radii that are small against the radii of the bodies.

@par Source
Hunt & Crossley 1975, DOI 10.1115/1.3423596; Simbody. */
class SIMBODYDEM_API HuntCrossleyNormal final : public NormalLawOf<HuntCrossleyNormal> {
public:
    enum class Damping { FromDissipation, FromRestitution };

    /** Sets the dashpot. The default is FromDissipation. */
    HuntCrossleyNormal& setDamping(Damping d) { return assign(damping, d); }
    /** Sets the minimum of v0 for FromRestitution. A contact that began more slowly, or without approach, has the dashpot of a contact that
    began at this speed. So a contact at rest is damped, and a contact that began gently and is pressed hard later is not overdamped.
    @param speed  [m/s], >= 0; 0 is no minimum */
    HuntCrossleyNormal& setMinimumImpactSpeed(SimTK::Real speed) { return assign(minimumImpactSpeed, speed); }

    RequiredValues getRequiredValues() const override;
    SimTK::Real getContactPointShift() const override { return 0.5 - pair.deformationFractionA; }
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    Damping damping = Damping::FromDissipation;
    SimTK::Real minimumImpactSpeed = 0;
    SimTK::Real boundDamping = SimTK::NaN; // of the pair: 3/2 c [s/m], or d [-]
    bool staysTogether = false;            // e = 0
};

} // namespace simbodydem

#endif
