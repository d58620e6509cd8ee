// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_VISCOUS_ROLLING_H
#define SIMBODYDEM_VISCOUS_ROLLING_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** A torque in proportion to load and angular velocity.

    M_r = -mu_r R* N R* w_r/v_0,   M_tw = -mu_tw R* N R* w_tw/v_0

w_r and w_tw [rad/s] are the parts of b's angular velocity relative to a in the tangent plane and along the normal
(Zhou et al. 1999; type B of Ai et al. 2011, there with the difference of the surfaces' speeds, which depends on the
frame unless the radii are equal; here with R* times the relative angular velocity).
- v_0 [m/s], > 0: the rolling speed at which the torque is mu_r R* N; 1 unless setReferenceVelocity() says otherwise,
  which gives mu_r the published law's meaning.

The torque has no limit and there is none at rest: a sphere on a slope rolls, at most at v_0 tan(theta)/mu_r. Needs
mu_r; without mu_tw there is no resistance to twisting. */
class SIMBODYDEM_API ViscousRolling final : public RollingLaw {
public:
    /** @param speed v_0 [m/s], > 0 */
    ViscousRolling& setReferenceVelocity(SimTK::Real speed);

    ViscousRolling* clone() const override { return new ViscousRolling(*this); }
    std::string getName() const override { return "ViscousRolling"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    RollingOutput calcTorque(const RollingInput&) const override;
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real referenceVelocity = 1;
    SimTK::Real rollingFriction = SimTK::NaN, twistingFriction = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
