#ifndef CONTACT_LAB_COMMAND_LINE_H
#define CONTACT_LAB_COMMAND_LINE_H

#include "Integrators.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace lab {

/** Adds an option that is a number with a unit. The number must be 0, or have a magnitude that contact-lab can compute with. The
experiment decides which sign it may have and whether it may be 0. The help of the option says all of that. */
CLI::Option* addNumber(CLI::App&, const std::string& name, Real& value, const std::string& unit,
                       const std::string& help);

/** Runs the action, and prints an exception as one line on stderr.
@returns 0; 2 for bad input and for a run that gives no result with it; 1 for any other failure, such as a full disk */
int orSayWhy(const std::string& who, const std::function<void()>& action);

/** Prints the progress as one line on stderr that changes. */
void showProgress(const char* what, Real fraction);

/** Returns the unit that addNumber() has been given; "" for words and counts. */
std::string unitOf(const CLI::Option&);

/** Adds a subcommand. Each is in the folder of its name, `laws` here, `page` in compare/, the others in experiments/. */
using AddSubcommand = void(CLI::App&);
AddSubcommand addLaws, addIntegrators, addCompare, addAdvise, addStudy, addCalibrate, addRobot;

/** Adds `--law` or the parts of a law, its material, and the numbers that only some laws use. */
void addLaw(CLI::App&, LawChoice&);

/** Adds the number of force evaluations that a run may take. If not given, they take about a second here. */
void addEvaluations(CLI::App&, Real& evaluations, Real ifNotGiven = 5e4);

/** Adds the integrator, its steps, and the number of its evaluations. @param defaultMaxStep  as the help says it */
void addIntegrator(CLI::App&, IntegratorChoice&, const std::string& defaultMaxStep, Real evaluations = 5e4);

} // namespace lab

#endif
