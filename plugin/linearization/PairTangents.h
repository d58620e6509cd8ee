// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LINEARIZATION_PAIR_TANGENTS_H
#define SIMBODYDEM_LINEARIZATION_PAIR_TANGENTS_H

#include "simbodydem/ContactLinearization.h"

namespace simbodydem {

class DEMContactForceImpl;

/** Returns the derivatives of a force's contacts by poses and velocities of bodies. The State must be realized to Stage::Dynamics.
@throws std::runtime_error, naming the surfaces, if a derivative is not finite */
ContactLinearization calcContactLinearization(const DEMContactForceImpl&, const SimTK::State&);

} // namespace simbodydem

#endif
