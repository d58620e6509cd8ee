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

/** Ground whose height z above the x-y plane of S is given on a grid, solid below. It ends where the grid ends.

Smooth: bicubic patches through the heights, with continuous curvature and none across the border (natural splines, as of Simbody's
BicubicSurface). Spheres and ellipsoids, and the corners and ends of other bodies, touch it wherever it is nearest to them, with its
normal and its curvature there, < 0 in a hollow; a hollow that is within 1 % of as round as the body in it counts as 1 % less
round. Edges and faces that bridge hills lie on the grid's points and the lines between them: make it finer where that matters.
Faceted: two triangles between four points, as of a Mesh.

It touches everything but half spaces, and other terrain and meshes if one of the two has a rounding. */
class SIMBODYDEM_API Terrain : public Shape {
public:
    enum class Surface { Smooth, Faceted };

    /** @param x, y      lines of the grid [m], ascending; at least 4 of each if it is smooth, else 2
        @param heights   [m], finite, x.size() by y.size()
        @param surface   smooth or of facets
        @param rounding  radius of edges and corners [m], >= 0 as a Mesh's; 0 if it is smooth
        @throws std::invalid_argument otherwise */
    Terrain(const SimTK::Vector& x, const SimTK::Vector& y, const SimTK::Matrix& heights,
            Surface surface = Surface::Smooth, SimTK::Real rounding = 0);

    /** Heights of height(x, y) on a grid of so many cells from one corner to the opposite one, `low` < `high` [m]. */
    static Terrain fromFunction(const std::function<SimTK::Real(SimTK::Real, SimTK::Real)>& height,
                                const SimTK::Vec2& low, const SimTK::Vec2& high, int cellsInX, int cellsInY,
                                Surface surface = Surface::Smooth, SimTK::Real rounding = 0);

    /** Heights from a grey image about the origin, black 0 and white `height`, a pixel a point; x to the right, y up.
        @param path  of a PGM file, plain or raw, of 8 or 16 bits
        @param size  from the first pixel to the last one, in x and y [m]
        @param height  of white [m]
        @param surface, rounding  as the constructor's
        @throws std::invalid_argument if it cannot be read or is none, or as the constructor does */
    static Terrain fromImage(const std::string& path, const SimTK::Vec2& size, SimTK::Real height,
                             Surface surface = Surface::Smooth, SimTK::Real rounding = 0);

    const SimTK::Vector& getX() const { return x; }
    const SimTK::Vector& getY() const { return y; }
    const SimTK::Matrix& getHeights() const { return heights; }
    Surface getSurface() const { return surface; }
    SimTK::Real getRounding() const { return rounding; }
    Terrain* clone() const override { return new Terrain(*this); }
    std::string describe() const override;

    struct Internals; // defined in the library alone, which reads its core by it

private:
    SimTK::Vector x, y;
    SimTK::Matrix heights;
    Surface surface;
    SimTK::Real rounding;
    std::shared_ptr<const kernels::TriangleMesh> core; // inwards by the rounding; shared by copies
};

} // namespace simbodydem

#endif
