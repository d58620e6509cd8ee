// SPDX-License-Identifier: Apache-2.0
#include "grains/GrainForce.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

void GrainForce::realizeTopology(State& state) const {
    const Wrenches none(int(bodies.size()), SpatialVec(Vec3(0), Vec3(0)));
    variable = forces.allocateDiscreteVariable(state, Stage::Dynamics, new Value<Load>(Load{none, none, 0, 1}));
}

const GrainForce::Load& GrainForce::getLoad(const State& state) const {
    if (!variable.isValid())
        throw std::logic_error("GrainBed: call realizeTopology() of the System before asking for wrenches");
    return Value<Load>::downcast(forces.getDiscreteVariable(state, variable));
}

void GrainForce::setLoad(State& state, const Load& load) const {
    Value<Load>::updDowncast(forces.updDiscreteVariable(state, variable)) = load;
}

SpatialVec GrainForce::onBody(const State& state, int surface, const SpatialVec& aboutOrigin) const {
    const Vec3& p = bodies[std::size_t(surface)].getBodyOriginLocation(state);
    return {aboutOrigin[0] - p % aboutOrigin[1], aboutOrigin[1]};
}

SpatialVec GrainForce::getWrenchOnBody(const State& state, int surface) const {
    return onBody(state, surface, getLoad(state).meanOn(surface));
}

void GrainForce::calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const {
    if (!*isBedThere && !bodies.empty())
        throw std::runtime_error("GrainBed: the bed is gone; it must live as long as its System moves");
    const Load& load = getLoad(state);
    const Real h = load.length, t = std::min(std::max(state.getTime() - load.start, 0.), h);
    const Real perImpulse = (4 - 6 * t / h) / h;
    for (int surface = 0; surface < int(bodies.size()); ++surface)
        bodyForces[bodies[std::size_t(surface)].getMobilizedBodyIndex()] +=
            onBody(state, surface, load.wrenches[surface] + perImpulse * load.impulses[surface]);
}

} // namespace simbodydem::grains
