// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EPSD_ROLLING_H
#define SIMBODYDEM_EPSD_ROLLING_H

#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** Computes the torques of an elastic-plastic spring and dashpot against rolling, and of one against twisting.

    M_r  = -(k_r  theta_r  + c w_r),    c = 2 eta_r sqrt(I_r k_r),    |M_r|  <= mu_r  R* N
    M_tw = -(k_tw theta_tw + c w_tw),   c = 2 eta_r sqrt(I_r k_tw),   |M_tw| <= mu_tw R* N

theta [rad] is the elastic part of the rotation of b relative to a, w [rad/s] the angular velocity. The index r is the part in the tangent
plane, tw the part along the normal. The dashpot is inside the limit. In the published law it is switched off at the limit. While a contact
keeps rolling, theta is the angle that the limited torque leaves to the spring.
- k_r, k_tw [N m/rad], > 0: as set, or 2.25 kn mu_r^2 R*^2 and 2.25 kn mu_tw^2 R*^2 with the tangent stiffness kn of the normal law. Where
  they rise, theta is scaled down so that the torque stays. Where they fall, theta stays. Both take energy, which dissipatedPower does not
  count. Neither creates energy.
- mu_tw [-]: that of the material, or 3 pi/16 mu_s a/R* with TwistingLimit::SlippingPatch, a = sqrt(R* delta). This is the torque of Hertz's
  pressure that slips all over the contact. A uniform pressure has 2/3 instead of 3 pi/16.
- eta_r [-], >= 0: 0.3 unless set.
- I_r = 7/5 m* R*^2: exact for a solid sphere on a plane. Two equal spheres that counter-rotate on the spot have 8/7 of it. The published
  law has the inertias about the contact point in series, which is four times I_r for two equal spheres.

@par Behaviour
A sphere stays on a slope up to tan(theta) = mu_r/(1 - delta/(2 R)), since the contact point is midway in the
overlap. On steeper slopes it rolls down.

@par Needs
mu_r. Without mu_tw there is no resistance to twisting, except with TwistingLimit::SlippingPatch, which needs mu_s.

@par Source
Ai et al. 2011, type C, DOI 10.1016/j.powtec.2010.09.030. */
class SIMBODYDEM_API EPSDRolling final : public RollingLawOf<EPSDRolling> {
public:
    enum class TwistingLimit { Material, SlippingPatch };

    /** Sets the stiffness against rolling. @param kr k_r [N m/rad], > 0 */
    EPSDRolling& setStiffness(SimTK::Real kr) { return assign(stiffness, kr); }
    /** Sets the stiffness against twisting. @param ktw k_tw [N m/rad], > 0 */
    EPSDRolling& setTwistingStiffness(SimTK::Real ktw) { return assign(twistingStiffness, ktw); }
    /** Sets the damping ratio. @param ratio eta_r [-], >= 0; 0 is undamped */
    EPSDRolling& setDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Lets the dashpots feel the rates of the springs, not of the rotations, as MindlinSecant::setKelvinVoigt() does. The default is off,
    for comparisons with DEM codes.
    Without resistance to rolling, twisting is of the first order in the step. */
    EPSDRolling& setKelvinVoigt(bool on = true) { return assign(isKelvinVoigt, on); }
    /** Sets the limit of twisting. The default is Material. */
    EPSDRolling& setTwistingLimit(TwistingLimit limit) { return assign(twistingLimit, limit); }

    RequiredValues getRequiredValues() const override;
    RollingOutput calcTorque(const RollingInput&) const override;
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real stiffness = SimTK::NaN, twistingStiffness = SimTK::NaN; // as set
    SimTK::Real dampingRatio = 0.3;
    bool isKelvinVoigt = false;
    TwistingLimit twistingLimit = TwistingLimit::Material;
};

} // namespace simbodydem

#endif
