// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FIXED_STEP_WATCH_H
#define SIMBODYDEM_FIXED_STEP_WATCH_H

#include "integration/ContactForces.h"

#include "Simbody.h"

#include <string>

namespace simbodydem {

/** Watches steps of a fixed length, which have no error estimate, for motion that they do not resolve. It prints one warning per run.

A step cannot tell a turn of a touching body by more than pi from a turn the other way. A step that gains energy does not resolve something
else, for example gyroscopic torques. Its gain is

    min(dE, dT + dV_c - int P dt)

with the total energy E, the kinetic energy T, the elastic energy V_c of contacts and joints, and the power P of all other forces, by
the trapezoidal rule. A servo gives its greatest power during the step, since a target that jumps makes it fall fast. Motors raise E
without a gain in the second one. A stiff damper's power is not resolved, but lowers E. Gains
add up until losses have used them. A gain counts against the energy that bodies and springs have had and the work of other forces, so
that a pinched or resting body, which hardly moves, gives no warning. */
class FixedStepWatch {
public:
    FixedStepWatch(const SimTK::MultibodySystem& system, const ContactForces& forces)
        : system(system), forces(forces) {}

    struct Energies {
        SimTK::Real total = 0, kinetic = 0, elastic = 0; // [J], elastic: of contacts
        SimTK::Real power = 0, servoPower = 0;           // of all other forces, and at most of servos [W]
    };
    /** Holds all that outlives a step. */
    struct Memory {
        Energies last;
        SimTK::Real gained = 0;  // what no losses have used [J]
        SimTK::Real largest = 0; // kinetic energy and that of springs, so far [J]
        SimTK::Real worked = 0;  // by other forces, in either direction [J]
        bool isCurrent = false, hasWarned = false;
    };
    const Memory& getMemory() const { return run; }
    void restore(const Memory& memory) { run = memory; }
    /** Begins a run: at ContactIntegrator::initialize(). */
    void start() { run = Memory(); }
    /** Measures the energies at which a step begins, unless the last one has ended there. @param state  realized to Stage::Acceleration */
    void begin(const SimTK::State& state);
    /** Checks the end of an implicit step of length h. */
    void follow(const SimTK::State&, SimTK::Real h);
    /** Forgets the State at which the last step ended: what follows is no step of a fixed length. */
    void skip() { run.isCurrent = false; }

private:
    Energies measure(const SimTK::State&) const;
    /** Returns the largest turn of a body in this time [rad], and which body it is. */
    SimTK::Real findTurn(const SimTK::State&, SimTK::Real h, SimTK::MobilizedBodyIndex& which) const;
    void warnOnce(const std::string& why);

    const SimTK::MultibodySystem& system;
    const ContactForces& forces;
    Memory run;
};

} // namespace simbodydem

#endif
