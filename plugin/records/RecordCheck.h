// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORD_CHECK_H
#define SIMBODYDEM_RECORD_CHECK_H

#include "simbodydem/DEMContactForce.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Throws std::runtime_error, with caller, surfaces and time, if a number of a record is not finite: no reader of a file takes
"nan" for a number. */
void checkRecords(const std::string& caller, const DEMContactForce&, const std::vector<ContactRecord>&,
                  SimTK::Real time);

} // namespace simbodydem

#endif
