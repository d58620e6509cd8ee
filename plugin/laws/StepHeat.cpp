// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns the part of a force's work that is not stored, with the mean of the forces at both ends of the step. In a new contact the spring
// starts at zero, dashpot and slider at their present forces.
template <class Output> Real calcLost(const Vec3& forceBefore, const Vec3& force, const Vec3& way, const Output& before,
                                      const Output& now, bool firstTouch) {
    if (firstTouch) return -dot(force, way) - 2 * now.storedEnergy;
    return -0.5 * dot(forceBefore + force, way) - (now.storedEnergy - before.storedEnergy);
}

} // namespace

StepHeat TangentialLaw::calcHeat(const TangentialInput& in, const TangentialOutput& now,
                                 const TangentialOutput& before) const {
    const Real lost = calcLost(before.force, now.force, in.slipIncrement, before, now, in.contact.firstTouch);
    StepHeat heat;
    (lost < 0 ? heat.gained : now.sliding ? heat.friction : heat.damping) = std::abs(lost);
    return heat;
}

StepHeat RollingLaw::calcHeat(const RollingInput& in, const RollingOutput& now, const RollingOutput& before) const {
    const Real lost = calcLost(before.torque, now.torque, in.rotationIncrement, before, now, in.contact.firstTouch);
    StepHeat heat;
    (lost < 0 ? heat.gained : heat.friction) = std::abs(lost);
    return heat;
}

} // namespace simbodydem
