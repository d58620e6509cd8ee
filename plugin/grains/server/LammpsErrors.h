// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_LAMMPS_ERRORS_H
#define SIMBODYDEM_GRAINS_SERVER_LAMMPS_ERRORS_H

#include <cstdio>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace simbodydem::grains {

/** Returns a file that passes on to stderr what LAMMPS says of errors, and nothing else: LAMMPS says a page for every run. */
std::FILE* openErrorFilter();

/** Ends all ranks with LAMMPS's message on stderr, if its last command has failed. Older LAMMPS does so by itself. */
void endAtError(LAMMPS_NS::LAMMPS&);

} // namespace simbodydem::grains

#endif
