// SPDX-License-Identifier: Apache-2.0
#include "areas/LayerContacts.h"

#include "areas/ColumnDepth.h"
#include "areas/PointDistance.h"
#include "contact/SlipPath.h"
#include "geometry/HeightField.h"
#include "geometry/TriangleMesh.h"
#include "laws/LayerLaw.h"
#include "laws/SandLaw.h"
#include "math/Vector3.h"
#include "simbodydem/Sand.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

struct SmoothStep {
    Real value, slope;
};

SmoothStep smoothStep(Real x, Real from, Real to) {
    if (!(to > from)) return {x > from ? Real(1) : Real(0), 0};
    x = std::min(std::max((x - from) / (to - from), Real(0)), Real(1));
    return {x * x * (3 - 2 * x), 6 * x * (1 - x) / (to - from)};
}

// Returns how far an element counts: fully if it faces the other surface, not at all if it stands at right angles to it. The side of a
// punch has no part in the pressure under it.
SmoothStep facingWeight(Real cosine) { return smoothStep(cosine, 0, 0.1); }

constexpr Real fastFlow = 1; // Froude number of the warning; the law is for less than 0.4

constexpr Real wholeFacing = 0.7, noFacing = 0.3; // cosines at which the nearest face alone counts, and not at all

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
    Real froude = 0; // of the fastest element in sand, by the size of the body [-]

private:
    /** Returns the committed memory of an element that may have shear; null if it has none. */
    const ElementMemory* findShear(const TouchingElement& e) const {
        const ElementMemory* past = e.memory < 0 ? nullptr : &in.committed.layers.elements[e.memory];
        return past && past->limitLength > 0 ? past : nullptr;
    }
    bool hasShear(const TouchingElement& e) const { return findShear(e) || e.rootDistance < 0; }
    kernels::ElementState stateOf(const TouchingElement&) const;
    void remember(const TouchingElement&, const AreaOutput&, const kernels::Bristle&, const Vector3& kept) const;
    void evaluate(const TouchingElement&, const AreaOutput&, const kernels::LayerConstants&);
    void evaluateSand(const TouchingElement&, const AreaOutput&, const kernels::SandConstants&);
    Real depthAlongGravity(const Vector3& point, const PointDistance&) const;
    struct Face {
        Real distance; // of a point behind the plane of the face [m]
        Vector3 normal;
        Real cosine; // between it and the element's normal, if they face each other > 0
        Real gain, gainSlope; // depth over distance; its derivative by the cosine
    };
    Face findFace(const Vector3& point, const Vector3& outward, const PointDistance&) const;
    PointDistance distanceTo(const Vector3& pointInOther, Real bound) const {
        int feature = -1;
        return findDistance(shapeO, pointInOther, bound, feature);
    }
    template <class Corners> void clip(std::int64_t element, const Vector3& center, const Vector3& normal, Real area,
                                       const PointDistance& atCenter, const Corners& corners);
    bool touch(std::int64_t element, const Vector3& center, const Vector3& normal, Real area, const Vector3& point,
               const PointDistance&, Real rootDistance);
    void addRim(TouchingElement&, const Vector3& outward, const Vector3& rim, const Vector3& point, Real width) const;
    Real crossing(const Vector3& inside, Real atInside, const Vector3& outside, Real atOutside) const;
    void findFirstTouch(TouchingElement&) const;
    bool isPassing(const TouchingElement&) const;

    const AreaInput& in;
    LayerWorkspace& work;
    DistanceMemory& memoryOfDistances;
    const LayerPair& pair;
    const CompiledLayer& layer;
    const LayerPairMemory* memory;
};

// Adds an element that is inside the other surface, if it faces it.
bool PairEvaluation::touch(std::int64_t element, const Vector3& center, const Vector3& normal, Real area,
                           const Vector3& point, const PointDistance& at, Real rootDistance) {
    if (pair.sand) { // whichever way it faces
        work.touching.push_back({element, center, now.toOther(center), point, at.normal, -at.distance, area, 1,
                                 Vector3::Zero(), rootDistance, -1, 0, Vector3::Zero(), depthAlongGravity(point, at)});
        return true;
    }
    const Vector3 outward = now.R * normal;
    const Face face = findFace(point, outward, at);
    if (!(face.cosine > 0)) {
        if (shapeL.isSheet && face.cosine < -0.5) atBack = std::max(atBack, -at.distance);
        return false;
    }
    const Real depth = face.distance * face.gain;
    if (shapeO.isSheet && depth > pair.thickness) return false; // far behind a sheet is not inside of it
    const SmoothStep facing = facingWeight(face.cosine);
    const Real whole = area * pair.weight, squared = face.gain * face.gain;
    const Real slope = facing.slope * squared + 2 * facing.value * face.gain * face.gainSlope; // of area gain^2 by the cosine
    work.touching.push_back({element, center, now.toOther(center), point, face.normal, depth, whole * facing.value, face.gain,
                             whole * slope * outward.cross(face.normal), rootDistance, -1, 0, Vector3::Zero(), 0});
    return true;
}

// Adds the rim of a cut element, if the other surface has a wall there.
// @param rim    sum of the cuts, each along its normal in the element outwards, times its length [m]
// @param point  the middle of the cuts
// @param width  of the element [m]
void PairEvaluation::addRim(TouchingElement& e, const Vector3& outward, const Vector3& rim, const Vector3& point, Real width) const {
    const PointDistance wall = distanceTo(point, 1e-2 * width);
    const Real facing = -outward.dot(wall.normal), across = std::sqrt(std::max(1 - facing * facing, Real(0)));
    if (!(facing < wholeFacing)) return;
    const Vector3 inwards = (wall.normal + facing * outward) / -across;
    // The depth is that of the wall's lower edge. Where the wall leans over the layer, the edge is further in.
    const Real mostInwards = std::max(facing, Real(0)) / across * pair.thickness;
    Face bottom{0, Vector3::Zero(), 0, 0, 0};
    for (Real distance = 1e-3 * width; bottom.cosine < wholeFacing && distance < 2 * mostInwards + 2e-3 * width; distance *= 2) {
        const Vector3 inside = point + distance * inwards;
        const PointDistance beside = distanceTo(inside, e.depth + distance);
        if (!(beside.distance < 0)) return;
        bottom = findFace(inside, outward, beside);
    }
    if (!(bottom.cosine > 0)) return;
    e.rimDepth = bottom.distance * bottom.gain;
    // An inclined wall that leans over presses with the rest by itself. On a rounding that is larger than the depth, the depth grows from 0 at the rim.
    const Real ofWall = facing > 0 ? across * across * (1 - smoothStep(facing, noFacing, wholeFacing).value) : 1;
    const Real fraction = ofWall * smoothStep(e.rimDepth, shapeO.rounding, 3 * shapeO.rounding).value;
    // The rim of a wall that leans over also moves as the wall sinks. One that leans back is the upper side of a body, which nothing presses.
    e.rim = fraction * (rim - std::max(facing, Real(0)) / across * rim.norm() * outward);
    e.rimPoint = point;
}

// Returns the face of the other surface that presses on an element. It is the nearest one if it faces the element. Near to an edge the nearest
// face may be a wall that stands at right angles to the element. Then it is the face that the element's normal meets, and the depth is measured
// along that normal: the force is K/h times depth and area across the normal, and its side force is the derivative of the energy. Between both
// they are mixed, so that nothing jumps as a body tilts.
PairEvaluation::Face PairEvaluation::findFace(const Vector3& point, const Vector3& outward, const PointDistance& at) const {
    Face face{-at.distance, at.normal, -outward.dot(at.normal), 1, 0};
    if (face.cosine >= wholeFacing) return face;
    const ColumnHit exit = findExit(shapeO, point, -outward);
    const Real cosine = exit.isHit ? -outward.dot(exit.normal) : 0, distance = exit.height * cosine;
    if (!(cosine > std::max(face.cosine, Real(0)) + 1e-9)) return face; // none, or the same one
    // On a rounding that is larger than the depth both are nearly the same, and the nearest one counts.
    const Real isOther = 1 - smoothStep(exit.normal.dot(at.normal), 0.6, 0.9).value;
    const Real nearest = 1 - (1 - smoothStep(face.cosine, noFacing, wholeFacing).value) * isOther;
    face.normal = (nearest * at.normal + (1 - nearest) * exit.normal).normalized();
    face.distance = nearest * face.distance + (1 - nearest) * distance;
    face.cosine = -outward.dot(face.normal);
    face.gain = nearest + (1 - nearest) / std::max(face.cosine, noFacing);
    face.gainSlope = face.cosine > noFacing ? -(1 - nearest) / (face.cosine * face.cosine) : 0;
    return face;
}

// Returns the depth of a point in sand along gravity [m]. On a smooth terrain it is found by Newton's method.
Real PairEvaluation::depthAlongGravity(const Vector3& point, const PointDistance& at) const {
    const Vector3& up = pair.sand->up;
    const Real slope = 1 / std::max(at.normal.dot(up), kernels::leastCosineOfSand);
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
        depth += (surface.point[2] - top[2]) / std::max(up[2] - surface.fx * up[0] - surface.fy * up[1], kernels::leastCosineOfSand);
    }
    return std::max(depth, Real(0));
}

// Finds the fraction of the way from a point inside the other surface to one outside where the way crosses the surface (Illinois method).
Real PairEvaluation::crossing(const Vector3& inside, Real atInside, const Vector3& outside, Real atOutside) const {
    const Vector3 line = outside - inside;
    const Real length = line.norm();
    Real low = 0, high = 1, fLow = atInside, fHigh = atOutside, at = 0;
    for (int step = 0; step < 12; ++step) {
        at = low + (high - low) * fLow / (fLow - fHigh);
        const Real f = distanceTo(inside + at * line, std::abs(fLow) + length).distance;
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
    std::vector<Vector3>& cornersInOther = work.polygon;
    std::vector<Real>& distances = work.depths;
    const Vector3 middle = now.toOther(center);
    cornersInOther.clear();
    distances.clear();
    bool areAllIn = atCenter.distance < 0, areAllOut = !areAllIn, isOneFace = true;
    Real sum = 0;
    for (const Vector3& corner : corners) {
        cornersInOther.push_back(now.toOther(corner));
        const PointDistance at = distanceTo(cornersInOther.back(), std::abs(atCenter.distance) + (corner - center).norm());
        distances.push_back(at.distance);
        sum += at.distance;
        isOneFace = isOneFace && at.normal.dot(atCenter.normal) > 0.9;
        areAllIn = areAllIn && distances.back() < 0;
        areAllOut = areAllOut && !(distances.back() < 0);
    }
    if (areAllOut) return;
    const std::size_t count = cornersInOther.size();
    if (areAllIn) { // the mean distance of one that is curved; exact where it is quadratic, on a square and an equilateral triangle
        PointDistance mean = atCenter;
        if (isOneFace) mean.distance += (sum / Real(count) - atCenter.distance) / (count == 3 ? 4 : 3);
        touch(element, center, normal, area, middle, mean, atCenter.distance);
        return;
    }
    const Vector3 outward = now.R * normal;
    Real whole = 0, inside = 0, cutLength = 0;
    Vector3 centroid = Vector3::Zero(), rim = Vector3::Zero(), rimMoment = Vector3::Zero();
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t next = (k + 1) % count;
        const Vector3 corner[3] = {middle, cornersInOther[k], cornersInOther[next]};
        const Real distance[3] = {atCenter.distance, distances[k], distances[next]};
        whole += 0.5 * (corner[1] - corner[0]).cross(corner[2] - corner[0]).norm();
        Vector3 part[4], cut[2];
        int size = 0, numCuts = 0;
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const bool isIn = distance[i] < 0, isNextIn = distance[j] < 0;
            if (isIn) part[size++] = corner[i];
            if (isIn && !isNextIn)
                part[size++] = cut[numCuts++] =
                    corner[i] + crossing(corner[i], distance[i], corner[j], distance[j]) * (corner[j] - corner[i]);
            if (!isIn && isNextIn)
                part[size++] = cut[numCuts++] =
                    corner[j] + crossing(corner[j], distance[j], corner[i], distance[i]) * (corner[i] - corner[j]);
        }
        for (int i = 1; i + 1 < size; ++i) {
            const Real triangle = 0.5 * (part[i] - part[0]).cross(part[i + 1] - part[0]).norm();
            inside += triangle;
            centroid += triangle / 3 * (part[0] + part[i] + part[i + 1]);
        }
        if (numCuts == 2) {
            const Vector3 along = cut[1] - cut[0], middleOfCut = 0.5 * (cut[0] + cut[1]);
            const Vector3 across = along.cross(outward); // as long as the cut
            const Vector3& someIn = distance[0] < 0 ? corner[0] : distance[1] < 0 ? corner[1] : corner[2];
            rim += across.dot(someIn - middleOfCut) < 0 ? across : Vector3(-across);
            rimMoment += along.norm() * middleOfCut;
            cutLength += along.norm();
        }
    }
    if (!(inside > 1e-12 * whole)) return;
    centroid /= inside;
    const PointDistance at = distanceTo(centroid, std::abs(atCenter.distance) + (centroid - middle).norm());
    if (!(at.distance < 0) || !touch(element, center, normal, area * inside / whole, centroid, at, atCenter.distance)) return;
    if (cutLength > 0 && !pair.sand && hasEdges(shapeO))
        addRim(work.touching.back(), outward, pair.weight * area / whole * rim, rimMoment / cutLength, std::sqrt(area));
}

void PairEvaluation::findTouching() {
    work.touching.clear();
    if (!isNear()) return;
    if (shapeL.kind == ShapeKind::HalfSpace) {
        const LayerCells& cells = layer.cells;
        const Real area = cells.width * cells.width;
        cells.visitWithin(
            0.71 * cells.width, -(now.R.transpose() * now.p), shapeO.radius,
            [&](const Vector3& pointInLayer, Real bound) { return distanceTo(now.toOther(pointInLayer), bound); },
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
            [&](const Vector3& pointInLayer) { return now.toOther(pointInLayer); },
            [&](const Vector3& point, Real bound, int& feature) { return findDistance(shapeO, point, bound, feature); },
            [&](int index, const Vector3& point, const PointDistance& at) {
                const SurfaceElement& element = elements[index];
                if (!pair.isClipped) {
                    touch(index, element.center, element.normal, element.area, point, at, at.distance);
                    return;
                }
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
    const Vector3 pointThen = committed.toOther(now.R.transpose() * (e.point - now.p));
    const PointDistance then = distanceTo(pointThen, e.depth + (pointThen - e.point).norm());
    const Vector3 outward = layer.normalOf(e.element);
    const Real rounding = 1e-6 * std::min(pair.thickness, shapeO.radius); // a body may begin exactly on the sheet
    return then.distance < -rounding && (committed.R * outward).dot(then.normal) < 0;
}

// Finds where and how fast an element without shear has touched, from the positions and velocities at both ends of the step. Its shear begins
// when its centre touches. That is the mean of the shears of its points, to the second order in its width. While only a corner is inside
// it has none.
void PairEvaluation::findFirstTouch(TouchingElement& e) const {
    const bool isRootIn = e.rootDistance < 0;
    const Vector3 point = isRootIn ? e.rootInOther : e.point;
    const Real depth = isRootIn ? -e.rootDistance : e.depth / e.gain;
    const Real speed = -e.normal.dot(now.velocityAt(point)); // of the depth
    e.touchSpeed = std::max(speed, Real(0));
    if (!(in.timeSinceCommit > 0)) return;
    const Real h = in.timeSinceCommit;
    const Vector3 pointBefore = before.toOther(now.R.transpose() * (point - now.p));
    const PointDistance then = distanceTo(pointBefore, depth + (pointBefore - point).norm());
    const Real rateThen = h * then.normal.dot(before.velocityAt(pointBefore)), rateNow = -h * speed;
    const Cubic<Real> distance{then.distance, rateThen, -depth, rateNow};
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
    e.touchSpeed = std::max(-rate / h, Real(0));
    if (!isRootIn) return;
    const Vector3 rootBefore = before.toOther(e.root);
    e.firstTouch =
        Cubic<Vector3>{rootBefore, h * before.velocityAt(rootBefore), e.rootInOther, h * now.velocityAt(e.rootInOther)}.at(at);
}

void PairEvaluation::evaluate(const AreaOutput& to) {
    // The speed of an impact is that of the fastest element among those that still touch: a roll long past does not count.
    Real impactSpeed = 0;
    const bool mayShear = pair.sand || (pair.shearStiffness > 0 && pair.friction.staticFriction > 0);
    for (TouchingElement& e : work.touching) {
        e.firstTouch = e.rootInOther;
        if (e.memory < 0 || (!findShear(e) && mayShear && e.rootDistance < 0)) findFirstTouch(e);
        if (e.memory >= 0) e.touchSpeed = in.committed.layers.elements[e.memory].touchSpeed;
        impactSpeed = std::max(impactSpeed, e.touchSpeed);
    }
    const Real factor = in.frictionFactorOf(pair.layer, pair.opposite);
    const int first = to.next ? int(to.next->layers.elements.size()) : 0;
    if (pair.sand) {
        kernels::SandConstants sand = pair.sand->constants;
        if (std::isfinite(sand.surfaceFriction)) sand.surfaceFriction *= factor;
        for (const TouchingElement& e : work.touching) evaluateSand(e, to, sand);
    } else {
        kernels::LayerConstants law{pair.normalStiffness, pair.shearStiffness, pair.friction,
                                    pair.dissipationOf(impactSpeed)};
        law.friction.staticFriction *= factor;
        law.friction.kineticFriction *= factor;
        if (pair.shearDamping.isSet()) law.shearDampingTime = pair.shearDamping;
        for (const TouchingElement& e : work.touching) evaluate(e, to, law);
    }
    if (!(load > 0)) weightedNormal = work.touching.front().normal;
    if (to.next)
        to.next->layers.pairs.push_back(
            {pair.layer, pair.opposite, first, int(to.next->layers.elements.size())});
}

// Returns the input of the law, with its motion since the commit.
kernels::ElementState PairEvaluation::stateOf(const TouchingElement& e) const {
    kernels::ElementState state;
    state.point = e.point;
    state.centre = e.rootInOther;
    state.normal = e.normal;
    state.outward = now.R * layer.normalOf(e.element);
    state.outwardThen = before.R * layer.normalOf(e.element);
    state.depth = pair.sand ? e.alongGravity : e.depth;
    state.area = e.area;
    state.gain = e.gain;
    state.turning = e.turning;
    state.rim = e.rim;
    state.rimPoint = e.rimPoint;
    state.rimDepth = e.rimDepth;
    state.velocity = now.velocityAt(e.point);
    state.angularVelocity = now.angularVelocity;
    state.slipVelocity = now.velocityAt(e.rootInOther);
    state.time = in.timeSinceCommit > 0 ? in.timeSinceCommit : 0;
    const ElementMemory* past = findShear(e);
    state.hasMemory = past != nullptr;
    state.held = e.rootInOther - (past ? past->anchor : e.firstTouch);
    const Vector3 then = past ? before.toOther(e.root) : e.firstTouch;
    state.slip = e.rootInOther - then;
    state.slipVelocityThen = past ? before.velocityAt(then) : Vector3(Vector3::Zero());
    if (past) state.memory = {past->limitLength, past->dampingTime};
    if (!hasShear(e)) state.slipVelocity.setZero();
    return state;
}

// Stores the memory of an element. The anchor of one that sticks keeps its last digit.
// @param kept  the anchor of one that slides
void PairEvaluation::remember(const TouchingElement& e, const AreaOutput& to, const kernels::Bristle& bristle,
                              const Vector3& kept) const {
    if (!to.next) return;
    const Vector3 anchor = bristle.isHeld ? in.committed.layers.elements[e.memory].anchor : kept;
    to.next->layers.elements.push_back(
        {e.element, anchor, hasShear(e) ? bristle.memory.limitLength : 0, bristle.memory.dampingTime, e.touchSpeed});
}

void PairEvaluation::evaluate(const TouchingElement& e, const AreaOutput& to, const kernels::LayerConstants& law) {
    auto [element, bristle] = kernels::evaluateLayer(law, stateOf(e), needsOf(to));
    element.hasShear = hasShear(e);
    add(element, to);
    // A dragged anchor lies on the other surface.
    remember(e, to, bristle, e.rootInOther - bristle.displacement + e.depth * e.normal);
    if (to.elements && to.surfaceOfElements == pair.layer)
        addRecord(to, e.element, pair.opposite, e.rootInOther, now.R * layer.normalOf(e.element),
                  -(element.shear + element.wallForce / e.area), e.area / pair.weight, element);
}

void PairEvaluation::evaluateSand(const TouchingElement& e, const AreaOutput& to, const kernels::SandConstants& sand) {
    const kernels::ElementState state = stateOf(e);
    auto [element, bristle] = kernels::evaluateSand(sand, pair.sand->up, state, needsOf(to));
    element.hasShear = hasShear(e);
    add(element, to);
    froude = std::max(froude, state.velocity.norm() / std::sqrt(2 * shapeL.radius * sand.gravity));
    remember(e, to, bristle, e.rootInOther - bristle.displacement);
    if (to.elements && to.surfaceOfElements == pair.layer)
        addRecord(to, e.element, pair.opposite, e.rootInOther, state.outward, -element.shear, e.area, element);
}

} // namespace

void evaluateLayers(const AreaInput& in, LayerWorkspace& work, const AreaOutput& to) {
    if (to.next) {
        to.next->layers.clear();
        to.next->groundPace = 0;
        to.next->tooDeepForLayer.found = to.next->behindLayer.found = to.next->fastInSand.found = NotedContact();
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
                pair.applyToBodies(to);
                pair.addTo(sum);
                if (to.tangents) pair.addTangent(tangent);
            }
            if (!to.next) continue;
            if (pairs[i].sand && pair.isTouching()) to.next->groundPace = std::max(to.next->groundPace, pair.findPace());
            if (pair.froude > fastFlow) to.next->fastInSand.found = {{a, b, 0}, pair.froude, in.timeSinceCommit};
            if (pair.atBack > 0) to.next->behindLayer.found = {{a, b, 0}, pair.atBack, in.timeSinceCommit};
            if (pair.getDeepest() > pairs[i].deepest())
                to.next->tooDeepForLayer.found = {{a, b, 0}, pair.getDeepest(), in.timeSinceCommit};
        }
        if (sum.numElements == 0) continue;
        tangent.isSliding = sum.isSliding();
        if (to.tangents) to.tangents->push_back(tangent);
        if (to.records) to.records->push_back(recordOf(sum, a, b, in));
        if (to.forces) (*to.forces)(a, b, sum.normalForce + sum.shearForce);
    }
}

} // namespace simbodydem
