// SPDX-License-Identifier: Apache-2.0
#include "grains/GrainForce.h"

#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

void GrainForce::realizeTopology(State& state) const {
    const Wrenches none(int(bodies.size()), SpatialVec(Vec3(0), Vec3(0)));
    variable = forces.allocateDiscreteVariable(state, Stage::Dynamics, new Value<Wrenches>(none));
}

const GrainForce::Wrenches& GrainForce::getWrenches(const State& state) const {
    if (!variable.isValid())
        throw std::logic_error("GrainBed: call realizeTopology() of the System before asking for wrenches");
    return Value<Wrenches>::downcast(forces.getDiscreteVariable(state, variable));
}

void GrainForce::setWrenches(State& state, const Wrenches& wrenches) const {
    Value<Wrenches>::updDowncast(forces.updDiscreteVariable(state, variable)) = wrenches;
}

SpatialVec GrainForce::getWrenchOnBody(const State& state, int surface) const {
    const SpatialVec& aboutOrigin = getWrenches(state)[surface];
    const Vec3& p = bodies[std::size_t(surface)].getBodyOriginLocation(state);
    return {aboutOrigin[0] - p % aboutOrigin[1], aboutOrigin[1]};
}

void GrainForce::calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const {
    if (!*isBedThere && !bodies.empty())
        throw std::runtime_error("GrainBed: the bed is gone; it must live as long as its System moves");
    for (int surface = 0; surface < int(bodies.size()); ++surface)
        bodyForces[bodies[std::size_t(surface)].getMobilizedBodyIndex()] += getWrenchOnBody(state, surface);
}

} // namespace simbodydem::grains
