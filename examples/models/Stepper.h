#ifndef MODELS_STEPPER_H
#define MODELS_STEPPER_H

#include "Integrators.h"
#include "Model.h"

#include <memory>
#include <stdexcept>

namespace lab {

/** An integrator of a choice, Simbody's or ours. */
class Stepper {
public:
    /** Starts at this State. CPodes is told to return every internal step: Simbody commits a history when stepTo() is called, and
    CPodes would otherwise take any number of steps within one call.
    @throws std::invalid_argument for an unknown name, accuracy or step; for `contact` if no force of the model is ours */
    Stepper(const Model&, const IntegratorChoice&, const SimTK::State& start);

    /** Towards this time; it may return before. @param bound  beyond which Simbody's do not step either */
    void stepTo(Real time, Real bound = SimTK::Infinity);
    /** At getTime(), which Simbody's integrators may interpolate within a step. */
    const SimTK::State& getState() const { return simbodys ? simbodys->getState() : ours->getState(); }
    /** At the end of the last step. */
    const SimTK::State& getAdvancedState() const { return simbodys ? simbodys->getAdvancedState() : ours->getState(); }
    Effort getEffort() const;

    Real getTime() const { return getState().getTime(); }
    Real getAdvancedTime() const { return getAdvancedState().getTime(); }

private:
    std::unique_ptr<SimTK::Integrator> simbodys; // or else ours
    std::unique_ptr<simbodydem::ContactIntegrator> ours;
};

/** If somebody wants to try the model before it is run: here it is, with the steps that the choice has for the question. */
void tryFirst(const Model&, const IntegratorChoice&, const SimTK::State& start, simbodydem::RunAdviceOptions);

/** A run that was begun and given up, since it takes too much or cannot go on. */
struct GivenUp : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/** Takes an integrator through an experiment. Gives up as soon as that is seen to take more
evaluations of the forces than it may: before the start if steps of the chosen size are too many, or else once a tenth of
them has been taken, at the pace so far. What cannot be integrated, or not by steps as long as these, ends here as well:
the energy must not grow. */
class Advance : public Stepper {
public:
    /** @param duration  of the experiment [s], or what it would be if all goes well
    @param gain      energy that work from outside, and a law, may add [J]
    @param question  asked first, with the steps of the choice, if somebody wants to try the model before it is run
    @throws GivenUp if steps of the chosen size are too many */
    Advance(const Model&, const IntegratorChoice&, const SimTK::State& start, Real duration, Real gain,
            const simbodydem::RunAdviceOptions& question = {});

    /** @returns the State then @throws GivenUp that says how far the run came and what to change */
    const SimTK::State& to(Real time);
    /** Until the integrator returns by itself, say after a step. */
    void once(Real time);

private:
    Real calcEnergy() const;

    const SimTK::MultibodySystem& system;
    const IntegratorChoice choice;
    const Real duration, highestEnergy;
};

} // namespace lab

#endif
