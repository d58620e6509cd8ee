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

/** Defines the allowed numbers of a parameter. All numbers are allowed by default, and NaN never is. */
struct SIMBODYDEM_API ParameterRange {
    SimTK::Real least = -std::numeric_limits<SimTK::Real>::infinity();
    SimTK::Real greatest = std::numeric_limits<SimTK::Real>::infinity();
    bool includesLeast = true, includesGreatest = true;

    /** Returns true if the number is allowed. */
    bool contains(SimTK::Real) const;
    /** Returns the range as messages show it: "> 0 and finite", "in [0, 1]". */
    std::string toText() const;
};

/** Describes one parameter of a law: the value that its setter takes, and the value that was given. */
struct LawParameter {
    std::string name;                             ///< name of the setter without "set", such as "dampingRatio"
    std::variant<SimTK::Real, std::string> value; ///< a number, NaN if it is not set; or the name of a choice
    std::string unit = "";                        ///< of a number; "-" if it has none
    ParameterRange range = {};                    ///< of a number
    std::string symbol = "";                      ///< in the law's equation, such as "kn"; "" if it has none
    std::string ifNotSet = "";             ///< source of a number that is not set: "from the restitution", "needed"
    std::vector<std::string> choices = {}; ///< names of the choices; "off" and "on" for a switch
    bool isUsed = true;                    ///< false if another parameter decides instead
};

using LawParameters = std::vector<LawParameter>;

struct ParameterTable; // internal: the parameters of a law of the library, each with the member that holds it

} // namespace simbodydem

#endif
