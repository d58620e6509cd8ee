// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_MASS_OF_NEW_CONTACT_H
#define SIMBODYDEM_FORCE_MASS_OF_NEW_CONTACT_H

#include "contact/ContactTransport.h"
#include "contact/EffectiveMass.h"
#include "force/ContactPipeline.h"

namespace simbodydem {

/** Finds the mass that a new contact's dashpots feel: that of its touch, which was earlier than this State. Sets speeds that are rounding
errors to zero.
@param slipVelocity  of b past a [m/s]
@param in            has the overlap, the overlap rate and R*; its overlap rate may become zero */
ContactMass findMassOfNewContact(const PipelineInput&, Workspace&, const ContactPoint&, const BodyMotion& bodyA,
                                 const BodyMotion& bodyB, const Vector3& slipVelocity, NormalInput& in);

} // namespace simbodydem

#endif
