#ifndef CONTACT_LAB_COMMAND_LINE_H
#define CONTACT_LAB_COMMAND_LINE_H

#include "Integrators.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <sstream>
#include <string>

namespace lab {

/** An option that is a number with a unit. It must be 0 or of a size that the laboratory can compute with; which sign it may
have and whether it may be 0 is up to the experiment. Its help says all of that. */
CLI::Option* addNumber(CLI::App&, const std::string& name, Real& value, const std::string& unit,
                       const std::string& help);

/** Runs it. What goes wrong is one line on stderr.
@returns 0; 2 for bad input and what comes to nothing with it; 1 for anything else, as a full disk */
int orSayWhy(const std::string& who, const std::function<void()>& action);

/** One line on stderr that changes. */
void showProgress(const char* what, Real fraction);

/** What advice prints. */
template <class Advice> std::string textOf(const Advice& advice) {
    std::ostringstream text;
    text << advice;
    return text.str();
}

/** The unit that addNumber() has been given; "" for words and counts. */
std::string unitOf(const CLI::Option&);

/** The subcommands: each of them is in the room of its name, `laws` here, `page` with compare, the others with the experiments. */
using AddSubcommand = void(CLI::App&);
AddSubcommand addLaws, addIntegrators, addCompare, addAdvise, addStudy, addCalibrate;

/** `--law` or the parts of a law, its material and what only some laws use. */
void addLaw(CLI::App&, LawChoice&);

/** How many evaluations of the forces a run may take: what is a second's work here if not given. */
void addEvaluations(CLI::App&, Real& evaluations, Real ifNotGiven = 5e4);

/** The integrator, its steps, and how long it may go on. @param defaultMaxStep  as the help says it */
void addIntegrator(CLI::App&, IntegratorChoice&, const std::string& defaultMaxStep, Real evaluations = 5e4);

} // namespace lab

#endif
