// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_H
#define SIMBODYDEM_STEP_H

#include "integration/ContactForces.h"
#include "simbodydem/ContactIntegrator.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace simbodydem {

/** Where a step begins: what is known of the State at its commit. */
struct StepStart {
    SimTK::Real time;
    SimTK::Vector q, u, z, qdot, udot, zdot;
    std::vector<ContactStatus> contacts;
    bool isSmooth = false;       // udot is that of the motion so far
    SimTK::Real allowed = 0;     // how long a step its error would allow, if something else makes it shorter [s]
    bool hasNewContacts = false; // a contact came or stuck in one of the last steps
    SimTK::Real until = SimTK::Infinity, longest = SimTK::Infinity; // time and length that no step exceeds [s]

    SimTK::Real getRoom() const { return until - time; }
    /** Returns the time at node c of a step of length h. A step of length getRoom() ends exactly at `until`, whatever rounding makes of
    the sum, and no rounding makes a step longer than `longest`. */
    SimTK::Real timeAt(SimTK::Real c, SimTK::Real h) const {
        if (c == 1 && h == getRoom()) return until;
        const SimTK::Real there = std::min(time + c * h, until);
        return there - time > longest ? std::nextafter(there, time) : there;
    }
};

/** How a step is to be taken. */
struct StepSettings {
    SimTK::Real accuracy = 1e-3;
    int mostIterations = 12; // of Newton's method, in a stage
    MechanismDerivatives mechanism = MechanismDerivatives::WhereNeeded;
    bool isFixed = false; // of a length that no error may change: what iterations have reached is taken
};

/** One way of taking a step. */
class Step {
public:
    virtual ~Step() = default;

    /** Leaves the State at the end of the step, realized to Stage::Acceleration if its error is allowed.
    @returns whether it could be taken */
    virtual bool take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) = 0;
    /** Of the less exact of the two methods by which the error is known: that goes with the next power of a step's length. */
    virtual SimTK::Real getOrder() const = 0;
    /** The accelerations at the end of this State's step. */
    virtual const SimTK::Vector& getUDot(const SimTK::State& end) const = 0;

    /** After take(): the local error as a share of what is allowed. */
    SimTK::Real getError() const { return error; }
    /** Returns why take() failed; never empty then. */
    const std::string& getFault() const { return fault; }

    int numRealizations = 0;

protected:
    /** Records why take() fails. @returns false */
    bool fail(const std::string& why) {
        fault = why.empty() ? "a force or constraint threw an exception without text" : why;
        return false;
    }

    SimTK::Real error = 0;

private:
    std::string fault;
};

/** Nothing is realized by it. */
inline void put(SimTK::State& state, SimTK::Real time, const SimTK::Vector& q, const SimTK::Vector& u,
                const SimTK::Vector& z) {
    state.updTime() = time;
    state.updQ() = q;
    state.updU() = u;
    if (z.size() > 0) state.updZ() = z;
}

} // namespace simbodydem

#endif
