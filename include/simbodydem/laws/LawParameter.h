#ifndef SIMBODYDEM_LAW_PARAMETER_H
#define SIMBODYDEM_LAW_PARAMETER_H

#include "SimTKcommon.h"

#include <string>
#include <variant>
#include <vector>

namespace simbodydem {

/** One parameter of a law, as it was set. */
struct LawParameter {
    std::string name;                             ///< its setter's, without "set": "dampingRatio"
    std::variant<SimTK::Real, std::string> value; ///< a number, NaN where it is not set; a choice by its name
    std::string unit = "";                        ///< of a number, "-" where it has none
};

using LawParameters = std::vector<LawParameter>;

} // namespace simbodydem

#endif
