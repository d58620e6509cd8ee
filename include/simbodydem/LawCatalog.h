// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_CATALOG_H
#define SIMBODYDEM_LAW_CATALOG_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** What the library knows of one of its laws, for those who choose laws by name: files, command lines, tables. Formulas in
the words of Notation.h. */
struct LawDescription {
    std::string name;      ///< "hertz"; what makeNormalLaw() and its like take
    std::string className; ///< "HertzNormal"; its header has equation, units and validity at length
    std::string formula;   ///< in short
    std::string source;    ///< who published it
    std::string goodFor, cannot;
    LawParameters parameters; ///< each with unit, range and default
};

/** All laws. */
SIMBODYDEM_API std::vector<LawDescription> listNormalLaws();
SIMBODYDEM_API std::vector<LawDescription> listTangentialLaws();
SIMBODYDEM_API std::vector<LawDescription> listRollingLaws();

/** A pair of laws that has a name of its own, as the forces in NamedForces.h. */
struct NamedLaws {
    std::string name, normal, tangential;
};
SIMBODYDEM_API std::vector<NamedLaws> listNamedLaws();

/** The law of this name with these parameters; those that are not given have their defaults. Names of parameters are those
of the setters without "set": makeNormalLaw("linear", {{"stiffness", 1e5}}, {{"tension", "Allowed"}}).
    @param name of the law, one of LawDescription::name
    @param parameters numbers, in the units of LawDescription::parameters
    @param choices of those parameters that have names instead of numbers
    @throws std::invalid_argument if there is no such law, parameter or choice, saying which there are, if a number is out of
    its range, or if the law does not use it beside the others that are given */
SIMBODYDEM_API std::unique_ptr<NormalLaw> makeNormalLaw(const std::string& name,
                                                        const std::map<std::string, double>& parameters = {},
                                                        const std::map<std::string, std::string>& choices = {});
SIMBODYDEM_API std::unique_ptr<TangentialLaw> makeTangentialLaw(const std::string& name,
                                                                const std::map<std::string, double>& parameters = {},
                                                                const std::map<std::string, std::string>& choices = {});
SIMBODYDEM_API std::unique_ptr<RollingLaw> makeRollingLaw(const std::string& name,
                                                          const std::map<std::string, double>& parameters = {},
                                                          const std::map<std::string, std::string>& choices = {});

} // namespace simbodydem

#endif
