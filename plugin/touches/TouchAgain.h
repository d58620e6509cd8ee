// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TOUCH_AGAIN_H
#define SIMBODYDEM_TOUCH_AGAIN_H

#include "touches/ContactSource.h"

#include <vector>

namespace simbodydem {

/** Room, in the State's cache. */
struct TouchAgainMemory {
    SearchMemory search;
    std::vector<Touch> found;
};

/** Where a touch goes when one of its bodies is moved by a little. */
class TouchAgain {
public:
    TouchAgain(const CompiledSurfaces& compiled, const BodiesInState& bodies, TouchAgainMemory& memory)
        : compiled(compiled), bodies(bodies), memory(memory.search), found(memory.found) {}

    /** The touch of this key. It is taken along with that body where the search finds it no more.
    @param isA     which of its two bodies has moved
    @param turn    by which it has turned
    @param origin  where its frame's origin now is
    @param shift   see NormalLaw::getContactPointShift() */
    Touch find(const Touch&, bool isA, const Matrix3& turn, const Vector3& origin, SimTK::Real shift);

private:
    Touch search(const Touch&, bool isA, const Matrix3& turn, const Vector3& origin);

    const CompiledSurfaces& compiled;
    const BodiesInState& bodies;
    SearchMemory& memory;
    std::vector<Touch>& found;
};

} // namespace simbodydem

#endif
