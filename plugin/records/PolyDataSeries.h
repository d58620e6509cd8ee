// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_POLY_DATA_SERIES_H
#define SIMBODYDEM_RECORDS_POLY_DATA_SERIES_H

#include "records/RowFile.h"
#include "simbodydem/DEMContactForce.h"

#include <string>
#include <vector>

// Files of polygons in VTK's XML formats, which ParaView reads: one .vtp per time, and one .pvd that lists them.

namespace simbodydem {

/** Returns a file of PolyData: the outlines of these elements in Ground, each with its pressure, shear, sliding and so on. The State must be
realized to Stage::Position. */
std::string makePolyData(const DEMContactForce&, const SimTK::State&, SimTK::ContactSurfaceIndex,
                         const std::vector<ElementRecord>&);

/** Starts the list of a series. It is well-formed XML at any time. */
RowFile startPolyDataSeries(const std::string& path);

/** Writes a file beside the list, and adds it to the list. "tip.pvd" lists "tip_000000.vtp" and so on.
@param number  of the file in the series
@throws std::runtime_error, naming the file, if one of them cannot be written; the list is then unchanged */
void addToPolyDataSeries(RowFile& list, long number, SimTK::Real time, const std::string& polyData);

} // namespace simbodydem

#endif
