// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_STAND_IN_H
#define SIMBODYDEM_FORCE_STAND_IN_H

#include "Simbody.h"

namespace simbodydem {

/** Calls realizeDisabled() of a force at Stage::Dynamics. Simbody realizes no force that is disabled, but always the measures of its
subsystem: this one stands in for the force. */
template <class ForceImpl> class StandIn : public SimTK::AbstractMeasure::Implementation {
public:
    /** Adds a stand-in for the force to its subsystem. */
    static void addTo(SimTK::GeneralForceSubsystem& forces, const ForceImpl& force) {
        SimTK::AbstractMeasure measure(new StandIn(force));
        forces.adoptMeasure(measure);
    }

private:
    explicit StandIn(const ForceImpl& force) : force(force) {}
    StandIn* cloneVirtual() const override { return new StandIn(*this); }
    void realizeTopology(SimTK::State&) const override {}
    void realizeMeasureDynamicsVirtual(const SimTK::State& state) const override { force.realizeDisabled(state); }
    SimTK::Stage getDependsOnStageVirtual(int) const override { return SimTK::Stage::Dynamics; }

    const ForceImpl& force;
};

} // namespace simbodydem

#endif
