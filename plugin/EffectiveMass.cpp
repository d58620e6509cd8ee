#include "EffectiveMass.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace simbodydem {

using SimTK::Real;

namespace {

Real inverseMass(const SimTK::State& state, const SimTK::MobilizedBody& body) {
    return body.isGround() ? 0 : 1 / body.getBodyMass(state);
}

} // namespace

Real EffectiveMassRule::calc(const SimTK::State& state, const SimTK::MobilizedBody& bodyA,
                             const SimTK::MobilizedBody& bodyB, int surfaceA, int surfaceB) const {
    if (!std::isnan(fixed)) return fixed;
    const Real mass = 1 / (inverseMass(state, bodyA) + inverseMass(state, bodyB));
    if (!(mass > 0))
        throw std::runtime_error("DEMContactForce: surfaces " + std::to_string(surfaceA) + " and " +
                                 std::to_string(surfaceB) +
                                 " touch and one of them is on a body of mass 0 kg, so their "
                                 "effective mass is 0 kg; give one with setEffectiveMass() [kg]");
    return mass;
}

} // namespace simbodydem
