// SPDX-License-Identifier: Apache-2.0
#include "collision/TouchAgain.h"

#include "collision/PairTouches.h"
#include "collision/Placed.h"
#include "collision/SimpleTouches.h"
#include "collision/TouchAgainMemory.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

Matrix3 SmallMotion::rotation() const {
    if (coordinate >= 3) return Matrix3::Identity();
    return ::Eigen::AngleAxis<Real>(by, Vector3::Unit(coordinate)).matrix();
}

TouchAgain::TouchAgain(const CompiledSurfaces& compiled, const BodiesInState& bodies, TouchAgainMemory& memory)
    : compiled(compiled), bodies(bodies), memory(memory) {
    memory.a = memory.b = -1; // what was found before was found for another State
}

Touch TouchAgain::find(const Touch& touch, const SmallMotion& motion, Real shift) {
    const int a = touch.key.a, b = touch.key.b;
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    Touch again = touch;
    if (surfaceA.isSimple() && surfaceB.isSimple()) {
        place(touch, motion);
        const Placed placed(compiled, memory.search);
        if (surfaceA.isPlane())
            again = touchOnPlane(a, b, placed.planeOf(a), placed.originOf(b), compiled);
        else if (surfaceB.isPlane())
            again = touchOnPlane(b, a, placed.planeOf(b), placed.originOf(a), compiled);
        else
            again = touchOfSpheres(a, b, placed.originOf(a), placed.originOf(b), compiled);
    } else {
        const std::vector<Touch>& found = search(touch, motion);
        const auto isBefore = [](const Touch& t, const TouchKey& key) { return t.key < key; };
        const auto same = std::lower_bound(found.begin(), found.end(), touch.key, isBefore);
        if (same != found.end() && same->key == touch.key) again = *same;
    }
    again.point += (shift * again.overlap) * again.normal;
    return again;
}

void TouchAgain::place(const Touch& touch, const SmallMotion& motion) {
    const int bodyA = compiled.surfaces[touch.key.a].body, bodyB = compiled.surfaces[touch.key.b].body;
    const int moving = motion.isOfA ? bodyA : bodyB, other = motion.isOfA ? bodyB : bodyA;
    const Transform& before = bodies.getTransform(moving);
    Mat33 turned;
    ::Eigen::Map<Matrix3>(&turned(0, 0)) = motion.rotation() * asEigen(before.R());
    Vec3 origin = before.p();
    if (motion.coordinate >= 3) origin[motion.coordinate - 3] += motion.by;
    memory.search.bodies.place(moving, Transform(Rotation(turned, true), origin));
    memory.search.bodies.place(other, bodies.getTransform(other));
}

const std::vector<Touch>& TouchAgain::search(const Touch& touch, const SmallMotion& motion) {
    const int a = touch.key.a, b = touch.key.b;
    if (memory.a != a || memory.b != b) {
        memory.a = a;
        memory.b = b;
        memory.count = 0;
        memory.search.curvatures.clear();
        memory.search.hidden.clear();
    }
    const auto end = memory.searches.begin() + memory.count;
    const auto known = std::find_if(memory.searches.begin(), end,
                                    [&](const TouchAgainMemory::Search& s) { return s.motion == motion; });
    if (known != end) return known->found;
    if (memory.count == memory.searches.size()) memory.searches.emplace_back();
    TouchAgainMemory::Search& fresh = memory.searches[memory.count];
    fresh.motion = motion;
    fresh.found.clear();
    place(touch, motion);
    addTouches(a, b, compiled, memory.search, fresh.found);
    std::sort(fresh.found.begin(), fresh.found.end(), [](const Touch& x, const Touch& y) { return x.key < y.key; });
    ++memory.count; // only now: a search that throws leaves nothing
    return fresh.found;
}

} // namespace simbodydem
