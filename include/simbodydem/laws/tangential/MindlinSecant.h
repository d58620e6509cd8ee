// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MINDLIN_SECANT_H
#define SIMBODYDEM_MINDLIN_SECANT_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Mindlin's no-slip stiffness as a secant, with a Coulomb limit.

    F_t = -(kt xi + c v_t),  kt = 8 G* a,  c = 2 beta sqrt(m* kt),   |F_t| <= mu N

a = sqrt(R* delta) (Mindlin 1949; the form of LIGGGHTS's tangential history and LAMMPS's mindlin). The dashpot is inside
the Coulomb trial. While sliding, xi is what the limited force leaves to the spring, so the anchor is dragged along;
where the dashpot alone is beyond the limit the spring is left without load, not turned round as in LIGGGHTS and LAMMPS,
since a turned spring would push along the slip once that slows down, with energy from nowhere.
- beta [-], >= 0: given, or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with slip speed, mu_k + (mu_s - mu_k)/(1 + (v_t/v_s)^2). v_s [m/s], > 0, is given, or mu_s N/sqrt(m* kt), the speed
  at which a spring released at the limit swings back.

The stiffness changes with the overlap while xi stays, so this law is not conservative: shearing at a small overlap,
pressing, and shearing back gains 1/2 (k_1 - k_2) xi^2 per cycle. An elastic impact that sticks returns up to 1.053 of its energy (a block
that cannot turn, at 45 degrees, nu = .3), one of a sphere up to 1.015; at 2 degrees a sphere returns 1.0034 of its tangential speed. The
ledger has it as gained, 1/2 (k_now - k_before) xi_before . xi_now in every step. MindlinConservative gains nothing.
Needs E, nu, mu_s, and e unless beta is given. */
class SIMBODYDEM_API MindlinSecant final : public TangentialLaw {
public:
    /** @param ratio beta [-], >= 0; 0 is undamped */
    MindlinSecant& setTangentialDampingRatio(SimTK::Real ratio);
    /** @param speed v_s [m/s], > 0 */
    MindlinSecant& setTransitionVelocity(SimTK::Real speed);

    MindlinSecant* clone() const override { return new MindlinSecant(*this); }
    std::string getName() const override { return "MindlinSecant"; }
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
    SimTK::Real dampingRatio = SimTK::NaN;                  // as given
    SimTK::Real transitionVelocity = SimTK::NaN;
    SimTK::Real effectiveShearModulus = SimTK::NaN; // of the pair, as are the next two
    SimTK::Real staticFriction = SimTK::NaN, kineticFriction = SimTK::NaN;
    SimTK::Real beta = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
