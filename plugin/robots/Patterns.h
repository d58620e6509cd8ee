// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_PATTERNS_H
#define SIMBODYDEM_ROBOTS_PATTERNS_H

#include <string>
#include <vector>

namespace simbodydem {

/** Returns the indices of the names that a regular expression matches as a whole.
@param what  "link" or "joint", for messages
@throws std::invalid_argument if it is no regular expression, or if it matches none of the names */
std::vector<int> findMatches(const std::string& pattern, const std::vector<std::string>& names,
                             const std::string& what);

/** Returns the names with commas, the first ones of many. */
std::string listNames(const std::vector<std::string>& names);

} // namespace simbodydem

#endif
