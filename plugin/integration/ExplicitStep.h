// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPLICIT_STEP_H
#define SIMBODYDEM_EXPLICIT_STEP_H

#include "integration/ImplicitStep.h"

namespace simbodydem {

/** One step of Runge, Kutta and Merson (Merson 1957), of the fourth order, for what goes by faster than it swings: flight and collisions.
Five realizations, the last one at its end. */
class ExplicitStep {
public:
    ExplicitStep(const SimTK::MultibodySystem& system, const Motion& motion) : system(system), motion(motion) {}

    /** As ImplicitStep's. */
    bool take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&);
    SimTK::Real calcError() const { return error; }
    const std::string& getFault() const { return fault; }

    int numRealizations = 0;

private:
    struct Rates {
        SimTK::Vector q, u, z;
    };
    SimTK::Real calcError(const SimTK::State&, const StepStart&, const SimTK::Vector& dq,
                          const SimTK::Vector& du) const;
    void evaluate(SimTK::State&, SimTK::Real time, const SimTK::Vector& q, const SimTK::Vector& u,
                  const SimTK::Vector& z, Rates&);

    const SimTK::MultibodySystem& system;
    const Motion& motion;
    Rates rates[5];
    SimTK::Real error = 0;
    std::string fault;
};

} // namespace simbodydem

#endif
