// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_LAMMPS_DATA_H
#define SIMBODYDEM_GRAINS_LAMMPS_DATA_H

#include "simbodydem/grains/GrainFiles.h"

#include <string>

namespace simbodydem::grains {

/** Reads grains from the text of a data file of LAMMPS. @throws std::invalid_argument with path and line */
GrainFile readLammpsData(const std::string& text, const std::string& path);

} // namespace simbodydem::grains

#endif
