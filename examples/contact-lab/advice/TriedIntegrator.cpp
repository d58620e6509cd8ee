#include "TriedIntegrator.h"

#include <simbodydem/SimbodyIntegrators.h>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

const int stepsAtATime = 100; // after which the number of force evaluations is checked

std::unique_ptr<Integrator> makeTheirs(const std::string& name, const MultibodySystem& system) {
    if (name == "RungeKuttaMersonIntegrator") return std::make_unique<RungeKuttaMersonIntegrator>(system);
    if (name == "RungeKutta3Integrator") return std::make_unique<RungeKutta3Integrator>(system);
    if (name == "RungeKuttaFeldbergIntegrator") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
    if (name == "VerletIntegrator") return std::make_unique<VerletIntegrator>(system);
    if (name == "SemiExplicitEuler2Integrator") return std::make_unique<SemiExplicitEuler2Integrator>(system);
    return std::make_unique<CPodesIntegrator>(system);
}

} // namespace

std::vector<std::string> listTriedIntegrators() {
    return {"RungeKuttaMersonIntegrator", "RungeKutta3Integrator",        "RungeKuttaFeldbergIntegrator",
            "VerletIntegrator",           "SemiExplicitEuler2Integrator", "CPodesIntegrator",
            contactIntegratorName};
}

TriedIntegrator::TriedIntegrator(const std::string& name, const MultibodySystem& system,
                                 const std::vector<const DEMContactForce*>& forces, const TriedSettings& settings,
                                 const State& start) {
    if (name == contactIntegratorName) {
        std::vector<DEMContactForce> handles;
        for (const DEMContactForce* force : forces) handles.push_back(*force);
        ours = std::make_unique<ContactIntegrator>(system, handles);
        ours->setAccuracy(settings.accuracy);
        if (settings.longestStep.isSet()) ours->setMaximumStepSize(settings.longestStep);
        if (settings.firstStep.isSet()) ours->setInitialStepSize(settings.firstStep);
        ours->initialize(start);
        return;
    }
    const bool isCPodes = name == "CPodesIntegrator";
    theirs = makeTheirs(name, system);
    theirs->setAccuracy(settings.accuracy);
    theirs->setInternalStepLimit(stepsAtATime);
    prepareIntegrator(*theirs);
    if (settings.longestStep.isSet()) theirs->setMaximumStepSize(settings.longestStep);
    if (settings.firstStep.isSet() && !isCPodes) theirs->setInitialStepSize(settings.firstStep);
    if (settings.finalTime.isSet()) theirs->setFinalTime(settings.finalTime);
    theirs->initialize(start);
}

bool TriedIntegrator::stepTo(Real time, int mostOfRun) {
    while (getState().getTime() < time) {
        if (ours)
            ours->takeOneStep(time);
        else
            theirs->stepTo(time);
        if (getNumEvaluations() > mostOfRun) return false;
    }
    return true;
}

const State& TriedIntegrator::getState() const { return ours ? ours->getState() : theirs->getState(); }

const State& TriedIntegrator::getAdvancedState() const { return ours ? ours->getState() : theirs->getAdvancedState(); }

int TriedIntegrator::getNumSteps() const { return ours ? ours->getNumStepsTaken() : theirs->getNumStepsTaken(); }

int TriedIntegrator::getNumEvaluations() const {
    return ours ? ours->getNumRealizations() : theirs->getNumRealizations();
}

} // namespace lab
