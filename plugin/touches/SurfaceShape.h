#ifndef SIMBODYDEM_SURFACE_SHAPE_H
#define SIMBODYDEM_SURFACE_SHAPE_H

#include "SimTKmath.h"

#include <string>

namespace simbodydem {

/** 1/R [1/m] of a surface whose geometry is larger than it is by this margin [m]; 0 for a plane.
    @param surface  what a message calls it
    @throws std::invalid_argument unless it is a sphere, larger than the margin, or a half space */
SimTK::Real calcCurvature(const SimTK::ContactGeometry&, SimTK::Real margin, const std::string& surface);

} // namespace simbodydem

#endif
