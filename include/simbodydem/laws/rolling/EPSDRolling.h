// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EPSD_ROLLING_H
#define SIMBODYDEM_EPSD_ROLLING_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** Elastic-plastic spring and dashpot against rolling, and one against twisting.

    M_r  = -(k_r  theta_r  + c w_r),    c = 2 eta_r sqrt(I_r k_r),    |M_r|  <= mu_r  R* N
    M_tw = -(k_tw theta_tw + c w_tw),   c = 2 eta_r sqrt(I_r k_tw),   |M_tw| <= mu_tw R* N

theta [rad] is the elastic part of b's rotation relative to a, w [rad/s] its angular velocity; r is the part in the
tangent plane, tw the one along the normal (Ai et al. 2011, type C). The dashpot is inside the limit's trial, where
theirs is switched off at the limit. While the contact rolls on, theta is what the limited torque leaves to the
spring.
- k_r, k_tw [N m/rad], > 0: given, or 2.25 kn mu_r^2 R*^2 and 2.25 kn mu_tw^2 R*^2 with the normal law's tangent
  stiffness kn. Where they rise theta is scaled down so that the torque stays, where they fall theta stays: both take
  energy, which dissipatedPower does not count, and neither creates any.
- mu_tw: the material's, or with TwistingLimit::SlippingPatch 3 pi/16 mu_s a/R*, a = sqrt(R* delta): the torque of
  Hertz's pressure slipping all over the contact (a uniform pressure has 2/3 in place of 3 pi/16).
- eta_r [-], >= 0: 0.3 unless given.
- I_r = 7/5 m* R*^2: exact for a solid sphere on a plane; two equal spheres that counter-rotate on the spot have 8/7
  of it.

A sphere on a plane stays on a slope up to tan(theta) = mu_r/(1 - delta/(2 R)), the contact point being midway in the
overlap, and beyond it rolls down. Needs mu_r; without mu_tw there is no resistance to twisting unless
TwistingLimit::SlippingPatch is set, which needs mu_s. */
class SIMBODYDEM_API EPSDRolling final : public RollingLaw {
public:
    enum class TwistingLimit { Material, SlippingPatch };

    /** @param stiffness k_r [N m/rad], > 0 */
    EPSDRolling& setStiffness(SimTK::Real stiffness);
    /** @param stiffness k_tw [N m/rad], > 0 */
    EPSDRolling& setTwistingStiffness(SimTK::Real stiffness);
    /** @param ratio eta_r [-], >= 0; 0 is undamped */
    EPSDRolling& setDampingRatio(SimTK::Real ratio);
    EPSDRolling& setTwistingLimit(TwistingLimit);

    EPSDRolling* clone() const override { return new EPSDRolling(*this); }
    std::string getName() const override { return "EPSDRolling"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    RollingOutput calcTorque(const RollingInput&) const override;
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real stiffness = SimTK::NaN, twistingStiffness = SimTK::NaN; // as given
    SimTK::Real dampingRatio = 0.3;
    TwistingLimit twistingLimit = TwistingLimit::Material;
    SimTK::Real rollingFriction = SimTK::NaN, twistingFriction = SimTK::NaN; // of the pair, as is the next
    SimTK::Real staticFriction = SimTK::NaN;
};

} // namespace simbodydem

#endif
