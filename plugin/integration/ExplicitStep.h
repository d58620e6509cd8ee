// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPLICIT_STEP_H
#define SIMBODYDEM_EXPLICIT_STEP_H

#include "integration/ContactForces.h"
#include "integration/CoordinateUpdate.h"
#include "integration/Step.h"

#include <array>
#include <vector>

namespace simbodydem {

/** One step of Cash and Karp's (ACM Trans. Math. Software 16, 1990, 201), of the fifth order, for what goes by faster than it swings:
flight and collisions. Six realizations, the last one at its end. */
class ExplicitStep : public Step {
public:
    ExplicitStep(const SimTK::MultibodySystem& system, const ContactForces& forces, const CoordinateUpdate& coordinates)
        : system(system), forces(forces), coordinates(coordinates) {}

    void take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) override;
    SimTK::Real getOrder() const override { return 4; }
    int getNumRealizations() const override { return numRealizations; }
    const SimTK::Vector& getUDot(const SimTK::State& end) const override { return end.getUDot(); }

    /** After a step of which the error is allowed: the rate at which the stage that is there already comes back to its end, times its
    length. What decays faster than anything goes on holds it at the bound of stability, 3.7 (Shampine 1977; Hairer & Wanner 1996, IV.2). */
    SimTK::Real getStiffness() const { return stiffness; }

private:
    struct Rates {
        SimTK::Vector q, u, z;
    };
    SimTK::Real calcError(const SimTK::State&, const StepStart&, const SimTK::Vector& dq,
                          const SimTK::Vector& du) const;
    void evaluate(SimTK::State&, SimTK::Real time, const SimTK::Vector& q, const SimTK::Vector& u,
                  const SimTK::Vector& z);

    static constexpr int stages = 6;
    const SimTK::MultibodySystem& system;
    const ContactForces& forces;
    const CoordinateUpdate& coordinates;
    std::array<Rates, stages> rates;
    std::vector<ContactStatus> contacts; // room
    SimTK::Real stiffness = 0;
    int numRealizations = 0;
};

} // namespace simbodydem

#endif
