// SPDX-License-Identifier: Apache-2.0
#include "areas/SoilContacts.h"

#include "areas/AreaWrench.h"
#include "math/Vector3.h"
#include "simbodydem/Soil.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

using Vector2 = Eigen::Vector2d;
using Tangents = Eigen::Matrix<Real, 3, 2>;

// Returns two directions across the normal of a cell. They are those of the undeformed surface, turned by the least rotation that takes its
// normal to that of the cell. So the shear keeps its direction while the surface rolls over the cell.
Tangents tangentsAcross(const Vector3& up, const Vector3& normal) {
    const Vector3 first = up.unitOrthogonal(), second = up.cross(first), both = up + normal;
    const Real sum = std::max(1 + up.dot(normal), Real(1e-6));
    Tangents t;
    t.col(0) = first - normal.dot(first) / sum * both;
    t.col(1) = second - normal.dot(second) / sum * both;
    return t;
}

// One surface and the soil in one evaluation.
class SoilEvaluation : public AreaWrench {
public:
    SoilEvaluation(const AreaInput& input, const CompiledSoil& compiled, const SoilPair& ofPair)
        : AreaWrench(input, ofPair.surface, compiled.surface), in(input), soil(compiled), pair(ofPair) {
        factor = in.frictionFactorOf(surfaceL, surfaceO);
        const Real h = in.timeSinceCommit;
        if (!(h > 0) || !hasCommit) return;
        // The mean velocities of the step are those of the displacement and of the rotation. So the slip of a closed path is 0 to rounding.
        const auto velocityOf = [](const RelativePose& pose) -> Vector3 { return pose.velocityAt(pose.p); };
        const Eigen::AngleAxisd turn(now.R * committed.R.transpose());
        const Vector3 excess = (now.p - committed.p) / h - 0.5 * (velocityOf(committed) + velocityOf(now));
        const Vector3 excessTurning =
            turn.angle() / h * turn.axis() - 0.5 * (committed.angularVelocity + now.angularVelocity);
        first = {committed.p, velocityOf(committed) + excess, committed.angularVelocity + excessTurning};
        last = {now.p, velocityOf(now) + excess, now.angularVelocity + excessTurning};
    }

    const std::vector<SoilColumn>& findColumns(SoilColumns& columns) const {
        return columns.find(soil.grid, shapeL, now.R, now.p);
    }
    /** Returns true if the surface is wholly below the undeformed soil, as seen from one of its columns. */
    bool isBuried(const SoilColumn& column) const {
        const Vector3 point = now.R.transpose() * (column.point - now.p), up = now.R.transpose() * column.up;
        const ColumnHit top = findLowest(shapeL, point, -up, false);
        return top.isHit && top.height > 0;
    }
    /** @param known  all cells that were touched at the commit; `past` is one of them */
    void evaluate(const SoilColumn&, Real yieldDepth, const SoilCellMemory* past, const std::vector<SoilCellMemory>& known,
                  const AreaOutput&, std::vector<SoilCellMemory>* next);
    bool isTouching() const { return numElements > 0; }

private:
    struct Motion {
        Vector3 origin, velocity, angularVelocity;
        Vector3 velocityAt(const Vector3& point) const { return velocity + angularVelocity.cross(point - origin); }
    };

    struct Ground {
        Real yieldDepth, depthBeside; // of first loading, below the wall and beside it [m]
        Real touchedFor;              // since the commit [s]
    };
    Real addWall(const SoilColumn&, const Ground&, const SoilCellMemory* before, const kernels::ElementNeeds&,
                 kernels::ElementResult&) const;
    bool hasBeenPressedByWall(const SoilColumn&, const SoilCellMemory* past, const std::vector<SoilCellMemory>& known) const;
    const SoilCellMemory* findRim(const SoilColumn&, const SoilCellMemory* past, const std::vector<SoilCellMemory>& known) const;

    const AreaInput& in;
    const CompiledSoil& soil;
    const SoilPair& pair;
    Real factor = 1;    // of the shear strength
    Motion first, last; // of the surface at both ends of the step
};

// Calls visit(cell) for a cell and those around it that were touched.
template <class Visit> void visitAround(std::int64_t cell, const std::vector<SoilCellMemory>& known, const Visit& visit) {
    const std::int64_t i = CellNumber::first(cell), j = CellNumber::second(cell);
    for (std::int64_t a = i - 1; a <= i + 1; ++a) {
        auto at = std::lower_bound(known.begin(), known.end(), CellNumber::of(a, j - 1),
                                   [](const SoilCellMemory& x, std::int64_t wanted) { return x.cell < wanted; });
        for (; at != known.end() && at->cell <= CellNumber::of(a, j + 1); ++at) visit(*at);
    }
}

// Returns the cell that had this part of the rim at the commit. As the rim moves on it may have been beside this one. Null if there is none.
const SoilCellMemory* SoilEvaluation::findRim(const SoilColumn& column, const SoilCellMemory* past,
                                              const std::vector<SoilCellMemory>& known) const {
    const auto isOfRim = [&](const SoilCellMemory& cell) {
        return cell.surface == surfaceL && cell.rim.dot(column.rim) > 0.7 * cell.rim.norm() * column.rim.norm();
    };
    if (past && isOfRim(*past)) return past;
    const SoilCellMemory* found = nullptr;
    visitAround(column.cell, known, [&](const SoilCellMemory& cell) {
        if (!found && isOfRim(cell)) found = &cell;
    });
    return found;
}

// Returns true if a wall has come over a cell sideways since the commit. The work of pressing it is that of the wall.
bool SoilEvaluation::hasBeenPressedByWall(const SoilColumn& column, const SoilCellMemory* past,
                                          const std::vector<SoilCellMemory>& known) const {
    const Real h = in.timeSinceCommit;
    if (!(h > 0) || !hasCommit) return false;
    if (past) {
        if (past->surface != surfaceL) return false;
        const Vector3 displacement = 0.5 * h * (first.velocityAt(column.point - past->depth * column.up) +
                                       last.velocityAt(column.point - column.depth * column.up));
        const Real down = -displacement.dot(column.up), aside = (displacement + down * column.up).norm();
        const Real steepest = std::sqrt(1 / (noWall * noWall) - 1); // slope of a side that is no wall
        return column.depth - past->depth > std::max(down, Real(0)) + steepest * aside;
    }
    bool isBesideDeep = false;
    visitAround(column.cell, known, [&](const SoilCellMemory& beside) {
        isBesideDeep = isBesideDeep || (beside.surface == surfaceL && beside.depth > 0.5 * column.depth);
    });
    return isBesideDeep;
}

// Adds the force of the wall above the rim of a cell, see kernels::pressWall(). It acts at two thirds of the depth, as a pressure in proportion to
// the depth does.
// @param before  the cell that had this part of the rim at the commit; null if there is none
// @returns the reach
Real SoilEvaluation::addWall(const SoilColumn& column, const Ground& ground, const SoilCellMemory* before,
                             const kernels::ElementNeeds& needs, kernels::ElementResult& element) const {
    const Real width = column.rim.norm(), deeper = column.normal.dot(column.toRim) / column.normal.dot(column.up);
    const Real depth = column.depth + deeper; // of the wall's lower edge
    const Vector3 outwards = column.rim / width, point = column.point + column.toRim - 2. / 3 * depth * column.up;
    const Vector3 velocity = now.velocityAt(point);
    const Real speed = outwards.dot(velocity);
    Real displacement = 0;
    if (in.timeSinceCommit > 0 && hasCommit)
        displacement = before ? 0.5 * in.timeSinceCommit * outwards.dot(first.velocityAt(point) + last.velocityAt(point))
                     : ground.touchedFor * speed;
    const kernels::SoilWall wall = kernels::pressWall(
        pair.constants, {depth, ground.yieldDepth + deeper, ground.depthBeside, before ? before->reach : 0, displacement, speed});
    const Vector3 force = -wall.force * column.rim;
    element.shearForce += force;
    element.couple += (point - element.point).cross(force);
    element.shear += force / element.area;
    element.stored += width * wall.stored;
    const Real power = -force.dot(velocity);
    if (needs.energy) element.dissipatedPower += wall.heat > 0 ? power : width * wall.damped;
    if (needs.heat) {
        element.input += power;
        element.damping += width * wall.damped;
        element.frictionHeat += width * wall.heat;
    }
    const Matrix3 along = width * outwards * outwards.transpose();
    element.byPosition = -wall.byDisplacement * along;
    element.bySpeed = -wall.bySpeed * along;
    return wall.reach;
}

void SoilEvaluation::evaluate(const SoilColumn& column, Real yieldDepth, const SoilCellMemory* past,
                              const std::vector<SoilCellMemory>& known, const AreaOutput& to,
                              std::vector<SoilCellMemory>* next) {
    const kernels::SoilConstants& law = pair.constants;
    const Vector3& normal = column.normal;
    const Vector3 point = column.point - column.depth * column.up, velocity = now.velocityAt(point);
    const Tangents tangents = tangentsAcross(column.up, normal);
    const Real h = in.timeSinceCommit;

    kernels::SoilCellInput cell;
    cell.depth = column.depth;
    cell.upwards = normal.dot(column.up);
    cell.rate = -normal.dot(velocity) / cell.upwards;
    cell.yieldDepth = yieldDepth;
    cell.factor = factor;
    cell.slipVelocity = tangents.transpose() * velocity;
    cell.slips[0] = cell.slips[1] = Vector2::Zero();
    cell.past = past ? &past->shear : nullptr;
    // If another surface has held the cell, the whole step counts.
    const auto touchedFor = [&] {
        if (past || !(cell.rate > 0)) return h;
        return std::min(h, (column.depth - kernels::plasticSinkage(law, yieldDepth)) / cell.rate);
    };
    if (h > 0 && hasCommit) {
        if (past && past->surface == surfaceL) {
            const Vector3 pointThen = column.point - past->depth * column.up;
            const Tangents tangentsThen = tangentsAcross(column.up, past->normal);
            cell.slips[0] = 0.5 * h * (tangentsThen.transpose() * first.velocityAt(pointThen));
            cell.slips[1] = 0.5 * h * (tangents.transpose() * last.velocityAt(point));
        } else {
            cell.slips[1] = touchedFor() * cell.slipVelocity;
        }
    }
    const kernels::SoilCellOutput out = kernels::evaluateSoilCell(law, cell);
    if (!out.touches()) return;
    const kernels::SoilPressure& pressure = out.pressure;
    const Real area = column.area / cell.upwards; // of the surface
    const Vector3 stress = tangents * out.stress; // on the surface [Pa]

    const Vector3 force = area * (pressure.total * normal + stress);
    kernels::ElementResult element;
    element.point = point;
    element.normalForce = force.dot(column.up) * column.up;
    element.shearForce = force - element.normalForce;
    element.weight = area * pressure.total;
    element.weightedNormal = column.up;
    element.displacement = tangents * out.next.displacement;
    element.area = area;
    element.isSliding = out.yields;
    element.pressure = pressure.total;
    element.depth = column.depth;
    element.shear = stress;
    element.stored = column.area * (pressure.stored + out.storedShear);
    const kernels::ElementNeeds needs = needsOf(to);
    if (needs.energy)
        element.dissipatedPower = column.area * (pressure.damped + out.dampedShear + out.rubbed +
                                                 kernels::yieldingPower(law, column.depth, cell.rate, yieldDepth));
    if (needs.heat) {
        element.input = -force.dot(velocity);
        element.damping = column.area * (pressure.damped + out.dampedShear);
        if (column.wall > 0)
            element.dampingHeat = (1 - column.wall) * column.area * out.plasticHeat;
        else if (!hasBeenPressedByWall(column, past, known))
            element.dampingHeat = column.area * out.plasticHeat;
        element.frictionHeat = column.area * out.frictionHeat;
    }
    const Real groundDepth = past ? past->groundDepth : yieldDepth;
    const Real reach = column.rim.squaredNorm() > 0
                           ? addWall(column, {pressure.yieldDepth, groundDepth, touchedFor()},
                                     findRim(column, past, known), needs, element)
                           : 0;
    if (next)
        next->push_back({column.cell, surfaceL, column.depth, pressure.yieldDepth, normal, out.next, column.area, column.rim,
                         reach, groundDepth});
    if (to.elements && to.surfaceOfElements == surfaceO)
        addRecord(to, column.cell, surfaceL, point, normal, element.shear, area, element);
    if (needs.derivatives) { // moving the surface changes the depth by -n/n_z; how the normal turns is left out
        const Vector3 byPressure = normal + tangents * out.byPressure;
        const auto across = [&](const kernels::Matrix2& m) -> Matrix3 { return tangents * m * tangents.transpose(); };
        const auto alongNormal = [&](Real derivative) -> Matrix3 {
            return derivative / cell.upwards * byPressure * normal.transpose();
        };
        element.byPosition += area * (across(out.bySlip) - alongNormal(pressure.byDepth));
        element.bySpeed += area * (across(out.bySlipVelocity) - alongNormal(pressure.byRate));
    }
    add(element, to);
}

void evaluateSoil(const AreaInput& in, const CompiledSoil& soil, const SoilMemory* past, SoilWorkspace& work,
                  const AreaOutput& to, SoilMemory* next) {
    std::deque<SoilEvaluation> pairs;
    std::vector<SoilWorkspace::Touched>& touched = work.touched;
    touched.clear();
    for (const SoilPair& pair : soil.pairs) {
        pairs.emplace_back(in, soil, pair);
        for (const SoilColumn& column : pairs.back().findColumns(work.columns))
            touched.push_back({column, int(pairs.size()) - 1});
    }
    if (std::isnan(in.committed.time) && !past) { // a run begins
        std::vector<const SoilWorkspace::Touched*> deepest(pairs.size(), nullptr);
        for (const auto& t : touched)
            if (!deepest[t.pair] || t.column.depth > deepest[t.pair]->column.depth) deepest[t.pair] = &t;
        for (const auto* t : deepest)
            if (t && pairs[t->pair].isBuried(t->column))
                throw std::runtime_error(in.surfaces.names[soil.pairs[t->pair].surface] + " begins below " +
                                         in.surfaces.names[soil.surface] + ", at a depth of " +
                                         std::to_string(t->column.depth) +
                                         " m; it must reach above the soil, into which it sinks from above");
    }
    // The rim of a surface is no wall where another one covers the soil beside it.
    const auto isBesideAnother = [&](const SoilWorkspace::Touched& t, const SoilGrid& grid) {
        const Vector3 outwards = t.column.rim / t.column.rim.cwiseAbs().maxCoeff();
        const std::int64_t beside = CellNumber::of(CellNumber::first(t.column.cell) + std::lround(outwards[grid.axis()]),
                                                   CellNumber::second(t.column.cell) + std::lround(outwards[grid.axis() + 1]));
        const auto at = std::lower_bound(touched.begin(), touched.end(), beside,
                                         [](const auto& x, std::int64_t wanted) { return x.column.cell < wanted; });
        return at != touched.end() && at->column.cell == beside && at->pair != t.pair;
    };
    // A cell carries the lowest surface above it.
    std::sort(touched.begin(), touched.end(), [](const auto& x, const auto& y) {
        if (x.column.cell != y.column.cell) return x.column.cell < y.column.cell;
        return x.column.depth != y.column.depth ? x.column.depth > y.column.depth : x.pair < y.pair;
    });
    std::vector<std::pair<std::int64_t, Real>>
        left; // cells that are no longer touched, and their depths of first loading
    static const std::vector<SoilCellMemory> none;
    const std::vector<SoilCellMemory>& known = past ? past->touched : none;
    std::size_t k = 0;
    const auto leave = [&](const SoilCellMemory& cell) { // its spring gives up its energy
        left.emplace_back(cell.cell, cell.yieldDepth);
        if (to.flow && to.isTracking) to.flow->heat.friction += cell.storedByShear();
    };
    const auto leaveUntil = [&](std::int64_t cell) {
        for (; k < known.size() && known[k].cell < cell; ++k) leave(known[k]);
    };
    std::vector<SoilCellMemory>* kept = next ? &next->touched : nullptr;
    for (std::size_t t = 0; t < touched.size(); ++t) {
        SoilColumn& column = touched[t].column;
        if (t > 0 && touched[t - 1].column.cell == column.cell) continue;
        for (std::size_t other = t + 1; other < touched.size() && touched[other].column.cell == column.cell; ++other) {
            column.area = std::min(column.area + touched[other].column.area, column.whole); // each may cover a part
            column.rim += touched[other].column.rim;
        }
        if (pairs.size() > 1 && column.rim.squaredNorm() > 0 && isBesideAnother(touched[t], soil.grid)) column.rim.setZero();
        leaveUntil(column.cell);
        const SoilCellMemory* memory = k < known.size() && known[k].cell == column.cell ? &known[k++] : nullptr;
        const Real yieldDepth = memory ? memory->yieldDepth : past ? past->ruts.get(column.cell) : 0;
        const std::size_t before = kept ? kept->size() : 0;
        pairs[touched[t].pair].evaluate(column, yieldDepth, memory, known, to, kept);
        if (kept && kept->size() == before && memory) leave(*memory);
    }
    leaveUntil(std::numeric_limits<std::int64_t>::max());
    if (next) {
        if (past) next->ruts = past->ruts;
        next->ruts.set(left);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        SoilEvaluation& pair = pairs[i];
        if (!pair.isTouching()) continue;
        const int surface = soil.pairs[i].surface, a = std::min(surface, soil.surface),
                  b = std::max(surface, soil.surface);
        pair.applyToBodies(to);
        if (to.next) to.next->groundPace = std::max(to.next->groundPace, pair.findPace());
        AreaSum sum;
        pair.addTo(sum);
        if (to.tangents) {
            ContactTangent tangent{{a, b, 0},
                                   in.surfaces.surfaces[a].body,
                                   in.surfaces.surfaces[b].body,
                                   sum.isSliding(),
                                   Matrix12::Zero(),
                                   Matrix12::Zero()};
            pair.addTangent(tangent);
            to.tangents->push_back(tangent);
        }
        if (to.records) to.records->push_back(recordOf(sum, a, b, in));
        if (to.forces) (*to.forces)(a, b, sum.normalForce + sum.shearForce);
    }
}

} // namespace

void evaluateSoils(const AreaInput& in, SoilWorkspace& work, const AreaOutput& to) {
    const std::vector<CompiledSoil>& soils = in.model.soils;
    const std::vector<SoilMemory>& past = in.committed.layers.soils;
    if (to.next) to.next->layers.soils.assign(soils.size(), SoilMemory());
    for (std::size_t s = 0; s < soils.size(); ++s) {
        SoilMemory* next = to.next ? &to.next->layers.soils[s] : nullptr;
        if (next) next->surface = soils[s].surface;
        evaluateSoil(in, soils[s], past.empty() ? nullptr : &past[s], work, to, next);
    }
}

Real findSinkage(const CompiledSoil& soil, Real yieldDepth, int touchedBy) {
    const SoilPair* pair = soil.pairs.empty() ? nullptr : &soil.pairs.front();
    for (const SoilPair& p : soil.pairs)
        if (p.surface == touchedBy) pair = &p;
    return pair ? kernels::plasticSinkage(pair->constants, yieldDepth) : 0;
}

Real findSinkage(const CompiledSoil& soil, const SoilMemory& memory, const Vector3& inShape) {
    const std::int64_t cell = soil.grid.cellAt(inShape);
    const auto at = std::lower_bound(memory.touched.begin(), memory.touched.end(), cell,
                                     [](const SoilCellMemory& m, std::int64_t wanted) { return m.cell < wanted; });
    const bool isTouched = at != memory.touched.end() && at->cell == cell;
    return isTouched ? findSinkage(soil, at->yieldDepth, at->surface) : findSinkage(soil, memory.ruts.get(cell));
}

} // namespace simbodydem
