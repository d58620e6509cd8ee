// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_EVENT_HANDLER_H
#define SIMBODYDEM_GRAINS_GRAIN_EVENT_HANDLER_H

#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBed.h"

#include "SimTKcommon.h"

#include <memory>

namespace simbodydem {

/** Advances a bed of grains inside a TimeStepper or ContactStepper, at the end of each interval of the bed. It is the
alternative to a GrainStepper. The bed follows the mechanism along the cubic path between the motions at both ends of the interval.

    system.addEventHandler(new GrainEventHandler(bed)); // the System owns it
    ...
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);

The run begins at the time of the first event, which is that of the initial State. */
class SIMBODYDEM_GRAINS_API GrainEventHandler : public SimTK::ScheduledEventHandler {
public:
    /** @param bed  must outlive the run */
    explicit GrainEventHandler(GrainBed& bed);
    ~GrainEventHandler() override;

    SimTK::Real getNextEventTime(const SimTK::State&, bool includeCurrentTime) const override;
    void handleEvent(SimTK::State&, SimTK::Real accuracy, bool& shouldTerminate) const override;

private:
    struct Interval;
    GrainBed& bed;
    std::unique_ptr<Interval> interval; // the present one
};

} // namespace simbodydem

#endif
