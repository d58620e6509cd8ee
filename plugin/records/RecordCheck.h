// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_RECORD_CHECK_H
#define SIMBODYDEM_RECORDS_RECORD_CHECK_H

#include "simbodydem/DEMContactForce.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Throws std::runtime_error, with caller, surfaces and time, if a number of a record is not finite. Readers of files do not
accept "nan" as a number. */
void checkRecords(const std::string& caller, const DEMContactForce&, const std::vector<ContactRecord>&,
                  SimTK::Real time);

/** Does the same for the records of areas. */
void checkRecords(const std::string& caller, const DEMContactForce&, const std::vector<AreaRecord>&, SimTK::Real time);
/** Does the same for the elements of a surface. */
void checkRecords(const std::string& caller, const DEMContactForce&, SimTK::ContactSurfaceIndex,
                  const std::vector<ElementRecord>&, SimTK::Real time);

} // namespace simbodydem

#endif
