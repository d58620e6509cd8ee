// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NAMED_FORCES_H
#define SIMBODYDEM_NAMED_FORCES_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"
#include "simbodydem/laws/normal/HertzNormal.h"
#include "simbodydem/laws/normal/LinearNormal.h"
#include "simbodydem/laws/normal/PFCHystereticNormal.h"
#include "simbodydem/laws/normal/PFCLinearNormal.h"
#include "simbodydem/laws/tangential/CundallSlider.h"
#include "simbodydem/laws/tangential/DashpotSlider.h"
#include "simbodydem/laws/tangential/MindlinIncremental.h"
#include "simbodydem/laws/tangential/MindlinSecant.h"
#include "simbodydem/laws/tangential/PFCLinearShear.h"

// Each force takes the laws of its name, and a rolling law as its last argument: EPSDRolling, ConstantRolling, ViscousRolling or your own.
// Without a rolling law a contact resists neither rolling nor twisting.

namespace simbodydem {

/** Combines HertzNormal with MindlinSecant: the everyday law of DEM for spheres of known material. Its dashpot along the slip is a
Kelvin-Voigt element with the spring. For comparisons with DEM codes give MindlinSecant().setKelvinVoigt(false).

    HertzMindlinForce force(forces, surfaces, HertzNormal(), MindlinSecant(), EPSDRolling()); */
class SIMBODYDEM_API HertzMindlinForce : public DEMContactForce {
public:
    HertzMindlinForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                      const HertzNormal& = HertzNormal(), const MindlinSecant& = MindlinSecant(),
                      const RollingLaw& = NoRolling());
    HertzMindlinForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const HertzNormal& = HertzNormal(),
                      const MindlinSecant& = MindlinSecant(), const RollingLaw& = NoRolling());
};

/** Combines LinearNormal with CundallSlider. The stiffnesses are constant, so the step that an integrator needs does not depend on the load. It
is the fastest law that sticks. */
class SIMBODYDEM_API CundallForce : public DEMContactForce {
public:
    CundallForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                 const LinearNormal& = LinearNormal(), const CundallSlider& = CundallSlider(),
                 const RollingLaw& = NoRolling());
    CundallForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const LinearNormal& = LinearNormal(),
                 const CundallSlider& = CundallSlider(), const RollingLaw& = NoRolling());
};

/** Combines HertzNormal with DashpotSlider. Use it for gross sliding: it creeps under any tangential load. */
class SIMBODYDEM_API HertzDashpotSliderForce : public DEMContactForce {
public:
    HertzDashpotSliderForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                            const HertzNormal& = HertzNormal(), const DashpotSlider& = DashpotSlider(),
                            const RollingLaw& = NoRolling());
    HertzDashpotSliderForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const HertzNormal& = HertzNormal(),
                            const DashpotSlider& = DashpotSlider(), const RollingLaw& = NoRolling());
};

/** Combines PFCLinearNormal with PFCLinearShear: PFC's linear model. Give its dashpot mode M_d to both laws. */
class SIMBODYDEM_API PFCLinearForce : public DEMContactForce {
public:
    PFCLinearForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                   const PFCLinearNormal& = PFCLinearNormal(), const PFCLinearShear& = PFCLinearShear(),
                   const RollingLaw& = NoRolling());
    PFCLinearForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const PFCLinearNormal& = PFCLinearNormal(),
                   const PFCLinearShear& = PFCLinearShear(), const RollingLaw& = NoRolling());
};

/** Combines PFCHystereticNormal with MindlinIncremental: PFC's hysteretic model. It returns the restitution that you set at every speed and
mass, without a clamp. The tangential law is undamped, as in PFC, unless you give another one. */
class SIMBODYDEM_API PFCHystereticForce : public DEMContactForce {
public:
    PFCHystereticForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                       const PFCHystereticNormal& = PFCHystereticNormal(),
                       const MindlinIncremental& = MindlinIncremental().setTangentialDampingRatio(0),
                       const RollingLaw& = NoRolling());
    PFCHystereticForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&,
                       const PFCHystereticNormal& = PFCHystereticNormal(),
                       const MindlinIncremental& = MindlinIncremental().setTangentialDampingRatio(0),
                       const RollingLaw& = NoRolling());
};

} // namespace simbodydem

#endif
