// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_INTEGRATION_REPLAYED_STEPS_H
#define SIMBODYDEM_INTEGRATION_REPLAYED_STEPS_H

#include "integration/ContactChanges.h"
#include "integration/StepPolicy.h"

#include "Simbody.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace simbodydem {

/** An accepted step, with all that decides how it is taken. */
struct RecordedStep {
    SimTK::Real start, length; // [s]
    bool isExplicit, isSmooth, hasNewContacts;
    bool isLast;                          // it ends at the time that was asked for
    std::optional<ContactChange> change; // with which it ends, to rounding
    // Its change and that of the step before are so near that their order may be another one in a perturbed run.
    bool continuesGroup = false;
};

/** Takes the steps of a run that was recorded, whatever their error. A step that ends where a contact changes does so in each run, and the next
ones follow with their lengths. The last ones before a time that was asked for are stretched alike to end there. Changes of a group come in the
order that each run has, such as those of feet that land at once. */
class ReplayedSteps : public StepPolicy {
public:
    using StepPolicy::StepPolicy;

    /** Begins a run: at ContactIntegrator::initialize(). @param recorded  outlives the run */
    void start(const std::vector<RecordedStep>& recorded) {
        steps = &recorded;
        next = 0;
        left.clear();
    }
    /** Returns the step that is being taken. */
    const RecordedStep& getStep() const { return step; }
    /** Returns the changes with one of which the step may end: of each contact the first that its group has left. */
    std::vector<ContactChange> findExpected() const;
    /** Notes that the step has ended with this change, and passes the steps of the group whose changes have come with it.
    @param now  contacts at the end @returns the changes that were passed */
    std::vector<ContactChange> passChanges(const ContactChange& change, const std::vector<ContactStatus>& now);

    bool isExplicit() const override { return step.isExplicit; }
    SimTK::Real calcFactorOfAccuracy() const override { return SimTK::MostPositiveReal; }
    void begin(const std::vector<ContactStatus>&, bool) override;
    Trial choose() override;
    bool isWatching() const override { return false; }
    bool hasMetCollisions(const std::vector<Sighting>&) override { return false; }
    SimTK::Real getPartAfterFailure(bool) const override { return 0; }
    void record(SimTK::Real, const std::vector<ContactStatus>&) override {}

private:
    const std::vector<RecordedStep>* steps = nullptr;
    /** Returns the length of the step that is being taken, unless a change decides it. */
    SimTK::Real calcLength() const;

    RecordedStep step{};
    std::vector<ContactChange> left; // of the group
    std::size_t next = 0;
};

} // namespace simbodydem

#endif
