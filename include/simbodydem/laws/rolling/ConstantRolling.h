// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONSTANT_ROLLING_H
#define SIMBODYDEM_CONSTANT_ROLLING_H

#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** Computes a constant torque against rolling, and one against twisting.

    M_r  = -mu_r  R* N min(1, |w_r|/w_0)  w_r/|w_r|       w_r, w_tw: the parts of b's angular velocity relative to a
    M_tw = -mu_tw R* N min(1, |w_tw|/w_0) w_tw/|w_tw|     in the tangent plane and along the normal [rad/s]

Towards zero speed the torque falls to zero like that of a dashpot. So it does not jump when the sense of rotation changes.
- w_0 [rad/s], > 0: set with setTransitionAngularVelocity(). The default is mu R* N/(2 sqrt(I_r k)) with I_r = 7/5 m* R*^2 and k = kn R*^2.
  kn is the tangent stiffness of the normal law. This dashpot is critical beside the normal spring, and no stiffer to integrate than that
  spring.

@par Behaviour
A sphere of radius R that rolls on a plane (R* = R) slows down by 5/7 mu_r g. A sphere that spins on the spot stops after
2/5 R w/(mu_tw g). The law remembers nothing, so a sphere moves down a slope of any angle theta. Where tan(theta) < mu_r, it creeps at
w_0 tan(theta)/mu_r.

@par Needs
mu_r. Without mu_tw there is no resistance to twisting.

@par Source
Zhou et al. 1999, DOI 10.1016/S0378-4371(99)00183-1; type A of Ai et al. 2011, DOI 10.1016/j.powtec.2010.09.030. */
class SIMBODYDEM_API ConstantRolling final : public RollingLawOf<ConstantRolling> {
public:
    /** Sets the angular speed below which the torque falls to zero. @param speed w_0 [rad/s], > 0 */
    ConstantRolling& setTransitionAngularVelocity(SimTK::Real speed) {
        return assign(transitionAngularVelocity, speed);
    }

    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::rollingFriction}; }
    RollingOutput calcTorque(const RollingInput&) const override;
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real transitionAngularVelocity = SimTK::NaN;
};

} // namespace simbodydem

#endif
