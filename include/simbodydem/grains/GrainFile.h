// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_FILE_H
#define SIMBODYDEM_GRAINS_GRAIN_FILE_H

#include "simbodydem/OptionalReal.h"
#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBed.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Holds the grains of a file, for GrainBed::add(). */
struct GrainFile {
    std::vector<Grain> grains;
    OptionalReal density; ///< of all grains, if the file has it [kg/m^3]
};

/** Reads grains from a file. Its first character tells the format:

- VTK's PolyData, a .vtp file, such as GrainSeries writes. The points need an array `radius` [m]. `velocity` [m/s] and `angularVelocity`
  [rad/s] are zero if they are missing, and other arrays are left out. Arrays may be ascii, binary or appended, but not compressed.
- A data file of LAMMPS with `atom_style sphere`, in SI units, such as `write_data FILE nofix` writes. The grains are in the order of their numbers.
  Its box, its types of atoms and its pair coefficients are not used, since a GrainBed has its own box and one material.

@throws std::runtime_error if the file cannot be read, std::invalid_argument with file and line, or file and array, if it has no grains or
        something else than balls of one density */
SIMBODYDEM_GRAINS_API GrainFile readGrainFile(const std::string& path);

} // namespace simbodydem

#endif
