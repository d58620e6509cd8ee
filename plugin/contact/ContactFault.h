// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_FAULT_H
#define SIMBODYDEM_CONTACT_CONTACT_FAULT_H

#include "contact/HistoryFile.h"
#include "contact/PairTable.h"

#include <string>

namespace simbodydem {

/** Evaluates the laws of a stored contact at its commit once more and looks for forces that are not possible. Numbers that are
each possible may still give such a force (a spring of negative stiffness). Only the law can judge what it has stored.
@returns the text of an error; empty if there is none */
std::string findFault(const PairLaws&, const CompiledSurface& a, const CompiledSurface& b, const FullContactRow&, const BodyPose& poseA,
                      const BodyPose& poseB);

} // namespace simbodydem

#endif
