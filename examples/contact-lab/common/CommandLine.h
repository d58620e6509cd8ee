#ifndef CONTACT_LAB_COMMAND_LINE_H
#define CONTACT_LAB_COMMAND_LINE_H

#include "Integrators.h"

#include <CLI/CLI.hpp>

namespace lab {

/** An option that is a number with a unit. It must be 0 or of a size that the laboratory can compute with; which sign it may
have and whether it may be 0 is up to the experiment. Its help says all of that. */
void addNumber(CLI::App&, const std::string& name, Real& value, const std::string& unit, const std::string& help);

/** The unit that addNumber() has been given; "" for words and counts. */
std::string unitOf(const CLI::Option&);

/** The subcommand `laws`. */
void addLaws(CLI::App&);
/** `compare` makes one experiment of the page, `page` the page of what those have left. */
void addCompare(CLI::App&);
/** `advise` says what a contact needs. */
void addAdvise(CLI::App&);
/** `study` runs an experiment, or a program, over many values of its parameters. */
void addStudy(CLI::App&);
/** The subcommand `calibrate`. */
void addCalibrate(CLI::App&);

/** `--law` or the parts of a law, its material and what only some laws use. */
void addLaw(CLI::App&, LawChoice&);

/** How many evaluations of the forces a run may take: what is a second's work here if not given. */
void addEvaluations(CLI::App&, Real& evaluations, Real ifNotGiven = 5e4);

/** The integrator, its steps, and how long it may go on. @param defaultMaxStep  as the help says it */
void addIntegrator(CLI::App&, IntegratorChoice&, const std::string& defaultMaxStep, Real evaluations = 5e4);

} // namespace lab

#endif
