// SPDX-License-Identifier: Apache-2.0
#include "collision/DistanceToTouch.h"

#include "collision/CompiledSurfaces.h"
#include "collision/PairContacts.h"
#include "collision/Placed.h"
#include "collision/SearchMemory.h"
#include "collision/SimpleContacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace simbodydem {

using namespace SimTK;

namespace {

const char* const owner = "ContactSurfaces::findDistanceToTouch()";

// Surfaces that pass others closely advance at least by this length [m], and by this fraction of the smallest one of them.
constexpr Real longestLeastAdvance = 1e-3, leastAdvance = 0.02;
// A gap below this fraction of the search distance begins the search for a root within this many gaps.
constexpr Real nearFraction = 1e-2, gapsAhead = 4;
constexpr Real touchTolerance = 1e-13; // [m]
constexpr int mostAdvances = 100000, mostHalvings = 200;

// Moves surfaces along a direction, and measures their gaps to others.
class Approach {
public:
    Approach(const std::shared_ptr<SurfaceList>& list, const State& state, const std::vector<int>& moving,
             const std::vector<int>& fixed, const UnitVec3& direction)
        : source(list), moving(moving), fixed(fixed), direction(toEigen(Vec3(direction))) {
        compiled.build(source, list->matter, owner, DetectionMargins());
        // Pairs are chosen here; surfaces with areas of contact count as rigid.
        compiled.filter.build(source.getExclusions(), compiled.surfaces, compiled.bodies);
        for (CompiledSurface& surface : compiled.surfaces) surface.hasArea = false;
        for (const MobilizedBody* body : compiled.bodies) start.push_back(body->getBodyTransform(state));
        poses = start;
        for (std::size_t slot = 0; slot < poses.size(); ++slot) memory.bodies.setTransform(int(slot), poses[slot]);
        isMoving.resize(poses.size(), false);
        for (const int m : moving) isMoving[std::size_t(compiled.surfaces[m].body)] = true;
        for (const int m : moving)
            for (const int f : fixed)
                if (const char* reason = compiled.surfaces[m].isPlane() || isExcluded(m, f)
                                             ? nullptr
                                             : whyNeverTouching(compiled.surfaces[m], compiled.surfaces[f]))
                    throw std::invalid_argument(std::string(owner) + ": " + compiled.names[m] + " and " +
                                                compiled.names[f] + " cannot have a contact: " + reason);
        Real smallest = Infinity;
        for (const int m : moving) {
            if (compiled.surfaces[m].isPlane()) continue;
            smallest = std::min(smallest, compiled.geometries[m].radius);
            farthestSearch = std::max(farthestSearch, compiled.geometries[m].radius);
        }
        advance = std::min(longestLeastAdvance, leastAdvance * smallest);
    }

    // Returns a displacement at which no bounding sphere of a moving surface has reached any of the fixed ones; a half space that faces
    // sideways or along the direction cannot be left behind.
    Real findStart() {
        moveBy(0);
        Real at = 0;
        forEachPair([&](int m, int f) { at = std::min(at, freeTravel(m, f, 0)); });
        return at - advance; // clear of rounding
    }

    // Returns the smallest gap at a displacement, if it is below the search distance; else Infinity. Overlaps are negative gaps.
    Real findGap(Real displacement, Real search) {
        moveBy(displacement);
        memory.curvatures.clear();
        memory.hidden.clear();
        Real gap = Infinity;
        for (const int f : fixed) compiled.surfaces[f].margin = search;
        forEachPair([&](int m, int f) {
            const Vector3 centre = placed().originOf(m);
            const Real radius = compiled.geometries[m].radius;
            contacts.clear();
            const int a = std::min(m, f), b = std::max(m, f);
            if (compiled.surfaces[f].isPlane()) {
                const Real overlap = overlapOnPlane(placed().planeOf(f), centre, radius);
                if (overlap <= -search) return;
                if (compiled.surfaces[m].isSimple()) {
                    gap = std::min(gap, -overlap);
                    return;
                }
                addContactPoints(a, b, compiled, memory, contacts);
            } else {
                const Real distance = (placed().originOf(f) - centre).norm() - radius - compiled.geometries[f].radius;
                if (distance >= search) return;
                if (compiled.surfaces[m].isSimple() && compiled.surfaces[f].isSimple()) {
                    gap = std::min(gap, distance);
                    return;
                }
                addContactPoints(a, b, compiled, memory, contacts);
            }
            for (const ContactPoint& contact : contacts) gap = std::min(gap, -contact.overlap);
        });
        return gap < search ? gap : Infinity;
    }

    // Returns the displacement of the first touch from a displacement without overlap; Infinity if there is none.
    Real findTouch(Real at) {
        for (int i = 0; i < mostAdvances; ++i) {
            const Real search = farthestSearch, gap = findGap(at, search);
            if (gap == Infinity) { // the bounding spheres tell how far nothing can be
                Real travel = Infinity;
                forEachPair([&](int m, int f) { travel = std::min(travel, freeTravel(m, f, 1)); });
                if (travel == Infinity) return Infinity;
                at += std::max(search, travel);
                continue;
            }
            if (gap <= touchTolerance) return at;
            if (gap < nearFraction * search) {
                const Real ahead = at + gapsAhead * gap, gapAhead = findGap(ahead, search);
                if (gapAhead <= 0) return findRoot(at, gap, ahead, gapAhead);
            }
            // No point of a body that is displaced by its gap passes another one.
            const Real next = at + std::max(gap, advance), gapNext = findGap(next, search);
            if (gapNext < 0) return findRoot(at, gap, next, gapNext);
            at = next;
        }
        throw std::runtime_error(std::string(owner) + ": no touch was found within " + std::to_string(mostAdvances) +
                                 " displacements; the surfaces pass each other too closely");
    }

private:
    Placed placed() const { return Placed(compiled, memory); }
    bool isExcluded(int m, int f) const {
        const int a = std::min(m, f), b = std::max(m, f);
        const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
        return surfaceA.body == surfaceB.body || compiled.filter.isExcluded(a, surfaceA, b, surfaceB);
    }
    template <class Use> void forEachPair(const Use& use) {
        for (const int m : moving)
            for (const int f : fixed)
                if (!compiled.surfaces[m].isPlane() && !isExcluded(m, f)) use(m, f);
    }
    void moveBy(Real displacement) {
        for (std::size_t slot = 0; slot < poses.size(); ++slot)
            if (isMoving[slot]) poses[slot].setP(start[slot].p() + displacement * Vec3(direction[0], direction[1], direction[2]));
    }

    // Returns how far a bounding sphere can move: ahead until it reaches the other one, or behind (< 0) until it has left it.
    Real freeTravel(int m, int f, int sense) const {
        const Vector3 centre = placed().originOf(m);
        const Real radius = compiled.geometries[m].radius;
        if (compiled.surfaces[f].isPlane()) {
            const PlacedPlane plane = placed().planeOf(f);
            const Real closing = -plane.outward.dot(direction);
            if (closing <= std::numeric_limits<Real>::epsilon()) return sense > 0 ? Infinity : 0;
            return -overlapOnPlane(plane, centre, radius) / closing;
        }
        const Vector3 line = placed().originOf(f) - centre;
        const Real reach = radius + compiled.geometries[f].radius, along = line.dot(direction);
        const Real aside = (line - along * direction).squaredNorm();
        if (aside >= reach * reach) return sense > 0 ? Infinity : 0;
        const Real half = std::sqrt(reach * reach - aside);
        if (sense > 0 && along + half < 0) return Infinity; // passed
        return along - half;
    }

    // Halves a bracket, by turns with a secant. Returns its end without overlap.
    Real findRoot(Real free, Real gapFree, Real overlapping, Real gapOverlapping) {
        for (int i = 0; i < mostHalvings; ++i) {
            const Real width = overlapping - free;
            if (gapFree <= touchTolerance ||
                width <= 4 * std::numeric_limits<Real>::epsilon() * std::max(Real(1), std::abs(free)))
                break;
            Real part = 0.5;
            if (i % 2 == 0 && std::isfinite(gapFree)) part = std::clamp(gapFree / (gapFree - gapOverlapping), 0.01, 0.99);
            const Real middle = free + part * width, gap = findGap(middle, farthestSearch);
            if (gap >= 0) {
                free = middle;
                gapFree = gap;
            } else {
                overlapping = middle;
                gapOverlapping = gap;
            }
        }
        return free;
    }

    const SurfaceListSource source;
    const std::vector<int>& moving;
    const std::vector<int>& fixed;
    const Vector3 direction;
    CompiledSurfaces compiled;
    SearchMemory memory;
    std::vector<Transform> start, poses; // by slot
    std::vector<char> isMoving;          // by slot
    std::vector<ContactPoint> contacts;
    Real farthestSearch = 0, advance = 0; // [m]
};

} // namespace

Real findDistanceToTouch(const std::shared_ptr<SurfaceList>& list, const State& state, const std::vector<int>& moving,
                         const std::vector<int>& fixed, const UnitVec3& direction) {
    Approach approach(list, state, moving, fixed, direction);
    const Real search = touchTolerance;
    if (!(approach.findGap(0, search) < 0))
        if (const Real distance = approach.findTouch(0); distance < Infinity) return distance;
    const Real start = approach.findStart();
    if (approach.findGap(start, search) < 0)
        throw std::invalid_argument(std::string(owner) +
                                    ": the surfaces overlap others wherever they come from, such as a half space that "
                                    "does not face them; start from a pose without overlap");
    return approach.findTouch(start);
}

} // namespace simbodydem
