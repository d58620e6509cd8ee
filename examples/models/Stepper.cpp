#include "Stepper.h"

#include "Check.h"
#include "RunAdviceOptions.h"

#include <simbodydem/ContactIntegrator.h>

#include <algorithm>
#include <utility>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

template <class Kind, CPodes::LinearMultistepMethod... method>
std::unique_ptr<Integrator> make(const System& system, const IntegratorChoice&) {
    return std::make_unique<Kind>(system, method...);
}
std::unique_ptr<Integrator> makeSemiExplicitEuler(const System& system, const IntegratorChoice& choice) {
    return std::make_unique<SemiExplicitEulerIntegrator>(system, choice.fixedStep);
}

// Throws std::invalid_argument for an unknown name, accuracy or step.
const IntegratorKind& checkIntegrator(const IntegratorChoice& choice) {
    check(choice.accuracy > 0 && choice.accuracy < 1, "--accuracy", choice.accuracy, "-", "in (0, 1)");
    if (!isNaN(choice.maxStep)) checkPositive("--max-step", choice.maxStep, "s");
    const bool isFixed = choice.isFixedStep();
    if (isFixed) checkPositive("--step", choice.fixedStep, "s");
    if (isFixed && choice.isCPodes())
        refuse("--step does not go with --integrator " + choice.name + ", which chooses its own");
    if (!isFixed && choice.name == "see") refuse("--integrator see has no error control; give it a --step [s]");
    return findNamed(listIntegrators(), choice.name, "--integrator " + choice.name + " is unknown; choose from ");
}

// Tries the model first, and returns its start.
const State& tried(const Model& model, const IntegratorChoice& choice, const State& start, Real duration,
                   RunAdviceOptions question) {
    if (!question.duration.isSet()) question.duration = duration;
    tryFirst(model, choice, start, question);
    return start;
}

thread_local std::function<void()> interruption;

} // namespace

void setInterruption(std::function<void()> check) { interruption = std::move(check); }

const std::vector<IntegratorKind>& listIntegrators() {
    static const std::vector<IntegratorKind> all = {
        {"rkm", "Runge-Kutta-Merson", make<RungeKuttaMersonIntegrator>},
        {"rk3", "Runge-Kutta 3", make<RungeKutta3Integrator>},
        {"rkf", "Runge-Kutta-Fehlberg", make<RungeKuttaFeldbergIntegrator>},
        {"verlet", "Verlet", make<VerletIntegrator>},
        {"see2", "semi-explicit Euler 2", make<SemiExplicitEuler2Integrator>},
        {"see", "semi-explicit Euler, needs a fixed step", makeSemiExplicitEuler},
        {"euler", "explicit Euler", make<ExplicitEulerIntegrator>},
        {"cpodes", "CPodes, BDF", make<CPodesIntegrator, CPodes::BDF>},
        {"cpodes-adams", "CPodes, Adams", make<CPodesIntegrator, CPodes::Adams>},
        {"contact", "ContactIntegrator, not for hunt-crossley", nullptr}};
    return all;
}

Stepper::Stepper(const Model& model, const IntegratorChoice& choice, const State& start)
    : Stepper(model.system, model.ours, model.joints.get(), choice, start) {}

Stepper::Stepper(const MultibodySystem& system, const std::vector<const DEMContactForce*>& contacts,
                 const JointForces* joints, const IntegratorChoice& choice, const State& start) {
    const IntegratorKind& kind = checkIntegrator(choice);
    const Real longest = choice.getMaxStep();
    const auto set = [&](auto& integrator) {
        integrator.setAccuracy(choice.accuracy);
        if (choice.isFixedStep()) integrator.setFixedStepSize(choice.fixedStep);
        if (!isNaN(longest) && !(simbodys && choice.isFixedStep())) integrator.setMaximumStepSize(longest);
        if (!isNaN(choice.firstStep)) integrator.setInitialStepSize(choice.firstStep);
    };
    if (choice.isContact()) {
        if (contacts.empty()) refuse("--integrator contact needs a DEMContactForce, and this model has none");
        std::vector<DEMContactForce> forces;
        for (const DEMContactForce* force : contacts) forces.push_back(*force);
        ours = std::make_unique<ContactIntegrator>(system, forces);
        if (joints) ours->addJointForces(*joints);
        set(*ours);
        ours->initialize(start);
        return;
    }
    simbodys = kind.make(system, choice);
    set(*simbodys);
    // CPodes commits the history only in steps that it returns, so it must return every step.
    if (choice.isCPodes() || choice.returnsEveryStep) simbodys->setReturnEveryInternalStep(true);
    if (!choice.interpolates) simbodys->setAllowInterpolation(false);
    simbodys->setInternalStepLimit(100); // so that it returns from time to time
    if (!isNaN(choice.lastTime)) simbodys->setFinalTime(choice.lastTime);
    simbodys->initialize(start);
}

void Stepper::stepTo(Real time, Real bound) {
    if (interruption) interruption();
    if (simbodys)
        simbodys->stepTo(time, bound);
    else
        ours->takeOneStep(time); // at Infinity it chooses the step by itself
}

Effort Stepper::getEffort() const {
    if (simbodys) return {simbodys->getNumStepsTaken(), simbodys->getNumRealizations()};
    return {ours->getNumStepsTaken(), ours->getNumRealizations()};
}

void tryFirst(const Model& model, const IntegratorChoice& choice, const State& start, RunAdviceOptions question) {
    if (!choice.tryFirst) return;
    if (const Real longest = choice.getMaxStep(); !isNaN(longest)) question.longestStep = longest;
    if (!isNaN(choice.firstStep)) question.firstStep = choice.firstStep;
    question.endsWithAStep = !isNaN(choice.lastTime);
    choice.tryFirst(model, start, question);
}

Advance::Advance(const Model& model, const IntegratorChoice& choice, const State& start, Real duration, Real gain,
                 const RunAdviceOptions& question)
    : Stepper(model, choice, tried(model, choice, start, duration, question)),
      system(model.system),
      choice(choice),
      duration(duration),
      highestEnergy(calcEnergy() + gain) {
    const Real shortest = duration / choice.evaluations;
    const auto checkStep = [&](const char* option, Real step) {
        if (step < shortest) // false for NaN
            throw GivenUp(
                fmt::format("{0} = {1:g} s; it must be >= {2:.3g} s, or increase --evaluations = {4:g}, since "
                            "this experiment lasts {3:.3g} s",
                            option, step, shortest, duration, choice.evaluations));
    };
    checkStep("--step", choice.fixedStep);
    checkStep("--max-step", choice.maxStep);
}

Real Advance::calcEnergy() const {
    const State& state = getAdvancedState();
    system.realize(state, Stage::Dynamics);
    return system.calcEnergy(state);
}

const State& Advance::to(Real time) {
    while (getTime() < time) once(time);
    return getState();
}

void Advance::once(Real time) {
    try {
        stepTo(time);
    } catch (const std::exception& e) {
        throw GivenUp(fmt::format("--integrator {} cannot continue at t = {:.6g} s of {:.3g} s: {}", choice.name,
                                  getAdvancedTime(), duration, e.what()));
    }
    const Real t = getAdvancedTime(), taken = getEffort().evaluations;
    if (!(calcEnergy() <= highestEnergy))
        throw GivenUp(fmt::format("--integrator {} has gained energy at t = {:.6g} s of {:.3g} s; use shorter steps "
                                  "(--step, --max-step), a tighter --accuracy or a softer contact",
                                  choice.name, t, duration));
    const Real expected = taken * std::max(1., duration / t); // infinite until the first step has ended
    if (taken > choice.evaluations / 10 && expected > choice.evaluations)
        throw GivenUp(fmt::format("--evaluations = {:g}; it must be {}: the run has used {} of them up to "
                                  "t = {:.3g} s of {:.3g} s. Or use a looser --accuracy or a longer --step",
                                  choice.evaluations,
                                  expected <= mostEvaluations ? fmt::format(">= {:.2g}", expected) : "larger", taken, t,
                                  duration));
}

} // namespace lab
