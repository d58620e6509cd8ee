// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_LAYER_ROWS_H
#define SIMBODYDEM_RECORDS_LAYER_ROWS_H

#include "records/RowFile.h"
#include "simbodydem/ContactRecord.h"

#include <string>
#include <vector>

// Tables of areas and of the elements of layers, with units in the header.

namespace simbodydem {

/** Adds the three columns of a vector. */
void addVectorColumns(std::vector<std::string>& columns, const std::string& stem, const std::string& unit);

std::vector<std::string> areaColumns();
std::vector<std::string> elementColumns();
/** Adds one row per area. */
void addRows(Rows&, SimTK::Real time, const std::vector<AreaRecord>&);
/** Adds one row per element. */
void addRows(Rows&, SimTK::Real time, const std::vector<ElementRecord>&);

} // namespace simbodydem

#endif
