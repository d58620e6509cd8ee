// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LINEARIZATION_PAIR_TANGENTS_H
#define SIMBODYDEM_LINEARIZATION_PAIR_TANGENTS_H

#include "simbodydem/ContactLinearization.h"

namespace simbodydem {

class DEMContactForceImpl;

/** Returns how a force's contacts change with poses and velocities of bodies, of a State that is realized to Stage::Dynamics.
@throws std::runtime_error, naming the surfaces, if a derivative is not finite */
ContactLinearization calcContactLinearization(const DEMContactForceImpl&, const SimTK::State&);

} // namespace simbodydem

#endif
