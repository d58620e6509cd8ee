// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_SIZE_CONTROLLER_H
#define SIMBODYDEM_STEP_SIZE_CONTROLLER_H

#include "Simbody.h"

#include <algorithm>

namespace simbodydem {

/** Chooses the lengths of steps by their errors: the elementary controller, with Gustafsson's prediction (1994) for implicit steps. */
class StepSizeController {
public:
    /** Begins a run. @param first  length of the first step [s]; NaN: not known yet */
    void start(SimTK::Real first);
    bool hasNext() const { return !SimTK::isNaN(next); }
    /** Sets the length of the next step. */
    void setNext(SimTK::Real h) { next = h; }
    SimTK::Real getNext() const { return next; }
    /** Returns the length that the error allows, whatever else made the steps before shorter. */
    SimTK::Real getAllowed() const { return std::max(next, allowedByError); }
    /** Returns the length of the last step that was not cut to end at a given time. */
    SimTK::Real getUncut() const { return uncut; }

    /** Shortens the next step to what a jump of the accelerations allows, as far as the last such jump has shown.
    @param jump        norm of the jump [m/s^2, rad/s^2]; 0: there is none
    @param isExplicit  method of the next step; jumps before steps of the other method show nothing */
    void shortenAfterJump(SimTK::Real jump, bool isExplicit);

    /** Returns the length that this error of a step of length h allows. @param order  see Step::getOrder() */
    static SimTK::Real calcAllowed(SimTK::Real h, SimTK::Real error, SimTK::Real order);

    struct Step {
        SimTK::Real length, previous; // of this step and the one before [s]
        SimTK::Real error, order;
        SimTK::Real jump; // see shortenAfterJump()
        bool isExplicit, isSmooth;
        bool isFirstTrial;         // no longer one was refused
        bool isBound;              // by something else than the error
        SimTK::Real remainingTime; // from its start to the time at which steps have to end [s]
    };
    /** Records a step that was taken, and chooses the next one. */
    void record(const Step&);

private:
    SimTK::Real next = SimTK::NaN, uncut = 0, allowedByError = 0;
    SimTK::Real previousError = 0; // of the implicit step before; 0: there was none
    struct Jump {
        SimTK::Real size, allowed, order; // allowed: length of the first step after it [s]
        bool isExplicit;
    };
    Jump lastJump{0, 0, 0, false};
    int cautiousSteps = 0;         // steps left of those that grow little after a refusal
};

} // namespace simbodydem

#endif
