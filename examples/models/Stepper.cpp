#include "Stepper.h"

#include "Check.h"

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

class SimbodyStepper : public Stepper {
public:
    explicit SimbodyStepper(std::unique_ptr<Integrator> integrator) : integrator(std::move(integrator)) {}

    void stepTo(Real time) override { integrator->stepTo(time); }
    const State& getState() const override { return integrator->getState(); }
    const State& getAdvancedState() const override { return integrator->getAdvancedState(); }
    Effort getEffort() const override { return {integrator->getNumStepsTaken(), integrator->getNumRealizations()}; }

private:
    const std::unique_ptr<Integrator> integrator;
};

class ContactStepper : public Stepper {
public:
    ContactStepper(const Model& model, const IntegratorChoice& choice, const State& start)
        : integrator(model.system, model.ours) {
        integrator.setAccuracy(choice.accuracy);
        if (choice.isFixedStep()) integrator.setFixedStepSize(choice.fixedStep);
        if (const Real longest = choice.getMaxStep(); !isNaN(longest)) integrator.setMaximumStepSize(longest);
        if (!isNaN(choice.firstStep)) integrator.setInitialStepSize(choice.firstStep);
        integrator.initialize(start);
    }

    // Infinity is as far as it goes by itself.
    void stepTo(Real time) override { integrator.takeOneStep(time); }
    const State& getState() const override { return integrator.getState(); }
    const State& getAdvancedState() const override { return integrator.getState(); }
    Effort getEffort() const override { return {integrator.getNumStepsTaken(), integrator.getNumRealizations()}; }

private:
    ContactIntegrator integrator;
};

} // namespace

std::unique_ptr<Stepper> makeStepper(const Model& model, const IntegratorChoice& choice, const State& start) {
    checkIntegrator(choice);
    if (!choice.isContact()) return std::make_unique<SimbodyStepper>(makeIntegrator(model.system, choice, start));
    if (model.ours.empty()) refuse("--integrator contact is for our contact forces, and this model has none");
    return std::make_unique<ContactStepper>(model, choice, start);
}

void tryFirst(const Model& model, const IntegratorChoice& choice, const State& start, RunQuestion question) {
    if (!choice.tryFirst) return;
    if (const Real longest = choice.getMaxStep(); !isNaN(longest)) question.longestStep = longest;
    if (!isNaN(choice.firstStep)) question.firstStep = choice.firstStep;
    question.endsWithAStep = !isNaN(choice.lastTime);
    choice.tryFirst(model, start, question);
}

} // namespace lab
