// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Gravity.h"

#include "Simbody.h"

namespace simbodydem {

SimTK::Vec3 findGravity(const SimTK::System& system) {
    SimTK::Vec3 sum(0);
    for (SimTK::SubsystemIndex i(0); i < system.getNumSubsystems(); ++i) {
        if (!SimTK::ForceSubsystem::isInstanceOf(system.getSubsystem(i))) continue;
        const auto& subsystem = SimTK::ForceSubsystem::downcast(system.getSubsystem(i));
        if (!SimTK::GeneralForceSubsystem::isInstanceOf(subsystem)) continue;
        const auto& forces = SimTK::GeneralForceSubsystem::downcast(subsystem);
        for (SimTK::ForceIndex f(0); f < forces.getNumForces(); ++f) {
            const SimTK::Force& force = forces.getForce(f);
            if (SimTK::Force::UniformGravity::isInstanceOf(force))
                sum += SimTK::Force::UniformGravity::downcast(force).getGravity();
            if (SimTK::Force::Gravity::isInstanceOf(force))
                sum += SimTK::Force::Gravity::downcast(force).getDefaultGravityVector();
        }
    }
    return sum;
}

} // namespace simbodydem
