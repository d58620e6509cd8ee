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
  [rad/s] are zero if they are missing, `material` is 0, and other arrays are left out. Arrays may be ascii, binary or appended, and compressed by ZLib.
- A data file of LAMMPS with `atom_style sphere`, in SI units, such as `write_data FILE nofix` writes. The grains are in the order of their numbers.
  Its box, its types of atoms and its pair coefficients are not used, since a GrainBed has its own box and one material.

@throws std::runtime_error if the file cannot be read, std::invalid_argument with file and line, or file and array, if it has no grains or
        something else than balls of one density */
SIMBODYDEM_GRAINS_API GrainFile readGrainFile(const std::string& path);

/** Holds the options of a GrainSeries. */
class SIMBODYDEM_GRAINS_API GrainSeriesOptions {
public:
    /** Sets whether contacts are written too, see GrainSeries. The default is false. */
    GrainSeriesOptions& setContacts(bool on) {
        contacts = on;
        return *this;
    }
    /** Sets whether files are compressed by zlib. The default is false. */
    GrainSeriesOptions& setCompressed(bool on) {
        compressed = on;
        return *this;
    }
    bool hasContacts() const { return contacts; }
    bool isCompressed() const { return compressed; }

private:
    bool contacts = false, compressed = false;
};

/** Writes the grains of a bed at several times for ParaView: a .pvd file that lists one .vtp file for each time. Show them as spheres
(Glyph, scaled by `radius`). Each grain has its radius [m], velocity [m/s], angular velocity [rad/s]
and material.

With GrainSeriesOptions::setContacts() a second series, NAME_contacts.pvd, has a point for each contact, with these arrays:

| array | what it holds |
|-|-|
| `first`, `second` | indices in GrainBed::getGrains(); `first` is -1 in a contact with a surface |
| `surface` | SurfaceIndex of the surface; -1 in a contact of two grains |
| `normal` | from the first grain, or the surface, to the second grain |
| `overlap` | [m] |
| `normalForce` | along the normal, > 0 pushes [N] |
| `tangentialForce` | on the second grain [N] | */
class SIMBODYDEM_GRAINS_API GrainSeries {
public:
    /** Begins a series.
    @param path     of the .pvd file; the others are beside it
    @param options  whether contacts are written, and whether files are compressed
    @throws std::invalid_argument unless the path ends with .pvd, or if the library was built without zlib and files are to be compressed */
    explicit GrainSeries(const std::string& path, const GrainSeriesOptions& options = GrainSeriesOptions());

    /** Writes all grains, and contacts, as they are now. @throws std::runtime_error with the path, if a file cannot be written */
    void write(const GrainBed& bed);
    /** Returns the number of times that have been written. */
    int getNumTimes() const { return int(times.size()); }

private:
    std::string path;
    GrainSeriesOptions options;
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
