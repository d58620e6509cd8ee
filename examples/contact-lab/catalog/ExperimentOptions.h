#ifndef CONTACT_LAB_EXPERIMENT_OPTIONS_H
#define CONTACT_LAB_EXPERIMENT_OPTIONS_H

#include "Integrators.h"
#include "LawChoice.h"

#include <string>
#include <variant>
#include <vector>

namespace lab {

/** Holds the value of an option as a user gives it: a number or a word. */
using OptionValue = std::variant<Real, std::string>;

/** Describes an option of an experiment, and sets the value that belongs to it. The help of the option says which values it may have. */
struct ExperimentOption {
    std::string name; ///< without dashes, "kinetic-friction"
    std::string unit; ///< of a number; "" for words and counts
    std::string help;
    std::variant<Real*, int*, std::string*> value;
    Real smallest = SimTK::NaN, largest = SimTK::NaN; ///< range of a count; NaN if the experiment defines it
    std::vector<std::string> choices = {};            ///< of a word; empty if the experiment defines them
    LawChoice* partOf = nullptr;                      ///< the law whose name this option replaces, or null

    /** Sets a number. @throws std::invalid_argument if contact-lab cannot compute with it, or the option is not a number */
    void setNumber(Real) const;
    /** Sets a word. @throws std::invalid_argument for a word that is not one of the choices, or if the option is not a word */
    void setWord(const std::string&) const;
    /** Checks a number with a unit: it must be 0, or have a magnitude that contact-lab can compute with. The experiment decides which sign
    it may have and whether it may be 0.
    @throws std::invalid_argument */
    void checkMagnitude(Real) const;
    /** Returns the range of magnitudes as the help prints it; "" if the option has no unit. */
    std::string describeMagnitudes() const;
};

/** Holds the options of an experiment. They refer to values that live longer. */
class ExperimentOptions {
public:
    /** Adds a number with a unit. @throws std::out_of_range for a unit without a range of magnitudes */
    void addNumber(const std::string& name, Real& value, const std::string& unit, const std::string& help);
    void addCount(const std::string& name, int& value, const std::string& help, Real smallest = SimTK::NaN,
                  Real largest = SimTK::NaN);
    void addWord(const std::string& name, std::string& value, const std::string& help,
                 const std::vector<std::string>& choices = {});

    /** Adds the name of a law or its parts, its material, and the numbers that only some laws use. */
    void addLaw(LawChoice&);
    /** Adds the number of force evaluations that a run may take. If not given, they take about a second here. */
    void addEvaluations(Real& evaluations, Real ifNotGiven = 5e4);
    /** Adds the integrator, its steps, and the number of its evaluations. @param defaultMaxStep  as the help says it */
    void addIntegrator(IntegratorChoice&, const std::string& defaultMaxStep, Real evaluations = 5e4);

    /** Sets one option. @throws std::invalid_argument for an unknown name or a value out of range */
    void set(const std::string& name, const OptionValue& value);

    const std::vector<ExperimentOption>& list() const { return options; }
    bool has(const std::string& name) const;
    /** Returns the integrator of addIntegrator(), or null. */
    IntegratorChoice* getIntegrator() const { return integrator; }

private:
    std::vector<ExperimentOption> options;
    IntegratorChoice* integrator = nullptr;
    std::string givenPart; // option that has replaced the name of the law
};

} // namespace lab

#endif
