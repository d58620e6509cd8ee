#ifndef CONTACT_LAB_COMPARE_H
#define CONTACT_LAB_COMPARE_H

#include <CLI/CLI.hpp>

#include <functional>

namespace lab {

/** Two subcommands: `compare` makes one experiment, `page` makes a page of what it has left. @param run  is set to what was
asked for */
void addCompare(CLI::App&, std::function<void()>& run);

} // namespace lab

#endif
