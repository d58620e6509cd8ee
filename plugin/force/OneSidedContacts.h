// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_ONE_SIDED_CONTACTS_H
#define SIMBODYDEM_FORCE_ONE_SIDED_CONTACTS_H

#include "contact/ContactTransport.h"
#include "force/CompiledModel.h"

#include <vector>

// Contacts of open meshes, terrains and containers begin on the front of the surface alone. What comes from behind passes without force.

namespace simbodydem {

struct HiddenCorner;

/** Returns true if a touch that had no contact at the commit has come through a one-sided surface from behind, and has no force. It has if
its centre was behind at the commit, and as long as its corner overlaps the surface since.
@param next  notes what passes; may be null */
bool isFromBehind(const CompiledModel&, const ContactPoint&, const ContactHistory& committed,
                  SimTK::Real timeSinceCommit, const BodyMotion& bodyA, const BodyMotion& bodyB, ContactHistory* next);

/** Notes what goes on passing: what has come from behind, where other parts of the surface hide it, and an edge that is deep under a face. */
void keepPassing(const ContactHistory& committed, const std::vector<HiddenCorner>& hidden, ContactHistory& next);

/** Notes a contact of an open mesh, or one that passes, for the warning about one-sided surfaces. */
void noteOneSided(const CompiledModel&, const ContactPoint&, bool isPassing, ContactHistory& next);

} // namespace simbodydem

#endif
