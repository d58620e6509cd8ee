// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TRIED_INTEGRATOR_H
#define SIMBODYDEM_TRIED_INTEGRATOR_H

#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/DEMContactForce.h"

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** The integrators with error control, by the names of their classes. */
std::vector<std::string> listTriedIntegrators();

/** What one of them is told. */
struct TriedSettings {
    SimTK::Real accuracy;
    OptionalReal longestStep{}; // [s]
    OptionalReal firstStep{};   // [s]; CPodes finds its own, which has to survive the jump of a first touch
    OptionalReal finalTime{};   // [s], at which a step of Simbody's ends
};

/** One of them on its way, Simbody's or ours. */
class TriedIntegrator {
public:
    TriedIntegrator(const std::string& name, const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&,
                    const TriedSettings&, const SimTK::State& start);

    /** Up to this time. @returns false if that takes more realizations than these, all in all */
    bool stepTo(SimTK::Real time, int mostRealizations);
    /** At the time asked for, where Simbody's interpolate. */
    const SimTK::State& getState() const;
    /** At the end of the last step. */
    const SimTK::State& getAdvancedState() const;
    int getNumSteps() const;
    int getNumRealizations() const;

private:
    std::unique_ptr<SimTK::Integrator> theirs; // or
    std::unique_ptr<ContactIntegrator> ours;
};

} // namespace simbodydem

#endif
