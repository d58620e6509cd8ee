// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_STEPPER_H
#define SIMBODYDEM_GRAINS_GRAIN_STEPPER_H

#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBed.h"

#include "SimTKcommon.h"
#include "simmath/Integrator.h"

#include <memory>

namespace simbodydem {

class ContactIntegrator;
class MechanismIntegrator;

/** Advances a mechanism and a bed of grains together. */
class SIMBODYDEM_GRAINS_API GrainStepper {
public:
    /** Steps with a Simbody integrator. It must be initialized before the first stepTo(), and outlive the stepper. The stepper
    sets its setReturnEveryInternalStep(). It calls no event handlers or reporters of the System; GrainEventHandler and a TimeStepper do.
    CPodesIntegrator steps past the end of intervals, which is an error of stepTo(). */
    GrainStepper(GrainBed& bed, SimTK::Integrator& integrator);
    /** Steps with a ContactIntegrator. It must be initialized before the first stepTo(), and outlive the stepper. */
    GrainStepper(GrainBed& bed, ContactIntegrator& integrator);
    ~GrainStepper();
    GrainStepper(const GrainStepper&) = delete;
    GrainStepper& operator=(const GrainStepper&) = delete;

    /** Advances to exactly this time. The bed takes equal steps, no longer than GrainBed::getTimeStep().
    @throws std::invalid_argument if the time is in the past
    @throws std::runtime_error with the surface, if grains overlap it at the start; with the message of the server, if it has ended; and
            if the State is at another time than the bed */
    void stepTo(SimTK::Real time);
    /** Returns the present State. */
    const SimTK::State& getState() const;
    /** Returns the number of steps that the bed has taken. */
    long long getNumSteps() const;

private:
    void advance(SimTK::Real to, long long count, SimTK::Real step); // the mechanism to this time, and the bed by `count` steps

    GrainBed& bed;
    std::unique_ptr<MechanismIntegrator> integrator;
    long long steps = 0;
};

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
