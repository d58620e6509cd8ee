// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELLIPTIC_CONTACT_H
#define SIMBODYDEM_ELLIPTIC_CONTACT_H

#include "collision/ContactPoint.h"
#include "simbodydem/laws/NormalLaw.h"

// The geometry of contacts between surfaces whose curvature depends on the direction.

namespace simbodydem {

/** Sets the mean curvature of each surface, and the radius R* of the contact ellipse. With this radius K = 4/3 E* sqrt(R*) of the
laws is that of the ellipse. All members that do not depend on the curvatures must be set before. */
void setEllipticGeometry(NormalInput&, const ContactPoint&);

} // namespace simbodydem

#endif
