// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_PARAMETER_H
#define SIMBODYDEM_LAW_PARAMETER_H

#include "SimTKcommon.h"
#include "simbodydem/Export.h"

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace simbodydem {

/** Which numbers are allowed; NaN never is. All of them unless something is said. */
struct SIMBODYDEM_API ParameterRange {
    SimTK::Real least = -std::numeric_limits<SimTK::Real>::infinity();
    SimTK::Real greatest = std::numeric_limits<SimTK::Real>::infinity();
    bool includesLeast = true, includesGreatest = true;

    bool contains(SimTK::Real) const;
    /** As messages say it: "> 0 and finite", "in [0, 1]". */
    std::string toText() const;
};

/** One parameter of a law: what its setter takes, and what was given. */
struct LawParameter {
    std::string name;                             ///< its setter's, without "set": "dampingRatio"
    std::variant<SimTK::Real, std::string> value; ///< a number, NaN where it is not set; a choice by its name
    std::string unit = "";                        ///< of a number, "-" where it has none
    ParameterRange range = {};                    ///< of a number
    std::string symbol = "";                      ///< in the law's equation: "kn"; "" if it has none
    std::string ifNotSet = "";                    ///< where a number comes from then: "from the restitution", "needed"
    std::vector<std::string> choices = {};        ///< of a choice, "off" and "on" of a switch
    bool isUsed = true;                           ///< by the law as it is set; not so if another parameter decides
};

using LawParameters = std::vector<LawParameter>;

struct ParameterTable; // internal: the parameters of a law of the library, each with the member that holds it

} // namespace simbodydem

#endif
