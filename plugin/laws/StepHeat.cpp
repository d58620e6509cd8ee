// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

using namespace SimTK;

namespace {

// What is not stored of the work of a force whose mean is known at both ends. The spring of a new contact has begun at zero,
// its dashpot and slider as they are now.
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
