#ifndef CONTACT_LAB_STEPPER_H
#define CONTACT_LAB_STEPPER_H

#include "Integrators.h"
#include "Model.h"

#include <memory>

namespace lab {

/** What an experiment asks of an integrator, Simbody's or ours. */
class Stepper {
public:
    virtual ~Stepper() = default;

    /** Towards this time; it may return before. */
    virtual void stepTo(Real time) = 0;
    /** At getTime(), which Simbody's integrators may interpolate within a step. */
    virtual const SimTK::State& getState() const = 0;
    /** At the end of the last step. */
    virtual const SimTK::State& getAdvancedState() const = 0;
    virtual Effort getEffort() const = 0;

    Real getTime() const { return getState().getTime(); }
    Real getAdvancedTime() const { return getAdvancedState().getTime(); }
};

/** One that starts at this State. CPodes is told to return every internal step: Simbody commits a history when
stepTo() is called, and CPodes would otherwise take any number of steps within one call.
@throws std::invalid_argument for an unknown name, accuracy or step; for `contact` if no force of the model is ours */
std::unique_ptr<Stepper> makeStepper(const Model&, const IntegratorChoice&, const SimTK::State& start);

/** If somebody wants to try the model before the experiment runs it: here it is, with the steps that the choice has for the question. */
void tryFirst(const Model&, const IntegratorChoice&, const SimTK::State& start, simbodydem::RunQuestion);

} // namespace lab

#endif
