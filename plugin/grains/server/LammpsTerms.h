// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_LAMMPS_TERMS_H
#define SIMBODYDEM_GRAINS_SERVER_LAMMPS_TERMS_H

#include "protocol/Commands.h"

#include <string>

namespace simbodydem::grains {

/** Returns a number for a command of LAMMPS, which reads the same number from it. */
std::string toText(double);
/** Returns a number with six digits, for messages. */
std::string toReadable(double);

/** Returns the arguments of LAMMPS's pair style and wall "granular" with which it computes these terms. LAMMPS's damping "tsuji" turns its
restitution into a coefficient by a polynomial that does not return this restitution. So the argument is a root for which the polynomial
has the coefficient that the law asks for.
@param release  date of LAMMPS as a number, such as 20250722; later ones have no such damping beside JKR's law
@throws std::invalid_argument with the reason, if LAMMPS has no such terms */
std::string toLammps(const BedSetUp&, const ContactTerms&, int release);

/** Returns the argument e of LAMMPS's damping "tsuji" for which its coefficient is alpha: c = alpha sqrt(m* F_e/delta). It is at least 0, since
later releases of LAMMPS refuse others. Large coefficients, of a restitution below 0.12, have one above 1. */
double argumentOfTsuji(double alpha);

/** Returns the place of rolling's numbers among those that LAMMPS keeps for a contact. */
int placeOfRolling(const ContactTerms&);

} // namespace simbodydem::grains

#endif
