// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONSTANT_ROLLING_H
#define SIMBODYDEM_CONSTANT_ROLLING_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** A constant torque against rolling, and one against twisting.

    M_r  = -mu_r  R* N min(1, |w_r|/w_0)  w_r/|w_r|       w_r, w_tw: the parts of b's angular velocity relative to a
    M_tw = -mu_tw R* N min(1, |w_tw|/w_0) w_tw/|w_tw|     in the tangent plane and along the normal [rad/s]

(Zhou et al. 1999; type A of Ai et al. 2011.) On its way to zero speed the torque falls to zero like a dashpot's, so
that it does not jump when the sense of rotation changes.
- w_0 [rad/s], > 0: given with setTransitionAngularVelocity(), or mu R* N/(2 sqrt(I_r k)) with I_r = 7/5 m* R*^2 and k
  = kn R*^2, kn the normal law's tangent stiffness: a dashpot that is critical beside the normal spring, and no
  stiffer to integrate than that.

A sphere of radius R that rolls on a plane (R* = R) slows down by 5/7 mu_r g, one that spins on the spot stops after
2/5 R w/(mu_tw g). It remembers nothing: on a slope of any angle a sphere creeps down, at tan(theta)/mu_r w_0 below
mu_r. Needs mu_r; without mu_tw there is no resistance to twisting. */
class SIMBODYDEM_API ConstantRolling final : public RollingLaw {
public:
    /** @param speed w_0 [rad/s], > 0 */
    ConstantRolling& setTransitionAngularVelocity(SimTK::Real speed);

    ConstantRolling* clone() const override { return new ConstantRolling(*this); }
    std::string getName() const override { return "ConstantRolling"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    RollingOutput calcTorque(const RollingInput&) const override;
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real transitionAngularVelocity = SimTK::NaN;
    SimTK::Real rollingFriction = SimTK::NaN, twistingFriction = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
