#ifndef CONTACT_LAB_TRIED_INTEGRATOR_H
#define CONTACT_LAB_TRIED_INTEGRATOR_H

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Messages.h>

#include <Simbody.h>

#include <memory>
#include <string>
#include <vector>

namespace lab {

constexpr const char* contactIntegratorName = "ContactIntegrator";

/** Returns the class names of all integrators with error control. */
std::vector<std::string> listTriedIntegrators();

/** Stores the settings of one of these integrators. */
struct TriedSettings {
    SimTK::Real accuracy;
    simbodydem::OptionalReal longestStep{}; // [s]
    simbodydem::OptionalReal firstStep{};   // [s]; CPodes finds its own, which must stand the jump of a first contact
    simbodydem::OptionalReal finalTime{};   // [s], at which a step of a Simbody integrator ends
};

/** Runs one of these integrators: a Simbody integrator or ContactIntegrator. */
class TriedIntegrator {
public:
    TriedIntegrator(const std::string& name, const SimTK::MultibodySystem&, const std::vector<const simbodydem::DEMContactForce*>&,
                    const TriedSettings&, const SimTK::State& start);

    /** Advances to this time.
    @returns false if the run takes more than mostOfRun force evaluations in total */
    bool stepTo(SimTK::Real time, int mostOfRun);
    /** Returns the State at the requested time, to which Simbody integrators interpolate. */
    const SimTK::State& getState() const;
    /** Returns the State at the end of the last step. */
    const SimTK::State& getAdvancedState() const;
    int getNumSteps() const;
    int getNumEvaluations() const;

private:
    std::unique_ptr<SimTK::Integrator> theirs; // a Simbody integrator, or
    std::unique_ptr<simbodydem::ContactIntegrator> ours;
};

/** Drops all warnings while it exists, since trials are not runs of the user. */
class Silence {
public:
    Silence() : before(simbodydem::setWarningHandler([](const std::string&) {})) {}
    ~Silence() { simbodydem::setWarningHandler(before); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    const simbodydem::WarningHandler before;
};

} // namespace lab

#endif
