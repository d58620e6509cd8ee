// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_VISCOUS_ROLLING_H
#define SIMBODYDEM_VISCOUS_ROLLING_H

#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** Computes a torque in proportion to load and angular velocity, against rolling and twisting.

    M_r = -mu_r R* N R* w_r/v_r,   M_tw = -mu_tw R* N R* w_tw/v_r

w_r and w_tw [rad/s] are the parts of the angular velocity of b relative to a in the tangent plane and along the normal. The published law
has the difference of the speeds of the surfaces. That depends on the frame unless the radii are equal. This law has R* times the relative
angular velocity.
- v_r [m/s], > 0: the rolling speed at which the torque is mu_r R* N, as set with setReferenceVelocity(). The default of 1 gives mu_r the
  meaning of the published law.

@par Behaviour
The torque has no limit, and there is none at rest. A sphere on a slope rolls, at most at v_r tan(theta)/mu_r.

@par Needs
mu_r. Without mu_tw there is no resistance to twisting.

@par Source
Zhou et al. 1999, DOI 10.1016/S0378-4371(99)00183-1; type B of Ai et al. 2011, DOI 10.1016/j.powtec.2010.09.030. */
class SIMBODYDEM_API ViscousRolling final : public RollingLawOf<ViscousRolling> {
public:
    /** Sets the rolling speed at which the torque is mu_r R* N. @param speed v_r [m/s], > 0 */
    ViscousRolling& setReferenceVelocity(SimTK::Real speed) { return assign(referenceVelocity, speed); }

    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::rollingFriction}; }
    RollingOutput calcTorque(const RollingInput&) const override;
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real referenceVelocity = 1;
};

} // namespace simbodydem

#endif
