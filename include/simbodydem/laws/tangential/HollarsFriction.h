// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HOLLARS_FRICTION_H
#define SIMBODYDEM_HOLLARS_FRICTION_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes Hollars's friction, as in Simbody's HuntCrossleyForce: a smooth function of the slip velocity alone.

    F_t = -N (min(r, 1) (mu_k + 2 (mu_s - mu_k)/(1 + r^2)) + mu_v |v_t|) v_t/|v_t|,   r = |v_t|/v_s

- v_s [m/s], > 0: the speed at which friction is largest, mu_s N; 0.01 unless set, as in HuntCrossleyForce.
- mu_v [s/m], >= 0: viscous friction; 0 unless set. It adds to Coulomb's limit.

The law has no spring and remembers nothing. Under a tangential load T below mu_s N it creeps for ever, at up to v_s. Contacts at v_s and
faster count as sliding.

@par Needs
mu_s. HuntCrossleyForce mixes by MixingRules::Friction::Harmonic.

@par Source
Hollars; Simbody, HuntCrossleyForce. */
class SIMBODYDEM_API HollarsFriction final : public TangentialLawOf<HollarsFriction> {
public:
    /** Sets the slip speed at which friction is largest. @param speed v_s [m/s], > 0 */
    HollarsFriction& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Sets the viscous friction. @param coefficient mu_v [s/m], >= 0 */
    HollarsFriction& setViscousFriction(SimTK::Real coefficient) { return assign(viscousFriction, coefficient); }

    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::staticFriction}; }
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real transitionVelocity = 0.01;
    SimTK::Real viscousFriction = 0;
};

} // namespace simbodydem

#endif
