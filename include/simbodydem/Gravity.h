// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAVITY_H
#define SIMBODYDEM_GRAVITY_H

#include "simbodydem/Export.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Returns the gravity of a System [m/s^2]: the sum of its Force::Gravity and Force::UniformGravity; 0 if it has none. */
SIMBODYDEM_API SimTK::Vec3 findGravity(const SimTK::System&);

} // namespace simbodydem

#endif
