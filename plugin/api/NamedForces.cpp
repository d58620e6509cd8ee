// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/NamedForces.h"

namespace simbodydem {

using namespace SimTK;

HertzMindlinForce::HertzMindlinForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                     ContactSetIndex set, const HertzNormal& normal, const MindlinSecant& tangential,
                                     const RollingLaw& rolling)
    : DEMContactForce(forces, contacts, set, normal, tangential, rolling) {}

CundallForce::CundallForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                           const LinearNormal& normal, const CundallSlider& tangential, const RollingLaw& rolling)
    : DEMContactForce(forces, contacts, set, normal, tangential, rolling) {}

HertzDashpotSliderForce::HertzDashpotSliderForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                                 ContactSetIndex set, const HertzNormal& normal,
                                                 const DashpotSlider& tangential, const RollingLaw& rolling)
    : DEMContactForce(forces, contacts, set, normal, tangential, rolling) {}

PFCLinearForce::PFCLinearForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                               const PFCLinearNormal& normal, const PFCLinearShear& tangential,
                               const RollingLaw& rolling)
    : DEMContactForce(forces, contacts, set, normal, tangential, rolling) {}

PFCHystereticForce::PFCHystereticForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                       ContactSetIndex set, const PFCHystereticNormal& normal,
                                       const MindlinIncremental& tangential, const RollingLaw& rolling)
    : DEMContactForce(forces, contacts, set, normal, tangential, rolling) {}

HertzMindlinForce::HertzMindlinForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                     const HertzNormal& normal, const MindlinSecant& tangential,
                                     const RollingLaw& rolling)
    : DEMContactForce(forces, surfaces, normal, tangential, rolling) {}

CundallForce::CundallForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const LinearNormal& normal,
                           const CundallSlider& tangential, const RollingLaw& rolling)
    : DEMContactForce(forces, surfaces, normal, tangential, rolling) {}

HertzDashpotSliderForce::HertzDashpotSliderForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                                 const HertzNormal& normal, const DashpotSlider& tangential,
                                                 const RollingLaw& rolling)
    : DEMContactForce(forces, surfaces, normal, tangential, rolling) {}

PFCLinearForce::PFCLinearForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                               const PFCLinearNormal& normal, const PFCLinearShear& tangential,
                               const RollingLaw& rolling)
    : DEMContactForce(forces, surfaces, normal, tangential, rolling) {}

PFCHystereticForce::PFCHystereticForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                       const PFCHystereticNormal& normal, const MindlinIncremental& tangential,
                                       const RollingLaw& rolling)
    : DEMContactForce(forces, surfaces, normal, tangential, rolling) {}

} // namespace simbodydem
