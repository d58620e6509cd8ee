// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPLICIT_STEP_H
#define SIMBODYDEM_EXPLICIT_STEP_H

#include "integration/ContactForces.h"
#include "integration/CoordinateUpdate.h"
#include "integration/Step.h"

#include <array>
#include <vector>

namespace simbodydem {

/** Takes steps by the method of Cash and Karp (ACM Trans. Math. Software 16, 1990, 201), of the fifth order, for flight and collisions: for
motion that is faster than the natural period of its contacts. A step takes six force evaluations, the last one at its end. */
class ExplicitStep : public Step {
public:
    ExplicitStep(const SimTK::MultibodySystem& system, const ContactForces& forces, const CoordinateUpdate& coordinates)
        : system(system), forces(forces), coordinates(coordinates) {}

    void take(SimTK::State&, const StepStart&, SimTK::Real h, const StepSettings&) override;
    SimTK::Real getOrder() const override { return 4; }
    const SimTK::Vector& getUDot(const SimTK::State& end) const override { return end.getUDot(); }
    int getNumRealizations() const override { return numRealizations; }
    void setNumRealizations(int count) { numRealizations = count; }

    /** Returns the rate at which the difference of the step's two states at its end decays, times the step's length. A force that decays
    faster than the motion holds it at the limit of stability, 3.7 (Shampine 1977; Hairer & Wanner 1996, IV.2). Valid after a step with an
    allowed error. */
    SimTK::Real getStiffness() const { return stiffness; }

private:
    struct Variables {
        SimTK::Vector q, u, z;
    };
    /** Returns the start plus h times the weighted rates of the first stages. */
    Variables sum(const StepStart&, SimTK::Real h, const SimTK::Real* weights, int numStages) const;
    void evaluate(SimTK::State&, SimTK::Real time, const Variables&);
    /** Records by how much contacts at this stage differ from those at the start. */
    void compareContacts(const SimTK::State&, const StepStart&);
    /** Returns the root of the mean square of the differences of speeds, or of coordinates as speeds if that is more. */
    SimTK::Real calcNorm(const SimTK::State&, const StepStart&, const SimTK::Vector& dq, const SimTK::Vector& du) const;
    /** Returns the error of the step, from the two estimates of it. */
    SimTK::Real combine(SimTK::Real embedded, SimTK::Real ofEarly) const;

    static constexpr int stages = 6;
    const SimTK::MultibodySystem& system;
    const ContactForces& forces;
    const CoordinateUpdate& coordinates;
    std::array<Variables, stages> rates;
    std::vector<ContactStatus> contacts; // workspace
    SimTK::Real changed = 0;             // largest fraction of the contacts that differ at a stage from the start
    bool haveComeOrGone = false;         // contacts, at any stage
    SimTK::Real stiffness = 0;
    int numRealizations = 0;
};

} // namespace simbodydem

#endif
