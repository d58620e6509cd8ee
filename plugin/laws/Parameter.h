// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_PARAMETER_H
#define SIMBODYDEM_LAWS_PARAMETER_H

#include "laws/EnumNames.h"
#include "simbodydem/laws/Law.h"

#include <string>

// Access to the parameters of laws.

namespace simbodydem {

struct LawAccess {
    static ParameterTable listParameters(ContactLaw& law) { return law.listParameters(); }
};

/** The line of a number, or of a choice, by its name. @throws std::invalid_argument, with owner and the names that there are */
const ParameterLine& findLine(const ParameterTable&, const std::string& owner, const std::string& name, bool isNumber);

/** Throws std::invalid_argument unless at least one surface of the pair has a finite youngsModulus. */
void checkDeformable(const std::string& owner, const PairMaterial&);

} // namespace simbodydem

#endif
