// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FIXED_STEPS_H
#define SIMBODYDEM_FIXED_STEPS_H

#include "integration/Collisions.h"
#include "integration/FixedStepWatch.h"
#include "integration/StepPolicy.h"

namespace simbodydem {

/** Takes steps of a fixed length: two implicit stages of few iterations each, and explicit parts for collisions. */
class FixedSteps : public StepPolicy {
public:
    explicit FixedSteps(CurrentRun& run) : StepPolicy(run), watch(run.system, run.forces) {}

    /** Holds all that outlives a step. */
    struct Memory {
        Collisions collisions;
        SimTK::Real end = -SimTK::Infinity; // of the fixed step that was begun last [s]
        int numShortParts = 0;              // of it, so far, that collisions have cut
        FixedStepWatch::Memory watch;
    };
    Memory getMemory() const;
    void restore(const Memory&);
    /** Begins a run: at ContactIntegrator::initialize(). */
    void start() { restore(Memory()); }
    /** Sets the length [s]. The next step is no continuation of those before. */
    void setLength(SimTK::Real step);
    SimTK::Real getLength() const { return step; }

    bool isExplicit() const override { return now.collisions.areInProgress(); }
    SimTK::Real calcFactorOfAccuracy() const override;
    void begin(const std::vector<ContactStatus>& before, bool isContinued) override;
    Trial choose() override;
    bool isWatching() const override { return !isExplicit() && mayBeCut(); }
    bool hasMetCollisions(const std::vector<Sighting>&) override;
    SimTK::Real getPartAfterFailure(bool) const override { return 0.25; }
    void record(SimTK::Real length, const std::vector<ContactStatus>& contacts) override;

private:
    /** Follows collisions over the last part of a step. @param before  contacts when that began */
    void followCollisions(const std::vector<ContactStatus>& before);
    /** Predicts collisions where the start's speeds and accelerations lead to in this time.
    @returns whether anything that is apart touches, and comes closer, when this time is over */
    bool foreseeCollisions(SimTK::Real h);
    /** Predicts collisions at this time and pose. @returns the same */
    bool foreseeCollisions(const Sighting&);
    /** Returns true unless collisions have cut this step too often. */
    bool mayBeCut() const;

    SimTK::Real step = SimTK::NaN; // [s]
    Memory now;                    // the watch in it is that of the last restore()
    FixedStepWatch watch;
};

} // namespace simbodydem

#endif
