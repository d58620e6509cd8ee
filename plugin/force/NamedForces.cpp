// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/NamedForces.h"

namespace simbodydem {

using namespace SimTK;

HertzMindlinForce::HertzMindlinForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                     ContactSetIndex set, const HertzNormal& normal, const MindlinSecant& tangential)
    : DEMContactForce(forces, contacts, set, normal, tangential) {}

CundallForce::CundallForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                           const LinearNormal& normal, const CundallSlider& tangential)
    : DEMContactForce(forces, contacts, set, normal, tangential) {}

HertzDashpotSliderForce::HertzDashpotSliderForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                                 ContactSetIndex set, const HertzNormal& normal,
                                                 const DashpotSlider& tangential)
    : DEMContactForce(forces, contacts, set, normal, tangential) {}

PFCLinearForce::PFCLinearForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                               const PFCLinearNormal& normal, const PFCLinearShear& tangential)
    : DEMContactForce(forces, contacts, set, normal, tangential) {}

PFCHystereticForce::PFCHystereticForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                       ContactSetIndex set, const PFCHystereticNormal& normal,
                                       const MindlinIncremental& tangential)
    : DEMContactForce(forces, contacts, set, normal, tangential) {}

HertzMindlinForce::HertzMindlinForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                     const HertzNormal& normal, const MindlinSecant& tangential)
    : DEMContactForce(forces, surfaces, normal, tangential) {}

CundallForce::CundallForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const LinearNormal& normal,
                           const CundallSlider& tangential)
    : DEMContactForce(forces, surfaces, normal, tangential) {}

HertzDashpotSliderForce::HertzDashpotSliderForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                                 const HertzNormal& normal, const DashpotSlider& tangential)
    : DEMContactForce(forces, surfaces, normal, tangential) {}

PFCLinearForce::PFCLinearForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                               const PFCLinearNormal& normal, const PFCLinearShear& tangential)
    : DEMContactForce(forces, surfaces, normal, tangential) {}

PFCHystereticForce::PFCHystereticForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                       const PFCHystereticNormal& normal, const MindlinIncremental& tangential)
    : DEMContactForce(forces, surfaces, normal, tangential) {}

} // namespace simbodydem
