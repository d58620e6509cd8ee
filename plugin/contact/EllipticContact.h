// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELLIPTIC_CONTACT_H
#define SIMBODYDEM_ELLIPTIC_CONTACT_H

#include "collision/ContactPoint.h"
#include "simbodydem/laws/NormalLaw.h"

// What is different where surfaces bend differently in different directions.

namespace simbodydem {

/** Give laws the radius R* with which their K = 4/3 E* sqrt(R*) is that of the ellipse in which the surfaces touch, and each
surface's mean curvature for its own. Expects what is not of the curvatures to be set. */
void setEllipticGeometry(NormalInput&, const ContactPoint&);

} // namespace simbodydem

#endif
