// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_PERTURBED_CONTACT_QUERY_H
#define SIMBODYDEM_COLLISION_PERTURBED_CONTACT_QUERY_H

#include "collision/BodiesInState.h"
#include "collision/CompiledSurfaces.h"
#include "collision/ContactPoint.h"

#include <vector>

namespace simbodydem {

/** Describes a small motion of one body: a rotation about an axis of Ground through the body's origin [rad], or a displacement along an
axis of Ground [m]. */
struct SmallMotion {
    bool isOfA;     // true if the body of surface a moves, not that of b
    int coordinate; // 0 to 2: rotations; 3 to 5: displacements
    SimTK::Real by;

    /** Returns the rotation matrix; the identity for a displacement. */
    Matrix3 rotation() const;
    friend bool operator==(const SmallMotion& x, const SmallMotion& y) {
        return x.isOfA == y.isOfA && x.coordinate == y.coordinate && x.by == y.by;
    }
};

struct PerturbedContactMemory;

/** Finds the contact after a small motion of one of its bodies. Contacts of one pair share their searches. So a pair with a thousand contacts is
searched as often as a pair with one. */
class PerturbedContactQuery {
public:
    PerturbedContactQuery(const CompiledSurfaces&, const BodiesInState&, PerturbedContactMemory&);

    /** Returns the contact of this key after the motion, or the contact itself if the search no longer finds it.
    @param shift  see NormalLaw::getContactPointShift() */
    ContactPoint find(const ContactPoint&, const SmallMotion&, SimTK::Real shift);

    /** Returns true if a sphere or a rounded corner touches a half space. Its centre then moves with its body, and the normal with the half space. */
    bool isSphereOnPlane(const ContactPoint&) const;

private:
    void moveBody(const ContactPoint&, const SmallMotion&);
    const std::vector<ContactPoint>& search(const ContactPoint&, const SmallMotion&);

    const CompiledSurfaces& compiled;
    const BodiesInState& bodies;
    PerturbedContactMemory& memory;
};

} // namespace simbodydem

#endif
