// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_FORCE_IDENTITY_H
#define SIMBODYDEM_FORCE_FORCE_IDENTITY_H

#include "contact/HistoryFile.h"
#include "force/CompiledModel.h"

namespace simbodydem {

/** Describes what determines the results of a force, line by line: a saved history continues only where all of it is the same.
@param compiled  of the model; must outlive what is returned */
HistoryModel describeForce(const CompiledModel& compiled, const ContactModel&);

} // namespace simbodydem

#endif
