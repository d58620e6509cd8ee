#ifndef CONTACT_LAB_COMMAND_LINE_H
#define CONTACT_LAB_COMMAND_LINE_H

#include "LabExperiments.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace lab {

/** Adds options to the command line. Those of an integrator get the flag `--advise` beside them. */
void addOptions(CLI::App&, const ExperimentOptions&);

/** Adds an option that is a number with a unit, see ExperimentOption::checkMagnitude(). The help of the option says its range. */
CLI::Option* addNumber(CLI::App&, const std::string& name, Real& value, const std::string& unit,
                       const std::string& help);

/** Runs the action, and prints an exception as one line on stderr.
@returns 0; 2 for bad input and for a run that gives no result with it; 1 for any other failure, such as a full disk */
int orSayWhy(const std::string& who, const std::function<void()>& action);

/** Prints the progress as one line on stderr that changes. */
void showProgress(const char* what, Real fraction);

/** Returns a quantity as JSON. NaN becomes null in a text. */
nlohmann::ordered_json toJson(const Quantity&);

/** Adds a subcommand. Each is in the folder of its name, `laws` and what has moved here, `page` in compare/, the others in experiments/. */
using AddSubcommand = void(CLI::App&);
AddSubcommand addLaws, addIntegrators, addCompare, addAdvise, addMoved, addRobot;

/** Adds the options of ExperimentOptions::addLaw(). */
void addLaw(CLI::App&, LawChoice&);

/** Adds the option of ExperimentOptions::addEvaluations(). */
void addEvaluations(CLI::App&, Real& evaluations, Real ifNotGiven = 5e4);

} // namespace lab

#endif
