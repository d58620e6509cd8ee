// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_BODIES_IN_STATE_H
#define SIMBODYDEM_COLLISION_BODIES_IN_STATE_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

/** Stores where a State keeps the poses and velocities of the bodies that have surfaces. Requests to every body would take a fifth of the CPU
time of a contact force. Simbody keeps poses and velocities in one array each, by body. So if the first and the last one have their addresses of
the last evaluation, all have. A copy of a State has its own arrays, which its first evaluation finds. */
class BodiesInState {
public:
    /** Finds the poses and velocities of a State.
    @param bodies  by slot, at least one */
    void locate(const SimTK::State& state, const std::vector<const SimTK::MobilizedBody*>& bodies) {
        locate(transforms, bodies, [&](const SimTK::MobilizedBody& body) { return &body.getBodyTransform(state); });
        locate(velocities, bodies, [&](const SimTK::MobilizedBody& body) { return &body.getBodyVelocity(state); });
    }
    /** Gives one body another pose. The Transform must exist as long as this object refers to it. */
    void setTransform(int slot, const SimTK::Transform& X_GB) {
        if (transforms.size() <= std::size_t(slot)) transforms.resize(slot + 1);
        transforms[slot] = &X_GB;
    }
    void setTransform(int slot, const SimTK::Transform&&) = delete; // a temporary would be gone at once
    const SimTK::Transform& getTransform(int slot) const { return *transforms[slot]; } // X_GB
    const SimTK::SpatialVec& getVelocity(int slot) const { return *velocities[slot]; } // V_GB

private:
    template <class T, class Ask>
    static void locate(std::vector<const T*>& pointers, const std::vector<const SimTK::MobilizedBody*>& bodies, Ask ask) {
        const std::size_t count = bodies.size();
        if (pointers.size() == count && pointers.front() == ask(*bodies.front()) && pointers.back() == ask(*bodies.back()))
            return;
        pointers.resize(count);
        for (std::size_t slot = 0; slot < count; ++slot) pointers[slot] = ask(*bodies[slot]);
    }

    std::vector<const SimTK::Transform*> transforms;  // by slot
    std::vector<const SimTK::SpatialVec*> velocities; // by slot
};

} // namespace simbodydem

#endif
