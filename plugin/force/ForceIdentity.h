// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_FORCE_IDENTITY_H
#define SIMBODYDEM_FORCE_FORCE_IDENTITY_H

#include "contact/HistoryFile.h"
#include "force/CompiledModel.h"

namespace simbodydem {

/** Describes everything that determines the results of a force, line by line. A saved history continues only if all lines are equal.
@param compiled  of the model; must outlive the result */
HistoryModel describeForce(const CompiledModel& compiled, const ContactModel&);

} // namespace simbodydem

#endif
