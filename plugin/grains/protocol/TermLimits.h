// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_PROTOCOL_TERM_LIMITS_H
#define SIMBODYDEM_GRAINS_PROTOCOL_TERM_LIMITS_H

#include "protocol/Commands.h"

#include <string>

namespace simbodydem::grains {

/** Returns the reason why LAMMPS does not have these terms together, or an empty string. Both sides use it: the client when it gets a law, so
that the message names the call, and the server before it writes a command. */
inline std::string findFault(const ContactTerms& terms) {
    using Terms = ContactTerms;
    if (terms.tangential == Terms::Tangential::None) return {};
    if ((terms.normal == Terms::Normal::Linear) != (terms.tangential == Terms::Tangential::Linear))
        return "LAMMPS ties the tangential law to the normal one; LinearNormal needs CundallSlider, HertzNormal and "
               "JKRNormal need MindlinIncremental or MindlinSecant";
    if (terms.tangentialDampingRatio > 0 && !(terms.dashpot == Terms::Dashpot::Ratio && terms.damping > 0))
        return "LAMMPS makes the tangential dashpot of the normal one; without a damping by restitution, such as "
               "TsujiTanakaIshida, call setTangentialDampingRatio(0)";
    return {};
}

} // namespace simbodydem::grains

#endif
