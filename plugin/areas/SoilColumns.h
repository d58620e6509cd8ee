// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_SOIL_COLUMNS_H
#define SIMBODYDEM_AREAS_SOIL_COLUMNS_H

#include "areas/ColumnDepth.h"
#include "collision/CompiledSurface.h"
#include "contact/SoilHistory.h"

#include <optional>
#include <vector>

namespace simbodydem {

/** Divides a half space or a terrain into square cells, seen along the normal of the half space or along z of the terrain. */
struct SoilGrid {
    explicit SoilGrid(const SurfaceGeometry& geometry) : shape(geometry) {}

    /** Holds the centre of a cell in the frame of the soil's shape. */
    struct Center {
        Vector3 point, up;   // of the undeformed surface, and its outward normal there
        SimTK::Real stretch; // area of the surface over that of the cell as it is seen, >= 1
    };
    /** Returns the centre of cell (i, j); none beyond the border of a terrain. */
    std::optional<Center> centerOf(std::int64_t i, std::int64_t j) const;
    /** Returns the corners of a cell, at a depth below the undeformed surface. */
    std::array<Vector3, 4> cornersOf(std::int64_t cell, SimTK::Real depth) const;
    /** Returns the first of the two axes along the surface that the grid sees; the other one follows it. */
    int axis() const { return isPlane() ? 1 : 0; }
    /** Returns the place of a point as the grid sees it, in units of the width. */
    Eigen::Vector2d seen(const Vector3& vector) const {
        return Eigen::Vector2d(vector[axis()], vector[axis() + 1]) / width;
    }
    /** Returns the number of the cell in which a point is. */
    std::int64_t cellAt(const Vector3& point) const {
        const Eigen::Vector2d at = seen(point);
        return CellNumber::of(std::int64_t(std::floor(at[0])), std::int64_t(std::floor(at[1])));
    }
    bool isPlane() const { return shape.kind == ShapeKind::HalfSpace; }

    SurfaceGeometry shape;
    SimTK::Real width = 1; // of a cell [m]

private:
    std::optional<Center> centerAt(SimTK::Real u, SimTK::Real v) const;
};

constexpr SimTK::Real wholeWall = 0.17, noWall = 0.34; // n_z of sides of a body that are walls, and that are none; 80 and 70 degrees

/** Holds a cell over which a surface is below the undeformed soil. Vectors are in the frame of the soil's shape. */
struct SoilColumn {
    std::int64_t cell;
    Vector3 point, up; // centre of the cell on the undeformed surface, and its outward normal there
    SimTK::Real depth; // of the surface that touches it [m]
    Vector3 normal;    // against that surface
    SimTK::Real wall;  // how far that surface is a wall there, in [0, 1]
    SimTK::Real area;  // part of the cell's area that the surface covers [m^2]
    SimTK::Real whole; // area of the cell [m^2]
    Vector3 rim;       // derivative of `area` by the place of the surface, outwards along the soil [m]; 0 inside
    Vector3 toRim;     // from `point` to the middle of that part of the rim [m]
};

/** Finds the cells of soil that a surface reaches. */
class SoilColumns {
public:
    /** Finds the cells. The area of one at the rim of the surface is cut along the tangents of its shadow.
    @param R, p  pose of the surface's shape in the frame of the soil's shape */
    const std::vector<SoilColumn>& find(const SoilGrid&, const CollisionShape&, const Matrix3& R, const Vector3& p);

private:
    struct Node {
        std::int64_t i, j;
        bool exists, hasClearance;
        Vector3 point, up, normal; // the normal is that of the hit, in the frame of the soil
        ColumnHit hit;
        SimTK::Real stretch, area;
        Eigen::Vector2d rim, rimMoment; // in widths of a cell: derivative of `area`, sum of the middles of its edges times their length
        SimTK::Real rimLength;
    };
    struct MovedRim {
        Node* to;
        Eigen::Vector2d rim, moment;
        SimTK::Real length;
    };
    bool isIn(std::int64_t i, std::int64_t j) const {
        return i >= firstI && j >= firstJ && i < firstI + numI && j < firstJ + numJ;
    }
    std::size_t at(std::int64_t i, std::int64_t j) const { return std::size_t((i - firstI) * numJ + (j - firstJ)); }
    int nodeAt(std::int64_t i, std::int64_t j);
    void uncoverAboveSoil(Node&) const;
    void visitBlocks(std::int64_t i, std::int64_t j, std::int64_t columns, std::int64_t rows);
    void distributeArea(std::int64_t i, std::int64_t j);
    Vector3 alongSurface(const Node&, const Eigen::Vector2d& seen) const;
    Vector3 rimOf(const Node&) const;
    void moveRimInwards(Node&, std::vector<MovedRim>&);
    static bool isTouched(const Node& node) { return node.hit.isHit && node.hit.height < 0; }
    Vector3 normalOf(const Node&);

    const SoilGrid* grid = nullptr;
    const CollisionShape* shape = nullptr;
    Matrix3 R;
    Vector3 p;
    SimTK::Real lowest = 0; // height of the shape's bounding sphere's bottom, < 0 [m]
    std::int64_t firstI = 0, firstJ = 0, numI = 0, numJ = 0;
    std::vector<int> indices; // of nodes by cell; -1: not found yet
    std::vector<char> isDistributed;
    std::vector<Node> nodes;
    std::vector<SoilColumn> columns;
};

} // namespace simbodydem

#endif
