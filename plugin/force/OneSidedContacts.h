// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_ONE_SIDED_CONTACTS_H
#define SIMBODYDEM_FORCE_ONE_SIDED_CONTACTS_H

#include "contact/ContactTransport.h"
#include "force/CompiledModel.h"

#include <vector>

// Contacts of open meshes, terrains and containers begin only on the front of the surface. A surface that comes from behind passes
// without force.

namespace simbodydem {

struct HiddenCorner;

/** Returns true if a contact point has come through a one-sided surface from behind and has no force. It had no contact at the commit. It
comes from behind if its centre was behind at the commit, and then as long as its corner overlaps the surface.
@param next  records the corners that pass; may be null */
bool isFromBehind(const CompiledModel&, const ContactPoint&, const ContactHistory& committed,
                  SimTK::Real timeSinceCommit, const BodyMotion& bodyA, const BodyMotion& bodyB, ContactHistory* next);

/** Records the corners that continue to pass. Either they have come from behind and other parts of the surface hide them, or they are edges
deep under a face. */
void keepPassing(const ContactHistory& committed, const std::vector<HiddenCorner>& hidden, ContactHistory& next);

/** Records a contact of an open mesh, or one that passes, for the warning about one-sided surfaces. */
void noteOneSided(const CompiledModel&, const ContactPoint&, bool isPassing, ContactHistory& next);

} // namespace simbodydem

#endif
