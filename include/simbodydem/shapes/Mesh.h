// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MESH_H
#define SIMBODYDEM_MESH_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

namespace kernels {
struct TriangleMesh;
}

/** Defines a surface of triangles with a solid behind it. It is closed, such as that of a rock, or open, such as that of a floor. A
rounding moves edges and corners inwards and makes them parts of cylinders and spheres. The faces keep their positions. Where more than
three planes meet in a vertex, faces move by the square of the angles between them.

@par Contacts
A sphere has a contact wherever the mesh is locally nearest to its centre. Coplanar triangles act as one plane. Over a convex edge
the normal turns. In a concave corner the sphere has one contact with each face. A groove flatter than 0.2 rad is rounded by 1.5 times the radius
of the other body, so that contacts whose areas overlap are one. Other bodies have contacts at their own corners, at the corners of the mesh
and where edges cross.

Edges flatter than 0.2 rad have no curvature. An edge or a corner without rounding is as stiff as if it had the rounding of the other body. It
has no contact with a body that has no rounding either. Valid while the overlap is less than the sum of both roundings.

@par Open meshes
An open mesh is one-sided: contacts begin on its front, from which its triangles are counter-clockwise. Such a contact pushes to the front.
It ends when the centre of the other body is behind the mesh by more than the radius of that body. A body that comes from behind passes
without force until it no longer overlaps the mesh. The corners of an open mesh hold a half space on either side. The library prints one
warning per run that a mesh is open. */
class SIMBODYDEM_API Mesh : public Shape {
public:
    /** Makes a mesh of triangles.
        @param vertices   [m], finite; vertices at the same position become one
        @param triangles  numbers of three vertices each, counter-clockwise seen from outside; an edge has at most two triangles
        @param rounding   radius of edges and corners [m], >= 0 and small enough that a mesh is left inside
        @throws std::invalid_argument with the triangle, if a value is out of its range. Also if a triangle is folded onto its neighbour, if
                two cover each other in one plane, or if a closed shell is inside out. A closed shell within another one may look inwards: it
                is a cavity. */
    Mesh(const std::vector<SimTK::Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
         SimTK::Real rounding);

    /** Reads all faces of a file, or throws. Polygons are cut into triangles, convex or not. A corner in the middle of a side stays a corner. A
        polygon need not be flat, but none of its triangles may be tilted by more than 80 degrees against its mean plane. Vertices at the same
        position become one. Unused vertices are left out.
        @param path      of an OBJ, STL (ASCII or binary) or VTP (ASCII) file with lengths in m
        @param rounding  as in the constructor [m]
        @throws std::invalid_argument with the file, the line and the reason, if any part cannot be read, or as the constructor does */
    static Mesh fromFile(const std::string& path, SimTK::Real rounding);
    /** Stores the triangles of a file, which need not be the surface of a solid. */
    struct Triangles {
        std::vector<SimTK::Vec3> vertices;         ///< [m]
        std::vector<std::array<int, 3>> triangles; ///< counter-clockwise seen from outside
        std::string fault;                         ///< the first reason why fromFile() does not take it; empty if there is none
    };
    /** Reads the triangles of a file for shapes that need no solid, such as a ConvexHull. A file that is cut off or damaged is an error, as in
        fromFile(). Faces without area, lines, points, and surfaces that no solid has are a fault instead. Such faces, lines and points are
        left out.
        @param path  as in fromFile()
        @throws std::invalid_argument with the file, the line and the reason, if any part cannot be read, or if there are no triangles */
    static Triangles readTriangles(const std::string& path);
    /** Makes a mesh of a Simbody mesh. Its polygons are cut as those of a file.
        @param rounding  as in the constructor [m] */
    static Mesh fromPolygons(const SimTK::PolygonalMesh&, SimTK::Real rounding);

    /** Returns the vertices [m]. */
    const std::vector<SimTK::Vec3>& getVertices() const { return vertices; }
    /** Returns the triangles as numbers of vertices; counter-clockwise seen from the free space. */
    const std::vector<std::array<int, 3>>& getTriangles() const { return triangles; }
    /** Returns the radius of edges and corners [m]. */
    SimTK::Real getRounding() const { return rounding; }
    int getNumVertices() const { return int(vertices.size()); }
    int getNumTriangles() const { return int(triangles.size()); }
    /** Returns this closed mesh turned inside out: the free space is inside and the solid outside. It makes a box, a drum or a hopper of the mesh
        of a solid of this form. Bodies that start inside stay inside. Bodies that start outside pass without force. Faces keep their positions.
        The rounding applies to edges that point into the free space, such as those of a pillar, and leaves the inner corners sharp. A second
        call returns the solid.
        @returns the same vertices; each triangle with its last two vertices exchanged, counter-clockwise seen from inside
        @throws std::invalid_argument if the mesh is open, or if the rounding leaves nothing of a pillar */
    Mesh asContainer() const;
    /** Returns true if the mesh is a container, made by asContainer(). */
    bool isContainer() const;
    /** Returns true if each edge has two triangles. */
    bool isClosed() const;
    /** Returns the sum of the areas of the triangles [m^2]. */
    SimTK::Real getArea() const;
    /** Returns the volume within the triangles of a closed mesh [m^3], the sum over its shells. The volume of a cavity is negative. The rounding
        does not reduce it. For a container it is the volume of the free space, > 0.
        @throws std::logic_error if the mesh is open */
    SimTK::Real getVolume() const;
    Mesh* clone() const override { return new Mesh(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    std::vector<SimTK::Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    SimTK::Real rounding;
    std::shared_ptr<const kernels::TriangleMesh> core; // moved inwards by the rounding; shared by copies
};

} // namespace simbodydem

#endif
