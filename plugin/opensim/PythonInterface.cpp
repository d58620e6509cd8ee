// SPDX-License-Identifier: Apache-2.0
#include "opensim/PythonInterface.h"

#include "opensim/DEMContactForce.h"

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/DEMContactForce.h>

#include <OpenSim/Common/Logger.h>
#include <OpenSim/Simulation/Manager/Manager.h>
#include <OpenSim/Simulation/Model/AnalysisSet.h>
#include <OpenSim/Simulation/Model/Model.h>
#include <OpenSim/Simulation/StatesTrajectory.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using SimTK::Real;

namespace OpenSim {

namespace {

std::string error, surfaceText;

// Calls a function. Its exceptions become the error that Python asks for.
template <class Function> int callForPython(const Function& call) {
    try {
        return call();
    } catch (const std::exception& e) {
        error = e.what();
    } catch (...) {
        error = "an exception of an unknown class";
    }
    return -1;
}

const DEMContactForce& findForce(const Model& model, const std::string& path) {
    if (model.hasComponent<DEMContactForce>(path)) return model.getComponent<DEMContactForce>(path);
    std::string known;
    for (const DEMContactForce& force : model.getComponentList<DEMContactForce>())
        known += (known.empty() ? "" : ", ") + force.getAbsolutePathString();
    throw Exception("the model has no DEMContactForce " + path + "; it has " + (known.empty() ? "none" : known));
}

void copy(const SimTK::Vec3& from, double (&to)[3]) { std::copy_n(&from[0], 3, to); }

simbodydem_Contact toPlain(const simbodydem::ContactRecord& record) {
    simbodydem_Contact contact{};
    contact.a = record.a, contact.b = record.b;
    contact.is_sliding = record.sliding;
    copy(record.point, contact.point), copy(record.normal, contact.normal);
    copy(record.normalForce, contact.normal_force), copy(record.tangentialForce, contact.tangential_force);
    copy(record.torque, contact.torque), copy(record.slipVelocity, contact.slip_velocity);
    contact.overlap = record.overlap;
    contact.stored_energy = record.storedEnergy, contact.dissipated_power = record.dissipatedPower;
    return contact;
}

// Adds what the contact of a layer, of sand or of soil has beside its record.
void addArea(const simbodydem::AreaRecord& record, simbodydem_Contact& contact) {
    contact.is_area = 1;
    contact.area = record.area, contact.slipping_area = record.slippingArea;
    contact.mean_pressure = record.meanPressure, contact.peak_pressure = record.peakPressure;
}

// Takes the steps of a run, one at a time.
class Stepper {
public:
    virtual ~Stepper() = default;
    virtual void step(Real latest) = 0; // one step, not beyond this time
    virtual const SimTK::State& getState() const = 0;
    virtual void count(simbodydem_RunOutcome&) const = 0;
};

class ContactStepper : public Stepper {
public:
    ContactStepper(const Model& model, const SimTK::State& start, const simbodydem_RunSettings& settings) {
        std::vector<simbodydem::DEMContactForce> forces;
        for (const DEMContactForce& force : model.getComponentList<DEMContactForce>()) forces.push_back(force.getDEMForce());
        if (forces.empty())
            throw Exception("ContactIntegrator needs a DEMContactForce, and the model has none; choose another integrator, such as "
                            "RungeKuttaMerson");
        SimTK::Array_<SimTK::EventId> events;
        Real next = SimTK::Infinity;
        model.getMultibodySystem().calcTimeOfNextScheduledEvent(start, next, events, true);
        if (start.getNEventTriggers() > 0 || next < SimTK::Infinity)
            throw Exception("the model has event handlers, which ContactIntegrator does not serve here; choose another integrator, such "
                            "as RungeKuttaMerson");
        integrator = std::make_unique<simbodydem::ContactIntegrator>(model.getMultibodySystem(), forces);
        integrator->setAccuracy(settings.accuracy);
        if (std::isfinite(settings.maximum_step)) integrator->setMaximumStepSize(settings.maximum_step);
        if (std::isfinite(settings.fixed_step)) integrator->setFixedStepSize(settings.fixed_step);
        integrator->initialize(start);
    }
    void step(Real latest) override { integrator->takeOneStep(latest); }
    const SimTK::State& getState() const override { return integrator->getState(); }
    void count(simbodydem_RunOutcome& outcome) const override {
        outcome.steps = integrator->getNumStepsTaken();
        outcome.attempts = integrator->getNumStepsAttempted();
        outcome.evaluations = integrator->getNumRealizations();
    }

private:
    std::unique_ptr<simbodydem::ContactIntegrator> integrator;
};

Manager::IntegratorMethod findMethod(const std::string& name) {
    using Method = Manager::IntegratorMethod;
    const std::pair<const char*, Method> methods[] = {
        {"RungeKuttaMerson", Method::RungeKuttaMerson}, {"RungeKuttaFeldberg", Method::RungeKuttaFeldberg},
        {"RungeKutta2", Method::RungeKutta2},           {"RungeKutta3", Method::RungeKutta3},
        {"CPodes", Method::CPodes},                     {"SemiExplicitEuler2", Method::SemiExplicitEuler2},
        {"Verlet", Method::Verlet},                     {"ExplicitEuler", Method::ExplicitEuler}};
    std::string known = "ContactIntegrator";
    for (const auto& [of, method] : methods) {
        if (name == of) return method;
        known += std::string(", ") + of;
    }
    throw Exception("the integrator is '" + name + "'; it must be one of " + known);
}

// A run by Manager's integrators. It returns each step, which CPodes needs, or it loses slip.
class ManagerStepper : public Stepper {
public:
    ManagerStepper(Model& model, const SimTK::State& start, const simbodydem_RunSettings& settings)
        : manager(model), stepper(model.getMultibodySystem()) {
        manager.setIntegratorMethod(findMethod(settings.integrator));
        SimTK::Integrator& integrator = manager.getIntegrator();
        if (std::isfinite(settings.fixed_step)) integrator.setFixedStepSize(settings.fixed_step);
        integrator.setAccuracy(settings.accuracy);
        if (std::isfinite(settings.maximum_step)) integrator.setMaximumStepSize(settings.maximum_step);
        integrator.setReturnEveryInternalStep(true);
        stepper.setIntegrator(integrator);
        stepper.setReportAllSignificantStates(true);
        stepper.initialize(start);
    }
    void step(Real latest) override {
        stepper.stepTo(latest);
        const SimTK::Integrator& integrator = manager.getIntegrator();
        if (integrator.isSimulationOver() &&
            integrator.getTerminationReason() != SimTK::Integrator::ReachedFinalTime)
            throw Exception("the integration ended at " + std::to_string(getState().getTime()) + " s: " +
                            integrator.getTerminationReasonString(integrator.getTerminationReason()));
    }
    const SimTK::State& getState() const override { return manager.getIntegrator().getState(); }
    void count(simbodydem_RunOutcome& outcome) const override {
        outcome.steps = manager.getIntegrator().getNumStepsTaken();
        outcome.attempts = manager.getIntegrator().getNumStepsAttempted();
        outcome.evaluations = manager.getIntegrator().getNumRealizations();
    }

private:
    Manager manager;
    SimTK::TimeStepper stepper;
};

std::unique_ptr<Stepper> makeStepper(Model& model, const SimTK::State& start, const simbodydem_RunSettings& settings) {
    if (std::string(settings.integrator) == "ContactIntegrator")
        return std::make_unique<ContactStepper>(model, start, settings);
    return std::make_unique<ManagerStepper>(model, start, settings);
}

// Asks Python about every 20 ms whether the run shall end.
class Interruption {
public:
    explicit Interruption(simbodydem_Progress progress) : progress(progress) {}
    bool isAsked(Real time) {
        const auto now = std::chrono::steady_clock::now();
        if (!progress || now - last < std::chrono::milliseconds(20)) return false;
        last = now;
        return progress(time) != 0;
    }

private:
    simbodydem_Progress progress;
    std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

Real calcEnergy(const Model& model, const SimTK::State& state) {
    model.realizeDynamics(state);
    return model.getMultibodySystem().calcEnergy(state);
}

// Writes the energy of a run into OpenSim's log.
void logEnergy(const Model& model, const SimTK::State& state, Real start, const simbodydem_RunOutcome& outcome) {
    std::string dissipated;
    for (const DEMContactForce& force : model.getComponentList<DEMContactForce>())
        if (force.get_track_dissipated_energy())
            dissipated += ", dissipated by \"" + force.getName() + "\" " + std::to_string(force.getDissipatedEnergy(state)) + " J";
    log_info("SimbodyDEM: {} from {} s to {} s, {} steps; energy of the System {} J at the start, {} J at the end{}",
             outcome.is_interrupted ? "interrupted run" : "run", start, outcome.time, outcome.steps, outcome.energy_before,
             outcome.energy_after, dissipated);
}

// Carries the State of a run to the caller, however the run ends.
struct ResultState {
    SimTK::State& result;
    const Stepper& stepper;
    ~ResultState() { result = stepper.getState(); }
};

void runModel(Model& model, SimTK::State& state, const simbodydem_RunSettings& settings, StatesTrajectory* states,
              simbodydem_Progress progress, simbodydem_RunOutcome& outcome) {
    const Real start = state.getTime(), end = settings.final_time;
    model.realizeAcceleration(state);
    outcome.energy_before = calcEnergy(model, state);
    const std::unique_ptr<Stepper> stepper = makeStepper(model, state, settings);
    AnalysisSet& analyses = model.updAnalysisSet();
    int numSteps = 0;
    long numKept = 0;
    const auto keep = [&](const SimTK::State& of) {
        if (states) states->append(of);
        ++numKept;
    };
    {
        const ResultState carry{state, *stepper};
        if (settings.perform_analyses) analyses.begin(stepper->getState());
        keep(stepper->getState());
        Interruption interruption(progress);
        while (stepper->getState().getTime() < end && !outcome.is_interrupted) {
            const Real next = settings.interval > 0 ? std::min(end, start + Real(numKept) * settings.interval) : end;
            stepper->step(next);
            const SimTK::State& now = stepper->getState();
            ++numSteps;
            model.realizeAcceleration(now);
            outcome.is_interrupted = interruption.isAsked(now.getTime());
            const bool isLast = now.getTime() >= end || outcome.is_interrupted;
            if (settings.perform_analyses) {
                if (isLast) analyses.end(now);
                else analyses.step(now, numSteps);
            }
            if (settings.interval == 0 || now.getTime() >= next || isLast) keep(now);
        }
        stepper->count(outcome);
        outcome.time = stepper->getState().getTime();
    }
    outcome.energy_after = calcEnergy(model, state);
    logEnergy(model, state, start, outcome);
}

} // namespace

} // namespace OpenSim

using OpenSim::callForPython;

const char* simbodydem_get_error() { return OpenSim::error.c_str(); }

int simbodydem_list_surfaces(OpenSim::Model* model, const char* path, const char** text) {
    return callForPython([&] {
        const OpenSim::DEMContactForce& force = OpenSim::findForce(*model, path);
        std::string& list = OpenSim::surfaceText;
        list.clear();
        int count = 0;
        for (int i = 0; i < force.getProperty_surfaces().size(); ++i) {
            const OpenSim::DEMSurface& surface = force.get_surfaces(i);
            auto index = surface.getGroup().surfaces.begin(); // in the order in which they were added
            for (const OpenSim::ContactGeometry* geometry : surface.listGeometry()) {
                list += std::to_string(*index++) + " " + surface.getName() + "/" + geometry->getName() + "\n";
                ++count;
            }
        }
        *text = list.c_str();
        return count;
    });
}

int simbodydem_list_contacts(OpenSim::Model* model, SimTK::State* state, const char* path, simbodydem_Contact* list, int size) {
    return callForPython([&] {
        const OpenSim::DEMContactForce& force = OpenSim::findForce(*model, path);
        model->realizeDynamics(*state);
        const auto& records = force.getDEMForce().getContactRecords(*state); // one of each area too
        if (std::size_t(size) < records.size()) return int(records.size());
        simbodydem_Contact* contact = list;
        for (const auto& record : records) *contact++ = OpenSim::toPlain(record);
        for (const auto& area : force.getDEMForce().getAreaRecords(*state))
            for (contact = list; contact != list + records.size(); ++contact)
                if (contact->a == area.a && contact->b == area.b) OpenSim::addArea(area, *contact);
        return int(records.size());
    });
}

int simbodydem_run(OpenSim::Model* model, SimTK::State* state, const simbodydem_RunSettings* settings,
                   OpenSim::StatesTrajectory* states, simbodydem_Progress progress, simbodydem_RunOutcome* outcome) {
    return callForPython([&] {
        *outcome = {};
        OpenSim::runModel(*model, *state, *settings, states, progress, *outcome);
        return 0;
    });
}
