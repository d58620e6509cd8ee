// SPDX-License-Identifier: Apache-2.0
#include "areas/SoilColumns.h"

#include "areas/PointDistance.h"
#include "geometry/HeightField.h"
#include "geometry/TriangleMesh.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace simbodydem {

using SimTK::Real;

namespace {

constexpr Real onEdge = 1e-6; // distance within which a centre lies on the edge of the shadow, in cells

// Returns how far a side counts as a wall, by its n_z.
Real wallFraction(Real upwards) { return 1 - std::min(std::max((upwards - wholeWall) / (noWall - wholeWall), Real(0)), Real(1)); }

constexpr int mostCellsOfWall = 32; // that a wall leans over

constexpr std::int64_t mostCells = 4000000; // that a surface may be above

} // namespace

std::optional<SoilGrid::Center> SoilGrid::centerAt(Real u, Real v) const {
    if (isPlane()) return Center{Vector3(0, u, v), -Vector3::UnitX(), 1};
    const kernels::TriangleMesh& mesh = *shape.mesh;
    if (mesh.smooth) {
        const kernels::HeightField& field = *mesh.smooth;
        if (u < field.x.front() || u > field.x.back() || v < field.y.front() || v > field.y.back()) return std::nullopt;
        const auto at = field.at(u, v);
        const Vector3 up = at.normal();
        return Center{at.point, up, 1 / up[2]};
    }
    const ColumnHit hit = findLowest(shape, Vector3(u, v, 0), -Vector3::UnitZ(), false); // from above
    if (!hit.isHit) return std::nullopt;
    return Center{Vector3(u, v, -hit.height), hit.normal, 1 / std::max(hit.normal[2], Real(0.05))};
}

std::optional<SoilGrid::Center> SoilGrid::centerOf(std::int64_t i, std::int64_t j) const {
    return centerAt((Real(i) + 0.5) * width, (Real(j) + 0.5) * width);
}

std::array<Vector3, 4> SoilGrid::cornersOf(std::int64_t cell, Real depth) const {
    const std::int64_t i = CellNumber::first(cell), j = CellNumber::second(cell);
    const std::optional<Center> center = centerOf(i, j);
    std::array<Vector3, 4> corners;
    const int steps[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int k = 0; k < 4; ++k) {
        const auto corner = centerAt(Real(i + steps[k][0]) * width, Real(j + steps[k][1]) * width);
        const Center& at = corner ? *corner : *center;
        corners[k] = at.point - depth * at.up;
    }
    return corners;
}

int SoilColumns::nodeAt(std::int64_t i, std::int64_t j) {
    int& index = indices[at(i, j)];
    if (index >= 0) return index;
    index = int(nodes.size());
    Node node{i, j, false, false, Vector3::Zero(), Vector3::Zero(), Vector3::Zero(), {}, 0, 0,
              Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero(), 0};
    if (const auto center = grid->centerOf(i, j)) {
        node.exists = true;
        node.point = center->point;
        node.up = center->up;
        node.stretch = center->stretch;
        node.hit = findLowest(*shape, R.transpose() * (node.point - p), R.transpose() * node.up, false);
        node.normal = R * node.hit.normal;
        uncoverAboveSoil(node);
    }
    nodes.push_back(node);
    return index;
}

// A steep side that leans over a cell from above the soil does not cover it. The rim of the shadow is where the side dips into the soil.
void SoilColumns::uncoverAboveSoil(Node& node) const {
    const Real upwards = -node.normal.dot(node.up);
    if (!node.hit.isHit || !(node.hit.height > 0) || !(wallFraction(upwards) > 0)) return;
    const Vector3 sideways = node.normal + upwards * node.up;
    const Real steepness = sideways.norm();
    node.hit.isHit = false;
    node.hasClearance = true;
    node.hit.normal = R.transpose() * (sideways / steepness);
    node.hit.clearance = node.hit.height * upwards / steepness;
}

// A block of a plane's cells is left out if the shape is further away than the block below the surface reaches.
void SoilColumns::visitBlocks(std::int64_t i, std::int64_t j, std::int64_t columns, std::int64_t rows) {
    if (grid->isPlane()) {
        const Real width = grid->width, halfDepth = -0.5 * lowest;
        const Vector3 middle(halfDepth, (Real(i) + 0.5 * Real(columns)) * width, (Real(j) + 0.5 * Real(rows)) * width);
        const Real reach = std::hypot(0.5 * width * std::hypot(Real(columns), Real(rows)), halfDepth);
        int feature = -1;
        if (findDistance(*shape, R.transpose() * (middle - p), 2 * reach, feature).distance > reach) return;
    }
    if (columns * rows <= 9) {
        for (std::int64_t a = i; a < i + columns; ++a)
            for (std::int64_t b = j; b < j + rows; ++b) nodeAt(a, b);
        return;
    }
    if (columns >= rows) {
        visitBlocks(i, j, columns / 2, rows);
        visitBlocks(i + columns / 2, j, columns - columns / 2, rows);
    } else {
        visitBlocks(i, j, columns, rows / 2);
        visitBlocks(i, j + rows / 2, columns, rows - rows / 2);
    }
}

// Divides the square between the centres of four cells among those of them that the shape covers. The tangents of the shadow that are seen from
// the others cut it. The parts change continuously: one is 0 where the tangent comes to the centre of its cell.
void SoilColumns::distributeArea(std::int64_t i, std::int64_t j) {
    if (!isIn(i, j) || !isIn(i + 1, j + 1)) return;
    char& isDone = isDistributed[at(i, j)];
    if (isDone) return;
    isDone = true;
    using Vector2 = Eigen::Vector2d;
    const Vector2 corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    int index[4];
    bool isCovered[4];
    int numCovered = 0;
    for (int k = 0; k < 4; ++k) {
        index[k] = nodeAt(i + int(corners[k][0]), j + int(corners[k][1]));
        isCovered[k] = nodes[index[k]].hit.isHit;
        numCovered += isCovered[k];
    }
    const bool isAtBorder = std::any_of(index, index + 4, [&](int k) { return !nodes[k].exists; }); // of a terrain
    if (numCovered == 4 || isAtBorder) { // each cell that is covered has its own quarter
        for (const int k : index)
            if (nodes[k].hit.isHit) nodes[k].area += 0.25;
        return;
    }
    Vector2 polygon[12];
    int size = 4;
    std::copy(corners, corners + 4, polygon);
    Real weight[4] = {1, 1, 1, 1};
    struct Tangent {
        Vector2 away;
        Real limit; // away . x <= limit is in the shadow
    } tangents[4];
    int numTangents = 0;
    for (int k = 0; k < 4; ++k) {
        if (isCovered[k]) continue;
        Node& node = nodes[index[k]];
        if (!node.hasClearance) {
            node.hit = findLowest(*shape, R.transpose() * (node.point - p), R.transpose() * node.up, true);
            node.hasClearance = true;
            if (node.hit.isHit) node.hit.isHit = false, node.hit.clearance = 0; // to rounding
        }
        // The clearance is measured across the column. Seen from above, the tangent plane of the surface is inclined.
        const Vector3 sideways = R * node.hit.normal;
        const int axis = grid->axis(), upward = (axis + 2) % 3;
        Vector2 away(sideways[axis], sideways[axis + 1]);
        if (!grid->isPlane()) away -= sideways[upward] / node.up[upward] * Vector2(node.up[axis], node.up[axis + 1]);
        const Real length = away.norm();
        if (!(length > 0) || !(node.hit.clearance < 3 * grid->width)) continue;
        away /= length;
        Real limit = away.dot(corners[k]) - node.hit.clearance / (length * grid->width);
        for (int other = 0; other < 4; ++other)
            if (isCovered[other] && std::abs(limit - away.dot(corners[other])) < onEdge) limit = away.dot(corners[other]) + onEdge;
        tangents[numTangents++] = {away, limit};
        Vector2 cut[12];
        int count = 0;
        for (int e = 0; e < size; ++e) {
            const Vector2 &from = polygon[e], &to = polygon[(e + 1) % size];
            const Real a = away.dot(from) - limit, b = away.dot(to) - limit;
            if (a <= 0) cut[count++] = from;
            if ((a <= 0) != (b <= 0)) cut[count++] = from + a / (a - b) * (to - from);
        }
        size = count;
        std::copy(cut, cut + count, polygon);
        for (int other = 0; other < 4; ++other)
            if (isCovered[other])
                weight[other] = std::min(weight[other], std::max(limit - away.dot(corners[other]), Real(0)));
    }
    Real area = 0, total = 0;
    for (int e = 1; e + 1 < size; ++e) {
        const Vector2 a = polygon[e] - polygon[0], b = polygon[e + 1] - polygon[0];
        area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    for (int k = 0; k < 4; ++k)
        if (isCovered[k]) total += weight[k];
    if (!(area > 0) || !(total > 0)) return;
    const Real fading = std::min(10 * total / area, Real(1)); // a corner of the shadow whose last cell is left
    for (int k = 0; k < 4; ++k)
        if (isCovered[k]) nodes[index[k]].area += fading * area * weight[k] / total;
    for (int e = 0; e < size; ++e) {
        const Vector2 &from = polygon[e], &to = polygon[(e + 1) % size];
        const auto isOn = [&](const Tangent& t) {
            return std::abs(t.away.dot(from) - t.limit) < 1e-9 && std::abs(t.away.dot(to) - t.limit) < 1e-9;
        };
        const Tangent* tangent = std::find_if(tangents, tangents + numTangents, isOn);
        if (tangent == tangents + numTangents) continue; // between two squares
        for (int k = 0; k < 4; ++k) {
            if (!isCovered[k]) continue;
            Node& node = nodes[index[k]];
            const Real length = fading * (to - from).norm() * weight[k] / total;
            node.rim += length * tangent->away;
            node.rimMoment += length * (0.5 * (from + to) - corners[k]);
            node.rimLength += length;
        }
    }
}

// Returns a vector along the undeformed surface at a node, from what is seen of it.
Vector3 SoilColumns::alongSurface(const Node& node, const Eigen::Vector2d& seen) const {
    const int axis = grid->axis();
    Vector3 along = seen[0] * Vector3::Unit(axis) + seen[1] * Vector3::Unit(axis + 1);
    if (!grid->isPlane()) along[2] = -(seen[0] * node.up[0] + seen[1] * node.up[1]) / node.up[2];
    return along;
}

// The wall of a body that overhangs is below the rim of its shadow. The cell that has the depth of its lower edge is further in. A side that is
// no wall has an inclined pressure instead.
void SoilColumns::moveRimInwards(Node& node, std::vector<MovedRim>& moved) {
    const Real fraction = wallFraction(-node.normal.dot(node.up));
    const Eigen::Vector2d inwards = -node.rim / node.rim.cwiseAbs().maxCoeff();
    Node* inner = isTouched(node) ? &node : nullptr; // the deepest one, if none is flat
    for (int step = 1; step <= mostCellsOfWall && fraction > 0; ++step) {
        const std::int64_t i = node.i + std::lround(step * inwards[0]), j = node.j + std::lround(step * inwards[1]);
        if (!isIn(i, j) || indices[at(i, j)] < 0) break;
        Node& next = nodes[indices[at(i, j)]];
        if (!isTouched(next)) break;
        const bool isFlat = !(wallFraction(-next.normal.dot(next.up)) > 0);
        if (isFlat || !inner || next.hit.height < inner->hit.height) inner = &next;
        if (isFlat) break;
    }
    const Eigen::Vector2d rim = fraction * node.rim, rimMoment = fraction * node.rimMoment;
    const Real rimLength = fraction * node.rimLength;
    node.rim.setZero();
    node.rimMoment.setZero();
    node.rimLength = 0;
    if (!inner) return;
    moved.push_back({inner, rim, rimMoment + rimLength * Eigen::Vector2d(Real(node.i - inner->i), Real(node.j - inner->j)), rimLength});
}

// A motion along the normal of the undeformed surface covers nothing more.
Vector3 SoilColumns::rimOf(const Node& node) const {
    const int axis = grid->axis();
    const Vector3 seen = node.rim[0] * Vector3::Unit(axis) + node.rim[1] * Vector3::Unit(axis + 1);
    return grid->width * node.stretch * (seen - seen.dot(node.up) * node.up);
}

// Returns the mean normal of a cell. It is that at its centre, unless its slope is not between those to the centres of the cells beside it. A side of
// a body that is steep and narrower than a cell would otherwise count for the whole cell. Sides that are steeper than some 75 degrees count as
// walls, whose pressure is upright: with n_z from 0.34 to 0.17 the inclination fades.
Vector3 SoilColumns::normalOf(const Node& node) {
    const Vector3 own = -node.normal;
    const Real width = grid->width, here = -node.hit.height, upwards = own.dot(node.up);
    const Real fading = 1 - wallFraction(upwards);
    Vector3 along[2]; // tangents of the undeformed surface, one cell wide as it is seen
    Real slopes[2];   // change of the depth along them [m]
    for (int k = 0; k < 2; ++k) {
        along[k] = width * alongSurface(node, Eigen::Vector2d::Unit(k));
        const auto findBeside = [&](int step, Real& depth) {
            const std::int64_t i = node.i + (k == 0 ? step : 0), j = node.j + (k == 1 ? step : 0);
            if (!isIn(i, j)) return false;
            const Node& beside = nodes[nodeAt(i, j)];
            depth = -beside.hit.height;
            return beside.hit.isHit;
        };
        const Real tilt = own.dot(along[k]), steepest = 1e3 * width;
        Real before = 0, after = 0,
             slope = std::abs(tilt) < steepest * upwards ? tilt / upwards : std::copysign(steepest, tilt);
        const bool hasBefore = findBeside(-1, before), hasAfter = findBeside(1, after);
        if (hasBefore && hasAfter) {
            const auto [low, high] = std::minmax({here - before, after - here});
            slope = std::min(std::max(slope, low), high);
        } else if (hasBefore || hasAfter) {
            const Real known = hasBefore ? here - before : after - here;
            if (std::abs(slope) > std::abs(known)) slope = known;
        } else
            slope = std::min(std::max(slope, -width), width);
        slopes[k] = fading * slope;
    }
    // The surface under the body has the tangents along[k] - slopes[k] up.
    const Vector3 across = (along[0] - slopes[0] * node.up).cross(along[1] - slopes[1] * node.up).normalized();
    return across.dot(node.up) < 0 ? Vector3(-across) : across;
}

const std::vector<SoilColumn>& SoilColumns::find(const SoilGrid& ofSoil, const CollisionShape& ofSurface,
                                                 const Matrix3& rotation, const Vector3& origin) {
    grid = &ofSoil;
    shape = &ofSurface;
    R = rotation;
    p = origin;
    columns.clear();
    nodes.clear();
    Real reach = ofSurface.radius; // in the plane, of what may be below the surface
    if (ofSoil.isPlane()) {
        const Real height = -p[0];
        lowest = height - ofSurface.radius;
        if (!(lowest < 0)) return columns;
        if (height > 0) reach = std::sqrt(std::max(reach * reach - height * height, Real(0)));
    } else {
        if (p.norm() > ofSoil.shape.radius + ofSurface.radius) return columns;
        int feature = -1;
        const Real height = findDistance(ofSoil.shape, p, SimTK::Infinity, feature).distance;
        if (height > ofSurface.radius) return columns;
        reach += ofSurface.radius - height; // columns are inclined
    }
    const Eigen::Vector2d middle = ofSoil.seen(p);
    const Real around = reach / ofSoil.width + 2;
    const auto floorOf = [](Real x) { return std::int64_t(std::floor(x)); };
    firstI = floorOf(middle[0] - around);
    firstJ = floorOf(middle[1] - around);
    numI = floorOf(middle[0] + around) - firstI + 1;
    numJ = floorOf(middle[1] + around) - firstJ + 1;
    if (!(middle.cwiseAbs().maxCoeff() + around < 0.5 * Real(CellNumber::span)))
        throw std::runtime_error("soil has a surface above it that is further from its origin than " +
                                 std::to_string(CellNumber::span / 2) +
                                 " cells. Move the origin, or make the cells larger (Soil::setCellSize())");
    if (!(around < 1e6) || numI * numJ > mostCells)
        throw std::runtime_error("soil has too many cells below a surface of the radius " +
                                 std::to_string(ofSurface.radius) + " m, more than " + std::to_string(mostCells) +
                                 ". Make them larger (Soil::setCellSize())");
    indices.assign(std::size_t(numI * numJ), -1);
    isDistributed.assign(std::size_t(numI * numJ), 0);
    visitBlocks(firstI, firstJ, numI, numJ);
    const std::size_t numVisited = nodes.size();
    for (std::size_t k = 0; k < numVisited; ++k) {
        const Node node = nodes[k];
        if (!isTouched(node)) continue;
        for (const int a : {-1, 0})
            for (const int b : {-1, 0}) distributeArea(node.i + a, node.j + b);
    }
    std::vector<MovedRim> moved;
    for (Node& node : nodes)
        if (node.rimLength > 0 && (!isTouched(node) || wallFraction(-node.normal.dot(node.up)) > 0)) moveRimInwards(node, moved);
    for (const MovedRim& of : moved) {
        of.to->rim += of.rim;
        of.to->rimMoment += of.moment;
        of.to->rimLength += of.length;
    }
    const Real width = ofSoil.width, cell = width * width;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Node node = nodes[k];
        if (isTouched(node) && node.area > 0)
            columns.push_back({CellNumber::of(node.i, node.j), node.point, node.up, -node.hit.height, normalOf(node),
                               wallFraction(-node.normal.dot(node.up)), node.area * cell * node.stretch, cell * node.stretch, rimOf(node),
                               node.rimLength > 0 ? alongSurface(node, width / node.rimLength * node.rimMoment)
                                                  : Vector3(Vector3::Zero())});
    }
    return columns;
}

} // namespace simbodydem
