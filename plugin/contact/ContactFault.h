// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CONTACT_FAULT_H
#define SIMBODYDEM_CONTACT_CONTACT_FAULT_H

#include "contact/HistoryFile.h"
#include "contact/PairTable.h"

#include <string>

namespace simbodydem {

/** What laws make of a remembered contact at its commit, asked once more: numbers that each are possible may still give a
force that is not (a spring of negative stiffness), and what a law remembers only the law can judge.
@returns what is wrong; empty if nothing is */
std::string findFault(const PairLaws&, const Surface& a, const Surface& b, const FullContactRow&, const BodyPose& poseA,
                      const BodyPose& poseB);

} // namespace simbodydem

#endif
