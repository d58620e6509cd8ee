// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_FORCE_H
#define SIMBODYDEM_GRAINS_GRAIN_FORCE_H

#include "Simbody.h"

#include <memory>
#include <vector>

namespace simbodydem::grains {

/** Applies the wrenches of grains to the bodies of a mechanism: force and moment about Ground's origin, which depend on time only. So the
impulse and the angular impulse of an interval are exact, however the body moves in it. An impulse that is owed from before acts as a wrench
that falls linearly, 4/h - 6 t/h^2 per unit: a body moves by the end of the interval as if it had got the impulse at its start. With the
wrench of the start this is the method of Verlet, which keeps energy. */
class GrainForce : public SimTK::Force::Custom::Implementation {
public:
    using Wrenches = SimTK::Vector_<SimTK::SpatialVec>; // by surface

    /** Holds what an interval applies. */
    struct Load {
        Wrenches wrenches, impulses; // constant ones, and impulses that are owed
        SimTK::Real start = 0, length = 1;

        /** Returns the mean of the wrench on a surface over the interval. */
        SimTK::SpatialVec meanOn(int surface) const { return wrenches[surface] + (1 / length) * impulses[surface]; }
    };

    /** @param isBedThere  false once the bed is gone, and with it what it knows of this force */
    GrainForce(SimTK::GeneralForceSubsystem& forces, const std::shared_ptr<const bool>& isBedThere)
        : forces(forces), isBedThere(isBedThere) {}

    void addSurface(const SimTK::MobilizedBody& body) {
        bodies.push_back(body);
        forces.invalidateSubsystemTopologyCache();
    }
    const Load& getLoad(const SimTK::State&) const;
    void setLoad(SimTK::State&, const Load&) const;
    /** Returns the mean wrench of the interval on a surface, about the origin of its body. */
    SimTK::SpatialVec getWrenchOnBody(const SimTK::State&, int surface) const;

    void realizeTopology(SimTK::State&) const override;
    void calcForce(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector&) const override;
    SimTK::Real calcPotentialEnergy(const SimTK::State&) const override { return 0; }

private:
    SimTK::SpatialVec onBody(const SimTK::State&, int surface, const SimTK::SpatialVec& aboutOrigin) const;

    SimTK::GeneralForceSubsystem& forces;
    std::shared_ptr<const bool> isBedThere;
    std::vector<SimTK::MobilizedBody> bodies; // by surface
    mutable SimTK::DiscreteVariableIndex variable;
};

} // namespace simbodydem::grains

#endif
