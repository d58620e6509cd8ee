// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_LAYER_OUTLINES_H
#define SIMBODYDEM_FORCE_LAYER_OUTLINES_H

#include "simbodydem/DEMContactForce.h"

#include <cstdint>
#include <string>
#include <vector>

// Elements of layers as files and pages show them.

namespace simbodydem {

/** Throws std::invalid_argument, with the caller, if the surface does not exist, or has no ElasticLayer and cannot touch sand. Needs no
topology. */
void checkHasLayer(const std::string& caller, const DEMContactForce&, SimTK::ContactSurfaceIndex);

/** Returns all surfaces with an ElasticLayer. Needs realizeTopology(). */
std::vector<SimTK::ContactSurfaceIndex> findLayers(const DEMContactForce&);

/** Returns the corners of an element, in turn around it, in the frame of its surface's body [m]. Needs realizeTopology().
@param element  an element of an ElementRecord of this surface
@param depth    of the outline of a cell of soil below the undeformed surface [m]; it does not matter to a layer */
std::vector<SimTK::Vec3> calcOutline(const DEMContactForce&, SimTK::ContactSurfaceIndex, std::int64_t element,
                                     SimTK::Real depth);

} // namespace simbodydem

#endif
