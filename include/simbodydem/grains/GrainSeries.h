// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_SERIES_H
#define SIMBODYDEM_GRAINS_GRAIN_SERIES_H

#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBed.h"

#include <string>
#include <vector>

namespace simbodydem {

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

} // namespace simbodydem

#endif
