// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_GEOMETRY_H
#define SIMBODYDEM_ROBOTS_ROBOT_GEOMETRY_H

#include "simbodydem/robots/Export.h"

#include "SimTKcommon.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

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

/** The triangles of a mesh file, scaled, in the frame of its RobotGeometry. */
struct RobotMesh {
    /** A part of the file: an object of an OBJ, a node of a DAE, or the whole of an STL or VTP. */
    struct Part {
        std::string name;
        int firstTriangle = 0, numTriangles = 0;
        std::optional<SimTK::Vec4>
            color; ///< of a DAE's or OBJ's material: red, green, blue and opacity, each in [0, 1]
    };
    std::vector<SimTK::Vec3> vertices;         ///< [m]; no two of one part are equal
    std::vector<std::array<int, 3>> triangles; ///< counter-clockwise seen from the front, part after part
    std::vector<Part> parts;
    std::string
        warning; ///< the reason why simbodydem::Mesh would not take the file; empty if it takes it, and for parts and DAE
};

/** The treatment of `<up_axis>` in a DAE file. */
enum class MeshUpAxis {
    AsInRos, ///< coordinates are those of the file, as in RViz, Gazebo and Pinocchio, for which robots' files are made
    AsInFile ///< the file's upward axis becomes z
};

/** Reads the mesh of a geometry. SimbodyDEM's readers read STL, VTP and OBJ of one object; assimp reads DAE and OBJ of several
objects. A file that is cut off or damaged is an error. A surface that no solid has is a warning of the mesh. The unit of a DAE is
honoured. A scale with one or three negative factors mirrors the mesh; its triangles are turned so that fronts stay fronts.
Triangles with two coincident corners are left out.
@throws std::invalid_argument with the file and the line, if the geometry is no mesh, if its file is missing, if a part of it cannot be read,
        or if it has no triangles */
SIMBODYDEM_ROBOTS_API RobotMesh loadMesh(const RobotGeometry&, MeshUpAxis = MeshUpAxis::AsInRos);

} // namespace simbodydem

#endif
