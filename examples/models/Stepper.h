#ifndef MODELS_STEPPER_H
#define MODELS_STEPPER_H

#include "Integrators.h"
#include "Model.h"
#include "RunAdviceOptions.h"

#include <simbodydem/ContactIntegrator.h>

#include <functional>
#include <memory>
#include <stdexcept>

namespace lab {

/** Ends a run that is no longer wanted. It is not a std::exception, since the run has no fault that a message could describe. */
struct Interrupted {};
/** Sets a function that each run of this thread calls before its steps; it throws Interrupted to end the run. An empty one is not called. */
void setInterruption(std::function<void()> check);

/** Holds the chosen integrator: one of Simbody, or ContactIntegrator. */
class Stepper {
public:
    /** Starts at this State. CPodes is set to return every internal step. Simbody commits a history when stepTo() is called, and
    CPodes would otherwise take any number of steps within one call.
    @throws std::invalid_argument for an unknown name, accuracy or step; for `contact` if the model has no DEMContactForce */
    Stepper(const Model&, const IntegratorChoice&, const SimTK::State& start);
    /** Starts a System likewise, with these contact forces and joint forces (null: none). */
    Stepper(const SimTK::MultibodySystem&, const std::vector<const simbodydem::DEMContactForce*>&,
            const simbodydem::JointForces*, const IntegratorChoice&, const SimTK::State& start);

    /** Steps towards this time, and may return before it. @param bound  Simbody's integrators do not step beyond it */
    void stepTo(Real time, Real bound = SimTK::Infinity);
    /** Returns the State at getTime(), which Simbody's integrators may interpolate within a step. */
    const SimTK::State& getState() const { return simbodys ? simbodys->getState() : ours->getState(); }
    /** Returns the State at the end of the last step. */
    const SimTK::State& getAdvancedState() const { return simbodys ? simbodys->getAdvancedState() : ours->getState(); }
    Effort getEffort() const;

    Real getTime() const { return getState().getTime(); }
    Real getAdvancedTime() const { return getAdvancedState().getTime(); }

private:
    std::unique_ptr<SimTK::Integrator> simbodys; // null for ContactIntegrator
    std::unique_ptr<simbodydem::ContactIntegrator> ours;
};

/** Calls IntegratorChoice::tryFirst, if there is one, before the model is run. The question gets the steps of the choice. */
void tryFirst(const Model&, const IntegratorChoice&, const SimTK::State& start, RunAdviceOptions);

/** Reports that a run was begun and given up, since it takes too many evaluations or cannot continue. */
struct GivenUp : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/** Advances an integrator through an experiment. It gives up as soon as the run is seen to take more force evaluations than it may.
That is before the start if steps of the chosen size are too many. Otherwise it is once a tenth of the evaluations has been taken, at
the pace so far. A run that cannot be integrated, or not by steps of this length, ends here as well: the energy must not grow. */
class Advance : public Stepper {
public:
    /** Starts the integrator.
    @param duration  of the experiment [s], or the expected duration
    @param gain      energy that external work and a law may add [J]
    @param question  goes to tryFirst() before the run, with the steps of the choice
    @throws GivenUp if steps of the chosen size are too many */
    Advance(const Model&, const IntegratorChoice&, const SimTK::State& start, Real duration, Real gain,
            const RunAdviceOptions& question = {});

    /** Advances to this time. @returns the State there @throws GivenUp that says how far the run came and what to change */
    const SimTK::State& to(Real time);
    /** Advances until the integrator returns by itself, for example after a step. */
    void once(Real time);

private:
    Real calcEnergy() const;

    const SimTK::MultibodySystem& system;
    const IntegratorChoice choice;
    const Real duration, highestEnergy;
};

} // namespace lab

#endif
