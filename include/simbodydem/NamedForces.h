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

// Each force takes the laws that its name stands for, and a rolling law (EPSDRolling, ConstantRolling, ViscousRolling or a user's own) last.
// Without one a contact resists neither rolling nor twisting.

namespace simbodydem {

/** HertzNormal with MindlinSecant: the everyday law of DEM for spheres of known material.

    HertzMindlinForce force(forces, surfaces, HertzNormal(), MindlinSecant(), EPSDRolling()); */
class SIMBODYDEM_API HertzMindlinForce : public DEMContactForce {
public:
    HertzMindlinForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                      const HertzNormal& = HertzNormal(), const MindlinSecant& = MindlinSecant(),
                      const RollingLaw& = NoRolling());
    HertzMindlinForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const HertzNormal& = HertzNormal(),
                      const MindlinSecant& = MindlinSecant(), const RollingLaw& = NoRolling());
};

/** LinearNormal with CundallSlider: constant stiffnesses, so the step that an integrator needs does not depend on the
load. The cheapest law that sticks. */
class SIMBODYDEM_API CundallForce : public DEMContactForce {
public:
    CundallForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                 const LinearNormal& = LinearNormal(), const CundallSlider& = CundallSlider(),
                 const RollingLaw& = NoRolling());
    CundallForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const LinearNormal& = LinearNormal(),
                 const CundallSlider& = CundallSlider(), const RollingLaw& = NoRolling());
};

/** HertzNormal with DashpotSlider: for gross sliding; it creeps under any tangential load. */
class SIMBODYDEM_API HertzDashpotSliderForce : public DEMContactForce {
public:
    HertzDashpotSliderForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                            const HertzNormal& = HertzNormal(), const DashpotSlider& = DashpotSlider(),
                            const RollingLaw& = NoRolling());
    HertzDashpotSliderForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const HertzNormal& = HertzNormal(),
                            const DashpotSlider& = DashpotSlider(), const RollingLaw& = NoRolling());
};

/** PFCLinearNormal with PFCLinearShear: PFC's linear model. Its dashpot mode M_d is to be given to both. */
class SIMBODYDEM_API PFCLinearForce : public DEMContactForce {
public:
    PFCLinearForce(SimTK::GeneralForceSubsystem&, SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                   const PFCLinearNormal& = PFCLinearNormal(), const PFCLinearShear& = PFCLinearShear(),
                   const RollingLaw& = NoRolling());
    PFCLinearForce(SimTK::GeneralForceSubsystem&, const ContactSurfaces&, const PFCLinearNormal& = PFCLinearNormal(),
                   const PFCLinearShear& = PFCLinearShear(), const RollingLaw& = NoRolling());
};

/** PFCHystereticNormal with MindlinIncremental: PFC's hysteretic model. Returns the asked restitution at every speed and
mass, without a clamp. The tangential part is undamped, as PFC's is, unless another one is given. */
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
