// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_SHAPES_H
#define SIMBODYDEM_ROBOTS_ROBOT_SHAPES_H

#include "simbodydem/robots/RobotGeometry.h"
#include "simbodydem/robots/RobotOptions.h"
#include "simbodydem/shapes/Shape.h"

#include "Simbody.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

/** A shape and its frame in that of the geometry. */
struct PlacedShape {
    std::shared_ptr<const Shape> shape;
    std::string note;           ///< on simplified meshes; usually empty
    SimTK::Real meshExtent = 0; ///< the longest edge of the box about a mesh [m]; 0 for other shapes
    SimTK::Transform X_GS = {};  ///< frame of the shape on that of the geometry
};

/** Makes the shape that other bodies touch, in the frame of the geometry.
@throws std::invalid_argument with the reason, if it is impossible */
PlacedShape makeShape(const RobotGeometry&, Meshes, const RobotOptions&);

/** Makes what is drawn, in the frame X_BV of the geometry. @param color  of the file; missing: that of a mesh, or grey */
std::vector<std::pair<SimTK::Transform, SimTK::DecorativeGeometry>> makeDecorations(
    const RobotGeometry&, const SimTK::Transform& X_BV, const std::optional<SimTK::Vec4>& color);

} // namespace simbodydem

#endif
