// SPDX-License-Identifier: Apache-2.0
#include "touches/TouchAgain.h"

#include "touches/PairTouches.h"
#include "touches/Placed.h"
#include "touches/SimpleTouches.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

Touch TouchAgain::find(const Touch& touch, bool isA, const Matrix3& turn, const Vector3& origin, Real shift) {
    Touch again = search(touch, isA, turn, origin);
    again.point += (shift * again.overlap) * again.normal;
    return again;
}

Touch TouchAgain::search(const Touch& touch, bool isA, const Matrix3& turn, const Vector3& origin) {
    const int a = touch.key.a, b = touch.key.b;
    const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    const int slot = isA ? surfaceA.body : surfaceB.body, other = isA ? surfaceB.body : surfaceA.body;
    Mat33 turned;
    ::Eigen::Map<Matrix3>(&turned(0, 0)) = turn * asEigen(bodies.getTransform(slot).R());
    const Transform moved(Rotation(turned, true), toSimTK(origin));
    memory.bodies.place(slot, moved);
    memory.bodies.place(other, bodies.getTransform(other));
    if (surfaceA.isSimple() && surfaceB.isSimple()) {
        const Placed placed(compiled, memory);
        if (surfaceA.isPlane()) return touchOnPlane(a, b, placed.planeOf(a), placed.originOf(b), compiled);
        if (surfaceB.isPlane()) return touchOnPlane(b, a, placed.planeOf(b), placed.originOf(a), compiled);
        return touchOfSpheres(a, b, placed.originOf(a), placed.originOf(b), compiled);
    }
    found.clear();
    memory.curvatures.clear();
    addTouches(a, b, compiled, memory, found);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Touch& t) { return t.key == touch.key; });
    return same == found.end() ? touch : *same;
}

} // namespace simbodydem
