// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TERRAIN_H
#define SIMBODYDEM_TERRAIN_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

#include <functional>
#include <memory>
#include <string>

namespace simbodydem {

namespace kernels {
struct TriangleMesh;
}

/** Defines ground by its height z above the x-y plane of S on a grid. It is solid below and ends where the grid ends.

@par Smooth
The surface consists of bicubic patches through the heights, with continuous curvature. They are natural splines, without
curvature across the border, as in Simbody's BicubicSurface. Spheres, ellipsoids, and the corners and ends of other bodies have a contact
wherever the surface is locally nearest to them. The contact has the normal and the curvature of the surface there, which is < 0 in a
hollow. The curvature of a hollow counts as at most 0.99 of that of the body in it. R* would be infinite if both were equal. Edges and
faces that bridge hills rest on the points of the grid and the lines between them. Make the grid finer where that matters.

@par Faceted
The surface has two triangles between four points, as a Mesh.

@par Pairs
A terrain has contacts with spheres, ellipsoids and all rounded shapes. With a half space it has contacts if the terrain is faceted and
has a rounding. With another terrain or a mesh it has contacts if one of the two has a rounding. */
class SIMBODYDEM_API Terrain : public Shape {
public:
    enum class Surface { Smooth, Faceted };

    /** Makes a terrain of heights on a grid.
        @param x, y      lines of the grid [m], ascending; at least 4 of each for a smooth terrain, 2 for a faceted one
        @param heights   [m], finite, x.size() by y.size()
        @param surface   smooth or faceted
        @param rounding  radius of edges and corners [m], >= 0 as for a Mesh; 0 for a smooth terrain
        @throws std::invalid_argument if one of them is out of its range */
    Terrain(const SimTK::Vector& x, const SimTK::Vector& y, const SimTK::Matrix& heights,
            Surface surface = Surface::Smooth, SimTK::Real rounding = 0);

    /** Makes a terrain with the heights height(x, y) [m]. The grid has cellsInX by cellsInY cells, from the corner `low` to the opposite corner
        `high` [m], with `low` < `high` in x and y.
        @throws std::invalid_argument as the constructor does, or if there is no cell */
    static Terrain fromFunction(const std::function<SimTK::Real(SimTK::Real, SimTK::Real)>& height,
                                const SimTK::Vec2& low, const SimTK::Vec2& high, int cellsInX, int cellsInY,
                                Surface surface = Surface::Smooth, SimTK::Real rounding = 0);

    /** Makes a terrain of a grey image, centred about the origin. Black is 0 and white is `height`. Each pixel is a point of the grid, with
        x to the right and y up.
        @param path    of a PGM file, plain or raw, of 8 or 16 bits
        @param size    from the first pixel to the last one, in x and y [m]
        @param height  of white [m]
        @param surface, rounding  as in the constructor
        @throws std::invalid_argument if the file cannot be read or is not a PGM image, or as the constructor does */
    static Terrain fromImage(const std::string& path, const SimTK::Vec2& size, SimTK::Real height,
                             Surface surface = Surface::Smooth, SimTK::Real rounding = 0);

    const SimTK::Vector& getX() const { return x; }             ///< lines of the grid [m]
    const SimTK::Vector& getY() const { return y; }             ///< lines of the grid [m]
    const SimTK::Matrix& getHeights() const { return heights; } ///< [m], rows by x, columns by y
    Surface getSurface() const { return surface; }
    SimTK::Real getRounding() const { return rounding; }
    Terrain* clone() const override { return new Terrain(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Vector x, y;
    SimTK::Matrix heights;
    Surface surface;
    SimTK::Real rounding;
    std::shared_ptr<const kernels::TriangleMesh> core; // moved inwards by the rounding; shared by copies
};

} // namespace simbodydem

#endif
