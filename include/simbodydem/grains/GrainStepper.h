// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_STEPPER_H
#define SIMBODYDEM_GRAINS_GRAIN_STEPPER_H

#include "simbodydem/grains/Export.h"
#include "simbodydem/grains/GrainBed.h"

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
    GrainBed& bed;
    std::unique_ptr<MechanismIntegrator> integrator;
    long long steps = 0;
};

} // namespace simbodydem

#endif
