// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPLICIT_STEP_H
#define SIMBODYDEM_EXPLICIT_STEP_H

#include "integration/Motion.h"
#include "integration/Step.h"

namespace simbodydem {

/** One step of Runge, Kutta and Merson (Merson 1957), of the fourth order, for what goes by faster than it swings: flight and collisions.
Five realizations, the last one at its end. */
class ExplicitStep : public Step {
public:
    ExplicitStep(const SimTK::MultibodySystem& system, const Motion& motion) : system(system), motion(motion) {}

    bool take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) override;
    SimTK::Real getOrder() const override { return 4; }
    const SimTK::Vector& getUDot(const SimTK::State& end) const override { return end.getUDot(); }

    /** After a step of which the error is allowed: the rate at which its last stage comes back to its end, times its length. What decays
    or swings faster than anything goes on holds it at the bound of stability, 3.5 (Shampine 1977; Hairer & Wanner 1996, IV.2). */
    SimTK::Real getStiffness() const { return stiffness; }

private:
    struct Rates {
        SimTK::Vector q, u, z;
    };
    SimTK::Real calcError(const SimTK::State&, const StepStart&, const SimTK::Vector& dq,
                          const SimTK::Vector& du) const;
    void evaluate(SimTK::State&, SimTK::Real time, const SimTK::Vector& q, const SimTK::Vector& u,
                  const SimTK::Vector& z);

    const SimTK::MultibodySystem& system;
    const Motion& motion;
    Rates rates[5];
    SimTK::Real stiffness = 0;
};

} // namespace simbodydem

#endif
