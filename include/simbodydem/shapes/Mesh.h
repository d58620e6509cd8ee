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

/** A surface of triangles, with something solid behind it: closed, as a rock's, or open, as a floor's. It may have a rounding, inwards,
so that faces stay where the triangles are and edges and corners become parts of cylinders and spheres; where more than three
planes meet in a vertex they move, by the square of the angles between them.

A sphere touches wherever the mesh is nearest to its centre: coplanar triangles are one plane, over a convex edge its normal
turns, in a concave corner it has a contact with each face. A groove flatter than .2 rad is rounded by half as much again as the
radius of what touches, so that contacts whose areas overlap are one. Other bodies touch with their corners, with the mesh's own corners
and where edges cross. Edges flatter than .2 rad have no curvature. An edge or a corner without rounding is as stiff as if it had that of
what it touches; what has none itself it cannot touch. Valid while overlaps are less than both roundings together. 

An open mesh is one-sided: contacts begin on its front, from which its triangles are counter-clockwise. Such a contact pushes to the front
while the other body's centre is no further behind than that body's radius. What comes from behind passes without force until it no
longer overlaps the mesh. A half space is held by an open mesh's corners on either side. The force warns once that a mesh is open. */
class SIMBODYDEM_API Mesh : public Shape {
public:
    /** @param vertices   [m], finite; those at one place are one
        @param triangles  numbers of three vertices each, counter-clockwise seen from outside; of two triangles along each edge
        @param rounding   radius of edges and corners [m], >= 0 and less than what leaves a mesh inside
        @throws std::invalid_argument otherwise, naming the triangle; also if a triangle is folded onto its neighbour, if two cover
        each other in one plane, or if a closed shell is inside out. A closed shell within another one may look inwards: it is a
        cavity. */
    Mesh(const std::vector<SimTK::Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
         SimTK::Real rounding);

    /** Reads all faces of a file, or none. Polygons are cut into triangles, convex or not; a corner in the middle of a side stays one.
        A polygon need not be flat, but none of its
        triangles may be tilted by more than 80 degrees against its mean plane. Vertices at one place become one, unused ones are left out.
        @param path  of an OBJ, STL (ASCII or binary) or VTP (ASCII) file, of lengths in m
        @param rounding  as the constructor's
        @throws std::invalid_argument with the file, the line and the reason if any part cannot be read, or as the constructor does */
    static Mesh fromFile(const std::string& path, SimTK::Real rounding);
    /** Takes one of Simbody's meshes; its polygons are cut as those of a file. */
    static Mesh fromPolygons(const SimTK::PolygonalMesh&, SimTK::Real rounding);

    const std::vector<SimTK::Vec3>& getVertices() const { return vertices; }
    const std::vector<std::array<int, 3>>& getTriangles() const { return triangles; }
    SimTK::Real getRounding() const { return rounding; }
    int getNumVertices() const { return int(vertices.size()); }
    int getNumTriangles() const { return int(triangles.size()); }
    /** Turns a closed mesh inside out: free space is inside, and the solid is all that is outside. It makes a box, a drum or a hopper
        of the mesh that a solid of this form has. What starts inside stays inside; what starts outside passes without force. Faces stay
        where they are. The rounding rounds the edges that stand out into the free space, as those of a pillar do, and leaves the inner
        corners sharp. Applied twice it returns the solid.
        @returns the same vertices; each triangle with its last two vertices exchanged, counter-clockwise seen from inside
        @throws std::invalid_argument if the mesh is open, or if the rounding leaves no mesh inside of a pillar */
    Mesh asContainer() const;
    /** Returns true if asContainer() has made it. */
    bool isContainer() const;
    /** Returns true if each edge has two triangles. */
    bool isClosed() const;
    /** Returns the sum of the triangles' areas [m^2]. */
    SimTK::Real getArea() const;
    /** Returns the volume [m^3] within the triangles of a closed mesh, the sum of its shells'; a cavity's is negative. The rounding
        takes nothing off. Of a container it is the volume of the free space, > 0.
        @throws std::logic_error if the mesh is open */
    SimTK::Real getVolume() const;
    Mesh* clone() const override { return new Mesh(*this); }
    std::string describe() const override;

    struct Internals; // defined in the library alone, which reads its core by it

private:
    std::vector<SimTK::Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    SimTK::Real rounding;
    std::shared_ptr<const kernels::TriangleMesh> core; // inwards by the rounding; shared by copies
};

} // namespace simbodydem

#endif
