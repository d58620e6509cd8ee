// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FREE_STEPS_H
#define SIMBODYDEM_FREE_STEPS_H

#include "integration/MethodSwitcher.h"
#include "integration/StepPolicy.h"

namespace simbodydem {

/** Takes steps as long as error, contacts and slips allow, by the method that advances further at the same cost. */
class FreeSteps : public StepPolicy {
public:
    using StepPolicy::StepPolicy;

    /** Holds all that outlives a step. */
    using Memory = MethodSwitcher;
    const Memory& getMemory() const { return switcher; }
    void restore(const Memory& memory) { switcher = memory; }
    /** Begins a run: at ContactIntegrator::initialize(). */
    void start(int numContacts, int numSpeeds) { switcher.start(numContacts, numSpeeds); }

    bool isExplicit() const override { return switcher.isExplicit(); }
    SimTK::Real calcFactorOfAccuracy() const override { return 1; }
    void begin(const std::vector<ContactStatus>&, bool) override {}
    Trial choose() override;
    bool isWatching() const override { return false; }
    bool hasMetCollisions(const std::vector<Sighting>&) override { return false; }
    SimTK::Real getPartAfterFailure(bool isFirst) const override { return isFirst ? 0.5 : 0.25; }
    void record(SimTK::Real length, const std::vector<ContactStatus>& contacts) override;

private:
    SimTK::Real calcFirstStep();

    MethodSwitcher switcher;
};

} // namespace simbodydem

#endif
