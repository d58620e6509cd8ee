// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_FORCE_H
#define SIMBODYDEM_GRAINS_GRAIN_FORCE_H

#include "Simbody.h"

#include <memory>
#include <vector>

namespace simbodydem::grains {

/** Applies the wrenches of grains to the bodies of a mechanism. They are constant in an interval: force and moment about Ground's origin.
So the impulse and the angular impulse of an interval are exact, however the body moves in it. */
class GrainForce : public SimTK::Force::Custom::Implementation {
public:
    using Wrenches = SimTK::Vector_<SimTK::SpatialVec>; // by surface

    /** @param isBedThere  false once the bed is gone, and with it what it knows of this force */
    GrainForce(SimTK::GeneralForceSubsystem& forces, const std::shared_ptr<const bool>& isBedThere)
        : forces(forces), isBedThere(isBedThere) {}

    void addSurface(const SimTK::MobilizedBody& body) {
        bodies.push_back(body);
        forces.invalidateSubsystemTopologyCache();
    }
    const Wrenches& getWrenches(const SimTK::State&) const;
    void setWrenches(SimTK::State&, const Wrenches&) const;
    /** Returns the wrench on a surface about the origin of its body. */
    SimTK::SpatialVec getWrenchOnBody(const SimTK::State&, int surface) const;

    void realizeTopology(SimTK::State&) const override;
    void calcForce(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector&) const override;
    SimTK::Real calcPotentialEnergy(const SimTK::State&) const override { return 0; }

private:
    SimTK::GeneralForceSubsystem& forces;
    std::shared_ptr<const bool> isBedThere;
    std::vector<SimTK::MobilizedBody> bodies; // by surface
    mutable SimTK::DiscreteVariableIndex variable;
};

} // namespace simbodydem::grains

#endif
