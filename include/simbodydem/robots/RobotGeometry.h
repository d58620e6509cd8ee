// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_GEOMETRY_H
#define SIMBODYDEM_ROBOTS_ROBOT_GEOMETRY_H

#include "SimTKcommon.h"

#include <optional>
#include <string>

namespace simbodydem {

/** A shape of a link, as its file describes it, in a frame of its own. Members of other kinds than this one are unused. */
struct RobotGeometry {
    enum class Kind { Box, Sphere, Cylinder, Capsule, Ellipsoid, Plane, Mesh }; ///< Plane: z > 0 is free space
    Kind kind = Kind::Box;
    int line = 0;                           ///< of the shape's element in the file
    SimTK::Vec3 size = SimTK::Vec3(0);      ///< Box: edges, Ellipsoid: diameters, along x, y and z [m], > 0
    SimTK::Real radius = 0;                 ///< Sphere, Cylinder, Capsule [m], > 0
    SimTK::Real length = 0;                 ///< Cylinder: along z [m], > 0; Capsule: without the two caps, >= 0
    std::string meshName;                   ///< Mesh: as in the file, "package://..." for instance
    std::string meshFile;                   ///< Mesh: the path on this machine; empty if the file is missing
    SimTK::Vec3 meshScale = SimTK::Vec3(1); ///< Mesh: a factor for each axis, not 0; negative factors mirror
};

/** The look of a visual. */
struct RobotMaterial {
    std::string name;                 ///< may be empty
    std::optional<SimTK::Vec4> color; ///< red, green, blue and opacity, each in [0, 1]
    std::string textureName;          ///< as in the file; usually empty
};

/** A shape that other bodies touch. */
struct RobotCollision {
    std::string name; ///< usually empty
    int line = 0;
    SimTK::Transform X_LC; ///< frame of the geometry on the link
    RobotGeometry geometry;
};

/** A shape that is drawn. */
struct RobotVisual {
    std::string name; ///< usually empty
    int line = 0;
    SimTK::Transform X_LV; ///< frame of the geometry on the link
    RobotGeometry geometry;
    std::optional<RobotMaterial> material;
};

} // namespace simbodydem

#endif
