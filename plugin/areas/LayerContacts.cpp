// SPDX-License-Identifier: Apache-2.0
#include "areas/LayerContacts.h"

#include "areas/ColumnDepth.h"
#include "areas/PointDistance.h"
#include "contact/SlipPath.h"
#include "geometry/HeightField.h"
#include "geometry/TriangleMesh.h"
#include "laws/SpringSlider.h"
#include "math/Vector3.h"
#include "simbodydem/Sand.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

constexpr Real leastCosine = 0.1; // between the normal of sand and the vertical

// Returns how far an element counts: fully if it faces the other surface, not at all if it stands at right angles to it. The side of a
// punch has no part in the pressure under it.
struct FacingShare {
    Real value, slope;
};
FacingShare facingShare(Real cosine) {
    const Real whole = 0.1, x = std::min(std::max(cosine / whole, Real(0)), Real(1));
    return {x * x * (3 - 2 * x), 6 * x * (1 - x) / whole};
}

// One layer and one other surface in one evaluation.
class PairEvaluation : public AreaWrench {
public:
    PairEvaluation(const AreaInput& input, LayerWorkspace& workspace, std::size_t index)
        : AreaWrench(input, input.model.pairs[index].layer, input.model.pairs[index].opposite),
          in(input),
          work(workspace),
          memoryOfDistances(workspace.distances[index]),
          pair(input.model.pairs[index]),
          layer(*in.model.layers[pair.layer]) {
        const auto& known = in.committed.layers.pairs;
        const auto at = std::find_if(known.begin(), known.end(), [&](const LayerPairMemory& m) {
            return m.layer == pair.layer && m.opposite == pair.opposite;
        });
        memory = at == known.end() ? nullptr : &*at;
    }

    /** Returns true if the two may touch: their enclosing spheres do. */
    bool isNear() const {
        if (shapeO.kind == ShapeKind::HalfSpace) return -now.p[0] < shapeL.radius;
        if (shapeL.kind == ShapeKind::HalfSpace) {
            const Vector3 middle = -(now.R.transpose() * now.p); // of O, in L
            return -middle[0] < shapeO.radius;
        }
        return now.p.norm() < shapeL.radius + shapeO.radius;
    }

    void findTouching();
    bool isTouching() const { return !work.touching.empty(); }
    void evaluate(const AreaOutput&);
    Real getDeepest() const { return deepest; }
    Real atBack = 0; // largest depth of an element that is touched from behind [m]

private:
    // The displacement of an element past its anchor, which a spring with a slider holds.
    struct Bristle {
        const ElementMemory* past; // null: it is new
        Vector3 anchor, held;      // the committed anchor; the displacement past it as if nothing has slid
        Vector3 trialDisplacement; // that part of it which counts
        Vector3 slip;              // since the commit, or since the element touched
        Vector3 dashpotBefore;     // T v at the commit
        Vector3 displacement;      // of the spring, now
        Vector3 eta;               // of spring and dashpot, within the limit
        Real trial;                // its length as if nothing slid
        bool mayBend, isSliding, isDashpotAlone; // the dashpot alone exceeds the limit
    };
    template <class Part> Bristle bend(const TouchingElement&, const AreaOutput&, const Part& partOf, Real limit,
                                       Real dampingTime, bool mayBeginSliding) const;
    void remember(const TouchingElement&, const AreaOutput&, const Bristle&, const Vector3& kept, Real limit,
                  Real dampingTime) const;
    void evaluate(const TouchingElement&, const AreaOutput&, Real c, const kernels::FrictionConstants&);
    void evaluateSand(const TouchingElement&, const AreaOutput&);
    Real depthAlongGravity(const Vector3& point, const PointDistance&) const;
    Vector3 sandTraction(const Vector3& outward, const Vector3& eta) const;
    void addTangents(const TouchingElement&, const Vector3& force, Real pressure, Real pressureByDepth,
                     Real pressureByRate, const Vector3& shear, Real limit, Real dampingTime, const Bristle&);
    PointDistance distanceTo(const Vector3& placeInO, Real bound) const {
        int feature = -1;
        return findDistance(shapeO, placeInO, bound, feature);
    }
    template <class Corners> void clip(std::int64_t element, const Vector3& center, const Vector3& normal, Real area,
                                       const PointDistance& atCenter, const Corners& corners);
    void add(std::int64_t element, const Vector3& center, const Vector3& normal, Real area, const Vector3& point,
             const PointDistance&);
    Real crossing(const Vector3& inside, Real atInside, const Vector3& outside, Real atOutside) const;
    void findFirstTouch(TouchingElement&, Real& impactSpeed) const;
    bool isPassing(const TouchingElement&) const;

    const AreaInput& in;
    LayerWorkspace& work;
    DistanceMemory& memoryOfDistances;
    const LayerPair& pair;
    const CompiledLayer& layer;
    const LayerPairMemory* memory;
    kernels::SandConstants sandConstants; // with the factors of the State
};

void PairEvaluation::add(std::int64_t element, const Vector3& center, const Vector3& normal, Real area,
                         const Vector3& point, const PointDistance& at) {
    if (pair.sand) { // whichever way it faces
        work.touching.push_back({element, center, now.place(center), point, at.normal, -at.distance, area,
                                 Vector3::Zero(), -1, Vector3::Zero(), depthAlongGravity(point, at)});
        return;
    }
    const Real cosine = -(now.R * normal).dot(at.normal);
    if (!(cosine > 0)) {
        if (shapeL.isSheet && cosine < -0.5) atBack = std::max(atBack, -at.distance);
        return;
    }
    if (shapeO.isSheet && -at.distance > pair.thickness) return; // far behind a sheet is not inside of it
    const FacingShare facing = facingShare(cosine);
    const Real whole = area * pair.share;
    work.touching.push_back({element, center, now.place(center), point, at.normal, -at.distance, whole * facing.value,
                             whole * facing.slope * (now.R * normal).cross(at.normal), -1, Vector3::Zero(), 0});
}

// Returns the depth of a point in sand along gravity [m]. On a smooth terrain it is found by Newton's method.
Real PairEvaluation::depthAlongGravity(const Vector3& point, const PointDistance& at) const {
    const Vector3& up = pair.sand->up;
    const Real slope = 1 / std::max(at.normal.dot(up), leastCosine);
    if (shapeO.kind == ShapeKind::HalfSpace) return -at.distance * slope;
    if (!shapeO.mesh->smooth) {
        const ColumnHit hit = findLowest(shapeO, point, up, false);
        return hit.isHit ? std::max(hit.height, Real(0)) : -at.distance * slope;
    }
    const kernels::HeightField& field = *shapeO.mesh->smooth;
    Real depth = -at.distance * slope;
    for (int step = 0; step < 6; ++step) {
        const Vector3 top = point + depth * up;
        const auto surface = field.at(top[0], top[1]);
        depth += (surface.point[2] - top[2]) / std::max(up[2] - surface.fx * up[0] - surface.fy * up[1], leastCosine);
    }
    return std::max(depth, Real(0));
}

// Finds the fraction of the way from a point inside the other surface to one outside where the way crosses the surface (Illinois method).
Real PairEvaluation::crossing(const Vector3& inside, Real atInside, const Vector3& outside, Real atOutside) const {
    const Vector3 way = outside - inside;
    const Real length = way.norm();
    Real low = 0, high = 1, fLow = atInside, fHigh = atOutside, at = 0;
    for (int step = 0; step < 12; ++step) {
        at = low + (high - low) * fLow / (fLow - fHigh);
        const Real f = distanceTo(inside + at * way, std::abs(fLow) + length).distance;
        if (std::abs(f) < 1e-5 * length) break;
        if (f < 0) {
            low = at;
            fLow = f;
            fHigh *= 0.5;
        } else {
            high = at;
            fHigh = f;
            fLow *= 0.5;
        }
    }
    return at;
}

// Adds the part of an element that is inside the other surface. The element is a fan of triangles about its centre.
template <class Corners> void PairEvaluation::clip(std::int64_t element, const Vector3& center, const Vector3& normal,
                                                   Real area, const PointDistance& atCenter, const Corners& corners) {
    std::vector<Vector3>& places = work.polygon;
    std::vector<Real>& distances = work.depths;
    const Vector3 middle = now.place(center);
    places.clear();
    distances.clear();
    bool areAllIn = atCenter.distance < 0, areAllOut = !areAllIn;
    for (const Vector3& corner : corners) {
        places.push_back(now.place(corner));
        distances.push_back(distanceTo(places.back(), std::abs(atCenter.distance) + (corner - center).norm()).distance);
        areAllIn = areAllIn && distances.back() < 0;
        areAllOut = areAllOut && !(distances.back() < 0);
    }
    if (areAllOut) return;
    if (areAllIn) return add(element, center, normal, area, middle, atCenter);
    Real whole = 0, inside = 0;
    Vector3 centroid = Vector3::Zero();
    const std::size_t count = places.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t next = (k + 1) % count;
        const Vector3 corner[3] = {middle, places[k], places[next]};
        const Real distance[3] = {atCenter.distance, distances[k], distances[next]};
        whole += 0.5 * (corner[1] - corner[0]).cross(corner[2] - corner[0]).norm();
        Vector3 part[4];
        int size = 0;
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const bool isIn = distance[i] < 0, isNextIn = distance[j] < 0;
            if (isIn) part[size++] = corner[i];
            if (isIn && !isNextIn)
                part[size++] =
                    corner[i] + crossing(corner[i], distance[i], corner[j], distance[j]) * (corner[j] - corner[i]);
            if (!isIn && isNextIn)
                part[size++] =
                    corner[j] + crossing(corner[j], distance[j], corner[i], distance[i]) * (corner[i] - corner[j]);
        }
        for (int i = 1; i + 1 < size; ++i) {
            const Real triangle = 0.5 * (part[i] - part[0]).cross(part[i + 1] - part[0]).norm();
            inside += triangle;
            centroid += triangle / 3 * (part[0] + part[i] + part[i + 1]);
        }
    }
    if (!(inside > 1e-12 * whole)) return;
    centroid /= inside;
    const PointDistance at = distanceTo(centroid, std::abs(atCenter.distance) + (centroid - middle).norm());
    if (at.distance < 0) add(element, center, normal, area * inside / whole, centroid, at);
}

void PairEvaluation::findTouching() {
    work.touching.clear();
    if (!isNear()) return;
    if (shapeL.kind == ShapeKind::HalfSpace) {
        const LayerCells& cells = layer.cells;
        const Real area = cells.width * cells.width;
        cells.visitWithin(
            0.71 * cells.width, -(now.R.transpose() * now.p), shapeO.radius,
            [&](const Vector3& placeInL, Real bound) { return distanceTo(now.place(placeInL), bound); },
            [&](std::int64_t cell, const PointDistance& at) {
                clip(cell, cells.centerOf(cell), layer.normalOf(cell), area, at, cells.cornersOf(cell));
            });
    } else {
        const SurfaceElements& elements = *layer.elements;
        if (memoryOfDistances.of != layer.elements || memoryOfDistances.from != shapeO.shape) {
            memoryOfDistances = DistanceMemory();
            memoryOfDistances.of = layer.elements;
            memoryOfDistances.from = shapeO.shape;
        }
        std::vector<Vector3>& corners = work.corners;
        elements.visitWithin(
            pair.isClipped ? elements.getReach() : 0, memoryOfDistances,
            [&](const Vector3& placeInL) { return now.place(placeInL); },
            [&](const Vector3& place, Real bound, int& feature) { return findDistance(shapeO, place, bound, feature); },
            [&](int index, const Vector3& place, const PointDistance& at) {
                const SurfaceElement& element = elements[index];
                if (!pair.isClipped) return add(index, element.center, element.normal, element.area, place, at);
                corners.clear();
                for (int k = 0; k < element.numCorners; ++k)
                    corners.push_back(elements.getCorner(element.firstCorner + k));
                clip(index, element.center, element.normal, element.area, at, corners);
            });
    }
    std::vector<TouchingElement>& touching = work.touching;
    std::sort(touching.begin(), touching.end(),
              [](const TouchingElement& x, const TouchingElement& y) { return x.element < y.element; });
    if (memory) {
        int known = memory->first;
        for (TouchingElement& e : touching) {
            const std::vector<ElementMemory>& all = in.committed.layers.elements;
            while (known < memory->last && all[known].element < e.element) ++known;
            if (known < memory->last && all[known].element == e.element) e.memory = known;
        }
    }
    if (shapeO.isSheet && hasCommit)
        touching.erase(std::remove_if(touching.begin(), touching.end(),
                                      [&](const TouchingElement& e) { return e.memory < 0 && isPassing(e); }),
                       touching.end());
}

// Returns true if an element without memory has come to a sheet from behind. At the commit it already faced the sheet and was behind it,
// but had no force. It has none until it is in front. Otherwise it would begin at its full depth.
bool PairEvaluation::isPassing(const TouchingElement& e) const {
    const Vector3 placeThen = committed.place(now.R.transpose() * (e.point - now.p));
    const PointDistance then = distanceTo(placeThen, e.depth + (placeThen - e.point).norm());
    const Vector3 outward = layer.normalOf(e.element);
    const Real rounding = 1e-6 * std::min(pair.thickness, shapeO.radius); // a body may begin exactly on the sheet
    return then.distance < -rounding && (committed.R * outward).dot(then.normal) < 0;
}

// Finds where and how fast a new element has touched, from the positions and velocities at both ends of the step.
void PairEvaluation::findFirstTouch(TouchingElement& e, Real& impactSpeed) const {
    const Real speed = -e.normal.dot(now.velocityAt(e.point)); // of the depth
    e.firstTouch = e.place;
    if (!(in.timeSinceCommit > 0)) {
        impactSpeed = std::max(impactSpeed, speed);
        return;
    }
    const Real h = in.timeSinceCommit;
    const Vector3 pointInL = now.R.transpose() * (e.point - now.p), pointBefore = before.place(pointInL);
    const PointDistance then = distanceTo(pointBefore, e.depth + (pointBefore - e.point).norm());
    const Real rateThen = h * then.normal.dot(before.velocityAt(pointBefore)), rateNow = -h * speed;
    const Cubic<Real> distance{then.distance, rateThen, -e.depth, rateNow};
    Real at = 0;
    if (then.distance > 0) {
        Real low = 0, high = 1;
        for (int step = 0; step < 50; ++step) {
            at = 0.5 * (low + high);
            (distance.at(at) > 0 ? low : high) = at;
        }
    }
    const Real slope = 1e-4, from = std::max(at - slope, Real(0)), to = std::min(at + slope, Real(1));
    const Real rate = (distance.at(to) - distance.at(from)) / (to - from);
    impactSpeed = std::max(impactSpeed, -rate / h);
    const Vector3 placeBefore = before.place(e.root);
    e.firstTouch =
        Cubic<Vector3>{placeBefore, h * before.velocityAt(placeBefore), e.place, h * now.velocityAt(e.place)}.at(at);
}

void PairEvaluation::evaluate(const AreaOutput& to) {
    Real impactSpeed = memory ? memory->impactSpeed : 0;
    for (TouchingElement& e : work.touching)
        if (e.memory < 0) findFirstTouch(e, impactSpeed);
    numElements = int(work.touching.size());
    const Real c = pair.dissipationOf(impactSpeed);
    const Real factor = in.frictionFactorOf(pair.layer, pair.opposite);
    kernels::FrictionConstants friction = pair.friction;
    friction.staticFriction *= factor;
    friction.kineticFriction *= factor;
    if (pair.sand) {
        sandConstants = pair.sand->constants;
        if (std::isfinite(sandConstants.surfaceFriction)) sandConstants.surfaceFriction *= factor;
    }
    const int first = to.next ? int(to.next->layers.elements.size()) : 0;
    for (const TouchingElement& e : work.touching)
        if (pair.sand)
            evaluateSand(e, to);
        else
            evaluate(e, to, c, friction);
    if (!(load > 0)) weightedNormal = work.touching.front().normal;
    if (to.next)
        to.next->layers.pairs.push_back(
            {pair.layer, pair.opposite, impactSpeed, first, int(to.next->layers.elements.size())});
}

// @param partOf  returns the part of a vector that bends the bristle
// @param limit   largest length of eta [m]
// @param mayBeginSliding  the dashpot of a new element exceeds the limit
template <class Part> PairEvaluation::Bristle PairEvaluation::bend(const TouchingElement& e, const AreaOutput& to,
                                                                   const Part& partOf, Real limit, Real dampingTime,
                                                                   bool mayBeginSliding) const {
    Bristle out;
    out.past = e.memory < 0 ? nullptr : &in.committed.layers.elements[e.memory];
    const ElementMemory* past = out.past;
    const Real h = in.timeSinceCommit;
    out.anchor = past ? past->anchor : e.firstTouch;
    out.held = partOf(e.place - out.anchor);
    const Vector3 velocity = partOf(now.velocityAt(e.place)); // where the displacement is measured, and at the commit
    Vector3 trial = out.held;
    // The limit grows from 0. A dashpot that is not in proportion to the depth exceeds it at first, and the element slides without shear until
    // both are equal. The slip until then does not count, else rolling would be of first order in the step.
    if (mayBeginSliding && limit > 0) {
        const Real dashpot = dampingTime * velocity.norm(), lengthThen = past ? past->limitLength : 0;
        if (dashpot > lengthThen && limit > lengthThen) {
            const Vector3 then = past ? before.place(e.root) : e.firstTouch;
            if (!past || past->dampingTime * partOf(before.velocityAt(then)).norm() > lengthThen)
                trial -= std::min((dashpot - lengthThen) / (limit - lengthThen), Real(1)) * partOf(e.place - then);
        }
    }
    out.eta = trial + dampingTime * velocity;
    out.trial = out.eta.norm();
    out.displacement = out.slip = out.trialDisplacement = trial;
    out.dashpotBefore.setZero();
    out.mayBend = limit > 0;
    out.isDashpotAlone = dampingTime * velocity.norm() > limit;
    const bool mayHaveSlid = out.mayBend && out.trial * out.trial > limit * limit * (1 - 1e-9);
    if (past && (mayHaveSlid || to.isTracking)) {
        const Vector3 placeBefore = before.place(e.root);
        out.slip = partOf(e.place - placeBefore) + trial - out.held;
        out.dashpotBefore = past->dampingTime * partOf(before.velocityAt(placeBefore));
    }
    out.isSliding = !out.mayBend;
    if (!out.mayBend) {
        out.displacement.setZero();
        out.eta.setZero();
    } else if (mayHaveSlid) {
        kernels::TangentialInput<Real> slider;
        slider.displacement = trial - out.slip;
        slider.slipIncrement = out.slip;
        slider.slipVelocity = velocity;
        slider.frictionalLoad = limit;
        slider.effectiveMass = 1; // unused
        slider.dashpotAtCommit = out.dashpotBefore;
        slider.limitLengthAtCommit = past ? past->limitLength : 0;
        slider.slipAtPresentVelocity = h > 0 ? Vector3(h * velocity) : out.slip;
        const auto slid = kernels::slideBeyond<Real>(limit, 1, dampingTime, slider);
        out.isSliding = slid.sliding;
        out.eta = -slid.force;
        out.displacement = slid.displacement;
    }
    return out;
}

// Stores the memory of an element. The anchor of one that sticks keeps its last digit.
// @param kept  the anchor of one that slides
void PairEvaluation::remember(const TouchingElement& e, const AreaOutput& to, const Bristle& bristle,
                              const Vector3& kept, Real limit, Real dampingTime) const {
    const bool isHeld = bristle.past && bristle.mayBend && bristle.displacement == bristle.held;
    to.next->layers.elements.push_back(
        {e.element, isHeld ? bristle.anchor : kept, bristle.mayBend ? limit : 0, dampingTime});
}

void PairEvaluation::evaluate(const TouchingElement& e, const AreaOutput& to, Real c,
                              const kernels::FrictionConstants& friction) {
    const Real kn = pair.normalStiffness, kt = pair.shearStiffness, h = in.timeSinceCommit;
    const auto tangential = [&](const Vector3& v) -> Vector3 { return v - e.normal.dot(v) * e.normal; };
    const Vector3 velocity = now.velocityAt(e.point), slipVelocity = tangential(now.velocityAt(e.place));
    const Real rate = -e.normal.dot(velocity), elastic = kn * e.depth; // of the depth
    const Real pressure = std::max(elastic * (1 + c * rate), Real(0));
    const Real dampingTime = pair.shearDamping.isSet() ? Real(pair.shearDamping) : c * e.depth;
    const Real limit = kernels::coulombLimit<Real>(friction, pressure, slipVelocity.squaredNorm(), Real(0));
    const Real limitLength = kt > 0 ? limit / kt : 0;
    const Bristle bristle = bend(e, to, tangential, limitLength, dampingTime, pair.shearDamping.isSet());
    const Vector3& displacement = bristle.displacement;
    const Vector3 shear = -kt * bristle.eta; // on the layer [Pa]
    const bool isSliding = bristle.isSliding, mayShear = bristle.mayBend;

    const Vector3 normalPart = e.area * pressure * e.normal, shearPart = e.area * shear;
    const Vector3 force = normalPart + shearPart;
    normalForce += normalPart;
    shearForce += shearPart;
    // An element that turns away takes its energy with it, which makes a couple.
    const Vector3 couple = 0.5 * elastic * e.depth * e.turning;
    moment += e.point.cross(force) + couple;
    addToMeans(e.point, e.normal, e.area * pressure, displacement);
    area += e.area;
    if (isSliding) slippingArea += e.area;
    peakPressure = std::max(peakPressure, pressure);
    deepest = std::max(deepest, e.depth);
    const Real stored = 0.5 * e.area * (elastic * e.depth + kt * displacement.squaredNorm());
    const Real damped = e.area * (pressure - elastic) * rate;
    storedEnergy += stored;
    dissipatedPower +=
        damped + e.area * (isSliding ? -shear.dot(slipVelocity) : kt * dampingTime * slipVelocity.squaredNorm());

    if (to.flow) to.flow->stored += stored;
    if (to.flow && to.isTracking) {
        EnergyFlow& flow = *to.flow;
        flow.input -= force.dot(velocity) + couple.dot(now.angularVelocity);
        (damped < 0 ? flow.gained : pressure > 0 ? flow.damping : flow.release) += std::abs(damped);
        const Vector3 displacementBefore = bristle.trialDisplacement - bristle.slip;
        const Vector3 shearBefore = -kt * (displacementBefore + bristle.dashpotBefore);
        const Real work = -0.5 * e.area * (shearBefore + shear).dot(bristle.slip); // of the mean force
        const Real gain = 0.5 * e.area * kt * (displacement.squaredNorm() - displacementBefore.squaredNorm());
        if (h > 0) (isSliding ? flow.heat.friction : flow.heat.damping) += work - gain;
    }
    if (to.next) {
        // A dragged anchor lies on the other surface.
        remember(e, to, bristle, e.place - displacement + e.depth * e.normal, limitLength, dampingTime);
    }
    if (to.elements && to.surfaceOfElements == pair.layer) {
        const Vector3 normal = layer.normalOf(e.element);
        to.elements->push_back({e.element, SimTK::ContactSurfaceIndex(pair.opposite),
                                toSimTK(Vector3(R_GO * e.place + originO)), toSimTK(Vector3(R_GO * (now.R * normal))),
                                toSimTK(Vector3(-(R_GO * shear))), e.area / pair.share, e.depth, pressure, isSliding});
    }
    if (to.tangents)
        addTangents(e, force, pressure, pressure > 0 ? kn * (1 + c * rate) : 0, pressure > 0 ? elastic * c : 0, shear,
                    mayShear ? limit : 0, dampingTime, bristle);
}

// Returns the traction of sand on an element whose bristle has this displacement [Pa].
// @param outward  normal of the element, in O
Vector3 PairEvaluation::sandTraction(const Vector3& outward, const Vector3& eta) const {
    const Real length = eta.norm();
    if (!(length > 0)) return Vector3::Zero();
    const SandPair& sand = *pair.sand;
    return length / sand.constants.elasticDepth * kernels::sandTraction(sandConstants, outward, eta / length, sand.up);
}

void PairEvaluation::evaluateSand(const TouchingElement& e, const AreaOutput& to) {
    const kernels::SandConstants& sand = sandConstants;
    const Real depth = e.alongGravity, limit = sand.elasticDepth * depth;
    const Real dampingTime = sand.damping * std::sqrt(limit / sand.gravity), h = in.timeSinceCommit;
    const auto whole = [](const Vector3& v) { return v; };
    const Bristle bristle = bend(e, to, whole, limit, dampingTime, true);
    const Vector3 velocity = now.velocityAt(e.place), outward = now.R * layer.normalOf(e.element);
    const Vector3 traction = sandTraction(outward, bristle.eta), force = e.area * traction;
    const Vector3 normalPart = force.dot(e.normal) * e.normal;
    normalForce += normalPart;
    shearForce += force - normalPart;
    moment += e.point.cross(force);
    const Real pressure = std::max(-traction.dot(outward), Real(0)), weight = e.area * traction.norm();
    addToMeans(e.point, e.normal, weight, bristle.displacement);
    if (weight > 0) {
        area += e.area;
        if (bristle.isSliding) slippingArea += e.area;
    }
    peakPressure = std::max(peakPressure, pressure);
    deepest = std::max(deepest, depth);
    Real stored = 0;
    if (to.flow || to.areas || to.records) {
        // The dashpot of a body at rest has no part in the force.
        const bool isAtRest =
            (bristle.eta - bristle.displacement).squaredNorm() <= 1e-20 * bristle.displacement.squaredNorm();
        const Vector3 ofSpring = isAtRest ? force : Vector3(e.area * sandTraction(outward, bristle.displacement));
        stored = -0.5 * ofSpring.dot(bristle.displacement);
        storedEnergy += stored;
        dissipatedPower -= (bristle.isSliding ? force : Vector3(force - ofSpring)).dot(velocity);
    }
    if (to.flow) to.flow->stored += stored;
    if (to.flow && to.isTracking) {
        EnergyFlow& flow = *to.flow;
        flow.input -= force.dot(velocity);
        const Vector3 displacementBefore = bristle.trialDisplacement - bristle.slip;
        const Vector3 outwardBefore = before.R * layer.normalOf(e.element);
        const Vector3 tractionBefore = sandTraction(outwardBefore, displacementBefore + bristle.dashpotBefore);
        const Real work = -0.5 * e.area * (tractionBefore + traction).dot(bristle.slip); // of the mean force
        const Vector3 ofSpringBefore = e.area * sandTraction(outwardBefore, displacementBefore);
        const Real gain = stored + 0.5 * ofSpringBefore.dot(displacementBefore);
        if (h > 0) (bristle.isSliding ? flow.heat.friction : flow.heat.damping) += work - gain;
    }
    if (to.next) remember(e, to, bristle, e.place - bristle.displacement, limit, dampingTime);
    if (to.elements && to.surfaceOfElements == pair.layer) {
        const Vector3 onSand = -(traction - traction.dot(outward) * outward);
        to.elements->push_back({e.element, SimTK::ContactSurfaceIndex(pair.opposite),
                                toSimTK(Vector3(R_GO * e.place + originO)), toSimTK(Vector3(R_GO * outward)),
                                toSimTK(Vector3(R_GO * onSand)), e.area, depth, pressure, bristle.isSliding});
    }
    if (!to.tangents || !(limit > 0)) return;
    // The traction is known by differences. How it changes as the element turns is left out.
    const Real length = bristle.eta.norm(), step = 1e-6 * limit;
    if (!(length > 0)) return;
    Matrix3 byEta;
    for (int i = 0; i < 3; ++i) {
        const Vector3 small = step * Vector3::Unit(i);
        byEta.col(i) = e.area / step * (sandTraction(outward, bristle.eta + small) - traction);
    }
    Matrix3 byPlace = byEta, bySpeed = dampingTime * byEta;
    if (bristle.isSliding) {
        const Vector3 direction = bristle.eta / length;
        const Matrix3 across =
            limit / std::max(bristle.trial, limit) * (Matrix3::Identity() - direction * direction.transpose());
        // The direction is that of the velocity, once the dashpot alone exceeds the limit.
        byPlace = byEta * ((bristle.isDashpotAlone ? Matrix3(Matrix3::Zero()) : across) -
                           sand.elasticDepth / std::max(e.normal.dot(pair.sand->up), leastCosine) * direction *
                               e.normal.transpose());
        bySpeed = dampingTime * byEta * across;
    }
    addDerivatives(e.point, force, byPlace, bySpeed);
}

// Adds the derivatives of an element's force. The curvature of the other surface is left out: it is in proportion to d/R.
void PairEvaluation::addTangents(const TouchingElement& e, const Vector3& force, Real pressure, Real pressureByDepth,
                                 Real pressureByRate, const Vector3& shear, Real limit, Real dampingTime,
                                 const Bristle& bristle) {
    const Real kt = pair.shearStiffness, trial = kt * bristle.trial;
    Vector3 along = e.normal;          // in which the force grows with the pressure
    Matrix3 byShear = Matrix3::Zero(); // - d(shear)/d(displacement) at constant pressure
    if (limit > 0) {
        byShear = kt * (Matrix3::Identity() - e.normal * e.normal.transpose());
        if (bristle.isSliding) {
            const Vector3 direction = shear / limit;
            byShear -= kt * direction * direction.transpose();
            byShear *= limit / std::max(trial, limit);
            along += limit / pressure * direction;
        }
    }
    const bool isByVelocity = bristle.isSliding && bristle.isDashpotAlone; // the direction of the shear
    Matrix3 byPlace = -e.area * pressureByDepth * along * e.normal.transpose();
    if (!isByVelocity) byPlace -= e.area * byShear;
    const Matrix3 bySpeed = -e.area * (pressureByRate * along * e.normal.transpose() + dampingTime * byShear);
    addDerivatives(e.point, force, byPlace, bySpeed);
}

} // namespace

void evaluateLayers(const AreaInput& in, LayerWorkspace& work, const AreaOutput& to) {
    if (to.next) {
        to.next->layers.clear();
        to.next->tooDeepForLayer.found = to.next->behindLayer.found = NotedContact();
    }
    const std::vector<LayerPair>& pairs = in.model.pairs;
    work.distances.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size();) {
        const int a = pairs[i].a(), b = pairs[i].b();
        AreaSum sum;
        ContactTangent tangent{
            {a, b, 0},       in.surfaces.surfaces[a].body, in.surfaces.surfaces[b].body, false, Matrix12::Zero(),
            Matrix12::Zero()};
        for (; i < pairs.size() && pairs[i].a() == a && pairs[i].b() == b; ++i) { // one area, whichever has a layer
            PairEvaluation pair(in, work, i);
            pair.findTouching();
            if (pair.isTouching()) {
                pair.evaluate(to);
                pair.applyToBodies();
                pair.addTo(sum);
                if (to.tangents) pair.addTangent(tangent);
            }
            if (!to.next) continue;
            if (pair.atBack > 0) to.next->behindLayer.found = {{a, b, 0}, pair.atBack, in.timeSinceCommit};
            if (pair.getDeepest() > pairs[i].deepest())
                to.next->tooDeepForLayer.found = {{a, b, 0}, pair.getDeepest(), in.timeSinceCommit};
        }
        if (sum.numElements == 0) continue;
        tangent.isSliding = sum.isSliding();
        if (to.tangents) to.tangents->push_back(tangent);
        if (to.areas) to.areas->push_back(areaOf(sum, a, b));
        if (to.records) to.records->push_back(recordOf(sum, a, b, in));
        if (to.forces) (*to.forces)(a, b, sum.normalForce + sum.shearForce);
    }
}

} // namespace simbodydem
