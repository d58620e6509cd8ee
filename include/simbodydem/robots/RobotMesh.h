// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_MESH_H
#define SIMBODYDEM_ROBOTS_ROBOT_MESH_H

#include "simbodydem/robots/Export.h"
#include "simbodydem/robots/RobotGeometry.h"

#include "SimTKcommon.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

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
