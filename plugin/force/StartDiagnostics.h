// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_START_DIAGNOSTICS_H
#define SIMBODYDEM_FORCE_START_DIAGNOSTICS_H

#include "contact/ContactHistory.h"
#include "force/CompiledModel.h"
#include "simbodydem/ContactRecord.h"

#include <functional>
#include <vector>

namespace simbodydem {

struct Workspace;

/** Warns of materials that are probably in a wrong unit: friction above 10, and a layer that is thicker than its shape. */
void warnOfMaterials(const CompiledModel&);

/** Warns if both forces act on one pair of surfaces, or if Simbody's HuntCrossleyForce does. */
void warnOfTwoForces(const CompiledModel&, const CompiledModel& other);
void warnOfHuntCrossley(const CompiledModel&, const SimTK::GeneralForceSubsystem&, const SimTK::State&);

/** Returns a body that contacts throw at the start: its net contact force exceeds 20 times its weight, or the energy of its contacts lifts
it further than its size. A body that is pinched has no net force. A body is here a free body with all bodies that it carries.
@param work        of an evaluation of this State
@param getRecords  evaluates the contacts once more; called only if a net force is large */
ThrownBody findThrownBody(const CompiledModel&, const SimTK::State&, const Workspace& work,
                          const std::function<std::vector<ContactRecord>()>& getRecords);

/** Warns of the body that contacts have thrown at the first commit. */
void warnOfThrownBody(const CompiledModel&, const ThrownBody&, SimTK::Real time);

} // namespace simbodydem

#endif
