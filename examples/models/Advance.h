#ifndef CONTACT_LAB_ADVANCE_H
#define CONTACT_LAB_ADVANCE_H

#include "Stepper.h"

#include <stdexcept>

namespace lab {

/** A run that was begun and given up, since it takes too much or cannot go on. */
struct GivenUp : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/** Takes an integrator through an experiment. Gives up as soon as that is seen to take more
evaluations of the forces than it may: before the start if steps of the chosen size are too many, or else once a tenth of
them has been taken, at the pace so far. What cannot be integrated, or not by steps as long as these, ends here as well:
the energy must not grow. */
class Advance {
public:
    /** @param duration  of the experiment [s], or what it would be if all goes well
    @param gain  energy that work from outside, and a law, may add [J]
    @throws GivenUp if steps of the chosen size are too many */
    Advance(const Model&, const IntegratorChoice&, const SimTK::State& start, Real duration, Real gain);

    /** @returns the State then @throws GivenUp that says how far the run came and what to change */
    const SimTK::State& to(Real time);
    /** Until the integrator returns by itself, say after a step. */
    void once(Real time);
    const Stepper& getStepper() const { return *stepper; }
    Effort getEffort() const { return stepper->getEffort(); }

private:
    Real calcEnergy() const;

    const SimTK::MultibodySystem& system;
    const IntegratorChoice choice;
    const std::unique_ptr<Stepper> stepper;
    const Real duration, highestEnergy;
};

} // namespace lab

#endif
