// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MINDLIN_CONSERVATIVE_H
#define SIMBODYDEM_MINDLIN_CONSERVATIVE_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of a spring with Mindlin's no-slip stiffness that conserves energy, with a Coulomb limit.

    U = kt xi^2/2,  kt = 8 G* a,  a = sqrt(R* delta)
    F_t = -(kt xi + c v_t),  F_n = dU/ddelta = kt xi^2/(4 delta),  c = 2 beta sqrt(m* kt)
    |F_t| <= mu (N + F_t^2/(4 kt delta))

The stored energy of the spring of MindlinSecant changes with the overlap. Here this change is a force F_n. It pushes the surfaces apart in
addition to the normal law, and friction feels it. A contact that sticks under an elastic normal law therefore conserves energy exactly.
MindlinSecant gains up to 5 % in an impact. F_n is of the second order in the shear. To lowest order it is mu^2 E* / (24 G*) of Hertz's
force at the limit, which is 5 % at mu = 0.5 and nu = 0.3. ContactRecord::normalForce contains F_n.
- The limit is solved for F_t: 2 mu N/(1 + sqrt(1 - mu^2 N/(kt delta))). It counts the part of the dashpot in F_t like that of the spring.
  From mu = 1.1 on, with Hertz's law, friction would grow faster than the shear that causes it. There the limit stays at 2 mu N.
- beta [-], >= 0: set with setTangentialDampingRatio(), or from the restitution: -ln e / sqrt(ln^2 e + pi^2), 0 at e = 1.
- mu falls with the slip speed as in MindlinSecant.

@par Needs
E, nu and mu_s, and e unless beta is set.

@par Source
the energy kt xi^2/2 of the spring itself, derived in docs/theory-laws.md; the stiffness Mindlin 1949, DOI 10.1115/1.4009973. */
class SIMBODYDEM_API MindlinConservative final : public TangentialLawOf<MindlinConservative> {
public:
    /** Sets the damping ratio. @param ratio beta [-], >= 0; 0 is undamped */
    MindlinConservative& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the slip speed at which friction has fallen half way from mu_s to mu_k. @param speed v_s [m/s], > 0 */
    MindlinConservative& setTransitionVelocity(SimTK::Real speed) { return assign(transitionVelocity, speed); }
    /** Lets the dashpot feel the rate of the spring, not of the slip, see MindlinSecant::setKelvinVoigt(). The default
    here is off. */
    MindlinConservative& setKelvinVoigt(bool on = true) { return assign(isKelvinVoigt, on); }

    RequiredValues getRequiredValues() const override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;
    StepHeat calcHeat(const TangentialInput&, const TangentialOutput& now,
                      const TangentialOutput& before) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real dampingRatio = SimTK::NaN;                  // as set
    SimTK::Real transitionVelocity = SimTK::NaN;
    bool isKelvinVoigt = false;
    SimTK::Real beta = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
