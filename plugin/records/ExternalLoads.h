// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXTERNAL_LOADS_H
#define SIMBODYDEM_EXTERNAL_LOADS_H

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

/** Writes OpenSim's ExternalLoads: one ExternalForce per group, with the group's columns of a storage file of ground reactions.
@param bodies  OpenSim's body by group
@throws std::runtime_error, naming the file, if it cannot be written
@throws std::invalid_argument, naming it, if it is a table that is being written */
void writeExternalLoadsFile(const std::string& file, const std::string& dataFile,
                            const std::vector<std::string>& groups, const std::map<std::string, std::string>& bodies);

} // namespace simbodydem

#endif
