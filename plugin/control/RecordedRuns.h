// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTROL_RECORDED_RUNS_H
#define SIMBODYDEM_CONTROL_RECORDED_RUNS_H

#include "integration/ReplayedSteps.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace simbodydem {

/** Merges a step that ends where a contact begins or its load is cut to 0, and is short, with the one before. Steps become short where surfaces are
about to meet, and where error control has refused steps beyond the cut. The contact could not change earlier than the last of them. */
std::vector<RecordedStep> mergeShortOnes(const std::vector<RecordedStep>&);

/** Makes a group of changes that follow each other in a small part of a step, such as those of feet that land at once. Explicit steps lie between
them, since an implicit one divides by its length. */
void findGroups(std::vector<RecordedStep>&);

/** Changes of contacts by name, see ContactIntegratorImpl::Recording. */
using ContactWords = std::map<std::string, std::string>;

/** Compares the contacts of runs that were perturbed to both sides. @param what  was perturbed @param doubts  gets those that differ */
void compareContacts(const ContactWords& one, const ContactWords& other, const std::string& what, std::set<std::string>& doubts);

} // namespace simbodydem

#endif
