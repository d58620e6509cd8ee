// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_SHAPE_DATA_H
#define SIMBODYDEM_GEOMETRY_SHAPE_DATA_H

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace simbodydem::kernels {

struct TriangleMesh;

/** Describes a shape by the numbers of its constructor. Members have plain types, so that messages can hold them. */
struct ShapeData {
    enum class Kind : std::int32_t {
        HalfSpace,
        Sphere,
        Ellipsoid,
        Wheel,
        Cylinder,
        Capsule,
        Brick,
        ConvexHull,
        Mesh,
        Terrain
    };

    ShapeData() = default;
    explicit ShapeData(Kind kind, std::vector<double> sizes = {}, double rounding = 0)
        : kind(kind), sizes(std::move(sizes)), rounding(rounding) {}

    Kind kind = Kind::HalfSpace;
    std::vector<double> sizes;           ///< radii, half lengths, semi-axes [m]
    double rounding = 0;                 ///< [m]
    std::vector<double> points;          ///< of a hull or a mesh, three each [m]; of a terrain its heights, by x and y
    std::vector<std::int32_t> triangles; ///< of a mesh, three vertices each
    bool isContainer = false;            ///< of a mesh: the solid is outside
    std::vector<double> x, y;            ///< lines of a terrain's grid [m]
    std::vector<double> slopes;          ///< of a smooth terrain: dz/dx, dz/dy, d2z/dxdy for each point
    /** Triangles of a mesh or a terrain that have been made already; null: makeCollisionShape() makes them. Messages do not hold them. */
    std::shared_ptr<const TriangleMesh> made;

    template <class IO> void fields(IO& io) { io(kind)(sizes)(rounding)(points)(triangles)(isContainer)(x)(y)(slopes); }
};

} // namespace simbodydem::kernels

#endif
