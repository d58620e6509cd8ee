// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GIVEN_FORCES_H
#define SIMBODYDEM_GIVEN_FORCES_H

#include "force/StateStamp.h"
#include "simbodydem/DEMContactForce.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

// Checks of the contact forces that a user passes to an integrator, a recorder or the like, and of their States.

namespace simbodydem {

/** Returns true if both handles refer to one force element. A list with both would count its contacts twice. */
inline bool areSame(const DEMContactForce& a, const DEMContactForce& b) {
    return &a.getForceSubsystem() == &b.getForceSubsystem() && a.getForceIndex() == b.getForceIndex();
}

/** Returns true if the force acts in this System. */
inline bool isOf(const SimTK::MultibodySystem& system, const DEMContactForce& force) {
    return force.getForceSubsystem().isInSystem() && &force.getForceSubsystem().getSystem() == &system;
}

/** Throws std::invalid_argument if a pointer is null, if a force is given twice, or if a force is of another System.
@param nameOf  returns the first words of a message about the force of this index */
template <class NameOf> void checkForces(const SimTK::MultibodySystem& system,
                                         const std::vector<const DEMContactForce*>& forces, const NameOf& nameOf) {
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (!forces[i]) throw std::invalid_argument(nameOf(i) + " is null");
        const auto isThis = [&](const DEMContactForce* before) { return areSame(*before, *forces[i]); };
        if (std::any_of(forces.begin(), forces.begin() + std::ptrdiff_t(i), isThis))
            throw std::invalid_argument(nameOf(i) + " is given twice");
        if (!isOf(system, *forces[i])) throw std::invalid_argument(nameOf(i) + " is of another System");
    }
}

/** Throws std::logic_error unless the State is of the force's System, before any part of it is realized. */
inline void checkStateOf(const DEMContactForce& force, const SimTK::State& state, const std::string& caller) {
    checkStateOf(force.getForceSubsystem().getSystem(), state, caller);
    force.isDisabled(state); // throws if the State has another force's variables
}

} // namespace simbodydem

#endif
