// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_VTK_POINTS_H
#define SIMBODYDEM_GRAINS_VTK_POINTS_H

#include "simbodydem/grains/GrainFiles.h"

#include <string>

namespace simbodydem::grains {

/** Reads grains from the points of a .vtp file. @throws std::invalid_argument with path and array */
GrainFile readVtkPoints(const std::string& text, const std::string& path);

} // namespace simbodydem::grains

#endif
