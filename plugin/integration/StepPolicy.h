// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_POLICY_H
#define SIMBODYDEM_STEP_POLICY_H

#include "integration/CurrentRun.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Decides how long steps are and by which method they are taken. FreeSteps follow the error, FixedSteps have a length that no error
changes. */
class StepPolicy {
public:
    explicit StepPolicy(CurrentRun& run) : run(run) {}
    virtual ~StepPolicy() = default;

    /** Holds the length of a step's first trial [s]. */
    struct Trial {
        SimTK::Real length;
        bool isBound; // by something else than the error
    };

    /** Returns true if the next step is explicit. */
    virtual bool isExplicit() const = 0;
    /** Returns what an explicit step's accuracy is multiplied with [-]. */
    virtual SimTK::Real calcFactorOfAccuracy() const = 0;
    /** Begins a step at run.start.
    @param before       contacts at the start of the step before
    @param isContinued  the State is as that step left it, and forces are as they were */
    virtual void begin(const std::vector<ContactStatus>& before, bool isContinued) = 0;
    /** Commits the history. @returns the step to try first */
    virtual Trial choose() = 0;
    /** Returns true if a trial has to look for contacts in each iterate. */
    virtual bool isWatching() const = 0;
    /** Returns true if contacts that a trial has met need explicit steps. */
    virtual bool hasMetCollisions(const std::vector<Sighting>&) = 0;
    /** Returns the part of a trial that is tried after Newton's method has not solved it. @param isFirst  it was the first trial */
    virtual SimTK::Real getPartAfterFailure(bool isFirst) const = 0;
    /** Records a step of this length, at whose end the State is. */
    virtual void record(SimTK::Real length, const std::vector<ContactStatus>& contacts) = 0;

protected:
    /** @throws std::runtime_error, naming the setting, if the clock does not show a step of this length */
    void checkProgress(SimTK::Real h, const char* setting, SimTK::Real set) const;

    CurrentRun& run;
};

} // namespace simbodydem

#endif
