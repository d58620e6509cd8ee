// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_H
#define SIMBODYDEM_STEP_H

#include "integration/ContactForces.h"
#include "simbodydem/ContactIntegrator.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace simbodydem {

/** The State at which a step begins, as it is at the commit. */
struct StepStart {
    SimTK::Real time;
    SimTK::Vector q, u, z, qdot, udot, zdot;
    std::vector<ContactStatus> contacts;
    std::vector<ContactStatus> switches{}; // contacts and servos, while a run is recorded
    bool isSmooth = false;       // udot is that of the motion so far
    SimTK::Real allowed = 0;     // the step that its error would allow, if something else makes it shorter [s]
    bool hasNewContacts = false; // a contact came or stuck in one of the last steps
    SimTK::Real jump = 0;        // of the accelerations, by which the State was changed since the last step [m/s^2, rad/s^2]
    SimTK::Real until = SimTK::Infinity, longest = SimTK::Infinity; // time and length that no step exceeds [s]

    SimTK::Real getRemainingTime() const { return until - time; }
    /** Returns the time at node c of a step of length h. A step of length getRemainingTime() ends exactly at `until`, whatever rounding
    makes of the sum, and no rounding makes a step longer than `longest`. */
    SimTK::Real timeAt(SimTK::Real c, SimTK::Real h) const {
        if (c == 1 && h == getRemainingTime()) return until;
        const SimTK::Real there = std::min(time + c * h, until);
        return there - time > longest ? std::nextafter(there, time) : there;
    }
};

/** Settings of ContactIntegrator that hold for every step. */
struct StepSettings {
    SimTK::Real accuracy = 1e-3;
    int mostIterations = 12; // of Newton's method in a stage
    MechanismDerivatives mechanism = MechanismDerivatives::WhereNeeded;
    // The stages of an implicit step:
    bool isErrorControlled = true;  // an error estimate may refuse the step
    bool takesLastIterate = false;  // as it is, instead of refusing a step whose iterations do not converge
    bool isReplayed = false;        // no error refuses the step, and slip may reverse within it
};

/** Returns the magnitude of times that rounding is relative to [s]. */
inline SimTK::Real roundingScaleOf(SimTK::Real time) { return std::max(SimTK::Real(1), std::abs(time)); }
/** Remaining times that are shorter than this, relative to roundingScaleOf(), are rounding: 0.3 and three times 0.1. An implicit stage divides
changes of speed by its time, and in so short a time these are rounding as well. */
constexpr SimTK::Real timeRounding = 1e-12;
/** Returns the shortest step after refusals [s]. */
inline SimTK::Real shortestStepAt(SimTK::Real time) { return 1e-14 * roundingScaleOf(time); }

/** Says why a step cannot be taken; a shorter one may be. */
class StepRefused : public std::runtime_error {
public:
    explicit StepRefused(const std::string& why)
        : std::runtime_error(why.empty() ? "a force or constraint threw an exception without text" : why) {}
};

const char* const notFinite = "The accelerations are not finite";

/** A method that takes one step. */
class Step {
public:
    virtual ~Step() = default;

    /** Leaves the State at the end of the step, realized to Stage::Acceleration if getError() is at most 1.
    @throws StepRefused if the step cannot be taken */
    virtual void take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) = 0;
    /** Returns the order p of the less exact of the two methods whose difference is the error; the error scales with h^(p+1). */
    virtual SimTK::Real getOrder() const = 0;
    /** Returns the accelerations at the end of this State's step. */
    virtual const SimTK::Vector& getUDot(const SimTK::State& end) const = 0;
    /** Returns how often the System was realized to Stage::Acceleration. */
    virtual int getNumRealizations() const = 0;

    /** Returns the local error of the step taken last, relative to the allowed one. */
    SimTK::Real getError() const { return error; }

protected:
    SimTK::Real error = 0;
};

/** Sets time and variables; realizes nothing. */
inline void put(SimTK::State& state, SimTK::Real time, const SimTK::Vector& q, const SimTK::Vector& u,
                const SimTK::Vector& z) {
    state.updTime() = time;
    state.updQ() = q;
    state.updU() = u;
    if (z.size() > 0) state.updZ() = z;
}

} // namespace simbodydem

#endif
