// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_FILES_H
#define SIMBODYDEM_GRAINS_GRAIN_FILES_H

#include "simbodydem/OptionalReal.h"
#include "simbodydem/ReplayRecorder.h"
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

/** Writes the grains of a bed at several times for ParaView: a .pvd file that lists one .vtp file for each time. Show them as spheres
(Glyph, scaled by `radius`). Each grain has its radius [m], velocity [m/s] and angular velocity [rad/s]. */
class SIMBODYDEM_GRAINS_API GrainSeries {
public:
    /** Begins a series. @param path  of the .pvd file; the others are beside it
    @throws std::invalid_argument unless the path ends with .pvd */
    explicit GrainSeries(const std::string& path);

    /** Writes all grains as they are now. @throws std::runtime_error with the path, if a file cannot be written */
    void write(const GrainBed& bed);
    /** Returns the number of times that have been written. */
    int getNumTimes() const { return int(times.size()); }

private:
    std::string path;
    std::vector<SimTK::Real> times;
};

/** Draws the grains of a bed in a replay, each in the colour of its speed. A bed with more grains is thinned: the same grains, evenly taken, are
drawn in all rows. The bed must live as long as rows are recorded. Call record() after stepTo(), when bed and State are at one time.
@param replay  has no rows yet
@param bed     has its grains at the first row
@param most    grains to draw, 1 or more */
SIMBODYDEM_GRAINS_API void showGrains(ReplayRecorder& replay, const GrainBed& bed, int most = 100000);
/** Draws them around a body. Where the box repeats itself, each grain is drawn in the place that is nearest to the origin of the body, so
a wheel that leaves the box rolls on. @throws std::invalid_argument if it is a body of another System */
SIMBODYDEM_GRAINS_API void showGrains(ReplayRecorder& replay, const GrainBed& bed, const SimTK::MobilizedBody& body,
                                      int most = 100000);

} // namespace simbodydem

#endif
