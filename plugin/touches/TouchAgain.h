// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TOUCH_AGAIN_H
#define SIMBODYDEM_TOUCH_AGAIN_H

#include "touches/ContactSource.h"

#include <vector>

namespace simbodydem {

/** One of a body's six coordinates and by how much it changes: a rotation about an axis of Ground through the origin of the
body's frame [rad], or a displacement along one [m]. */
struct SmallMotion {
    bool isOfA;     // of the two bodies the one that moves
    int coordinate; // 0 to 2: rotations; 3 to 5: displacements
    SimTK::Real by;

    /** Returns the rotation matrix; the identity for a displacement. */
    Matrix3 rotation() const;
    friend bool operator==(const SmallMotion& x, const SmallMotion& y) {
        return x.isOfA == y.isOfA && x.coordinate == y.coordinate && x.by == y.by;
    }
};

/** Workspace of TouchAgain, in the State's cache. */
struct TouchAgainMemory {
    struct Search {
        SmallMotion motion;
        std::vector<Touch> found; // sorted by key
    };
    SearchMemory search;
    int a = -1, b = -1;           // the pair that has been searched
    std::vector<Search> searches; // the first `count` of them are valid
    std::size_t count = 0;
};

/** Finds where a contact goes when one of its bodies is moved by a little. Contacts of one pair share their searches: a pair with a
thousand contacts is searched as often as a pair with one. */
class TouchAgain {
public:
    TouchAgain(const CompiledSurfaces& compiled, const BodiesInState& bodies, TouchAgainMemory& memory)
        : compiled(compiled), bodies(bodies), memory(memory) {
        memory.a = memory.b = -1; // what was found before was found for another State
    }

    /** Returns the touch of this key after the motion, or the touch as it is where the search does not find it any more.
    @param shift   see NormalLaw::getContactPointShift() */
    Touch find(const Touch&, const SmallMotion&, SimTK::Real shift);

private:
    void place(const Touch&, const SmallMotion&);
    const std::vector<Touch>& search(const Touch&, const SmallMotion&);

    const CompiledSurfaces& compiled;
    const BodiesInState& bodies;
    TouchAgainMemory& memory;
};

} // namespace simbodydem

#endif
