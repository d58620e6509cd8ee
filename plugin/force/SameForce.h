// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SAME_FORCE_H
#define SIMBODYDEM_SAME_FORCE_H

#include "simbodydem/DEMContactForce.h"

namespace simbodydem {

/** Returns true if both handles are of one force element: what takes several forces would count its contacts twice. */
inline bool areSame(const DEMContactForce& a, const DEMContactForce& b) {
    return &a.getForceSubsystem() == &b.getForceSubsystem() && a.getForceIndex() == b.getForceIndex();
}

} // namespace simbodydem

#endif
