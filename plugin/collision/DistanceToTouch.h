// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_DISTANCE_TO_TOUCH_H
#define SIMBODYDEM_COLLISION_DISTANCE_TO_TOUCH_H

#include "collision/SurfaceList.h"

#include <memory>
#include <vector>

namespace simbodydem {

/** Returns the distance by which surfaces that move along a direction together touch one of the fixed ones [m]; Infinity if they never do. It is
the distance from their present pose if they overlap none of them and one lies ahead. Otherwise they come from so far behind that they
overlap none, and the distance may be negative. Layers, sand and soil count as rigid shapes.
@param state  realized to Stage::Position
@throws std::invalid_argument if two surfaces cannot have a contact, or if surfaces overlap wherever they come from */
SimTK::Real findDistanceToTouch(const std::shared_ptr<SurfaceList>&, const SimTK::State& state,
                                const std::vector<int>& moving, const std::vector<int>& fixed,
                                const SimTK::UnitVec3& direction);

} // namespace simbodydem

#endif
