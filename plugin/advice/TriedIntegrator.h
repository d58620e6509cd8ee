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

constexpr const char* contactIntegratorName = "ContactIntegrator";

/** Returns the class names of all integrators with error control. */
std::vector<std::string> listTriedIntegrators();

/** Stores the settings of one of these integrators. */
struct TriedSettings {
    SimTK::Real accuracy;
    OptionalReal longestStep{}; // [s]
    OptionalReal firstStep{};   // [s]; CPodes finds its own, which must stand the jump of a first contact
    OptionalReal finalTime{};   // [s], at which a step of a Simbody integrator ends
};

/** Runs one of these integrators: a Simbody integrator or ContactIntegrator. */
class TriedIntegrator {
public:
    TriedIntegrator(const std::string& name, const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&,
                    const TriedSettings&, const SimTK::State& start);

    /** Advances to this time.
    @returns false if the run takes more than mostRealizations force evaluations in total */
    bool stepTo(SimTK::Real time, int mostRealizations);
    /** Returns the State at the requested time, to which Simbody integrators interpolate. */
    const SimTK::State& getState() const;
    /** Returns the State at the end of the last step. */
    const SimTK::State& getAdvancedState() const;
    int getNumSteps() const;
    int getNumRealizations() const;

private:
    std::unique_ptr<SimTK::Integrator> theirs; // a Simbody integrator, or
    std::unique_ptr<ContactIntegrator> ours;
};

} // namespace simbodydem

#endif
