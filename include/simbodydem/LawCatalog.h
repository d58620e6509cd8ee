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

/** Describes one law of the library, for programs that choose laws by name: files, command lines, tables. Formulas use the words of
Notation.h. */
struct LawDescription {
    std::string name;            ///< such as "hertz", as makeNormalLaw() and its like take it
    std::string className;       ///< such as "HertzNormal"; its header has the full equation, units and validity
    std::string formula;         ///< in short
    std::string source;          ///< publication or program
    std::string goodFor, cannot; ///< uses and limits
    LawParameters parameters;    ///< each with unit, range and default
};

/** Returns all normal laws. */
SIMBODYDEM_API std::vector<LawDescription> listNormalLaws();
/** Returns all tangential laws. */
SIMBODYDEM_API std::vector<LawDescription> listTangentialLaws();
/** Returns all rolling laws. */
SIMBODYDEM_API std::vector<LawDescription> listRollingLaws();

/** Names a pair of laws that has a class of its own in NamedForces.h. */
struct NamedLaws {
    std::string name, normal, tangential;
};
/** Returns all pairs of laws that have a name. */
SIMBODYDEM_API std::vector<NamedLaws> listNamedLaws();

/** Makes the normal law of this name with these parameters. Parameters that are not given have their defaults. Their names are those of the
setters without "set": makeNormalLaw("linear", {{"stiffness", 1e5}}, {{"tension", "Allowed"}}).
    @param name        one of LawDescription::name
    @param parameters  numbers, in the units of LawDescription::parameters
    @param choices     parameters that have names instead of numbers
    @throws std::invalid_argument with the valid names, if the law, a parameter or a choice does not exist
    @throws std::invalid_argument if a number is out of its range, or if the law does not use it together with the other parameters */
SIMBODYDEM_API std::unique_ptr<NormalLaw> makeNormalLaw(const std::string& name,
                                                        const std::map<std::string, double>& parameters = {},
                                                        const std::map<std::string, std::string>& choices = {});
/** Makes the tangential law of this name, see makeNormalLaw(). */
SIMBODYDEM_API std::unique_ptr<TangentialLaw> makeTangentialLaw(const std::string& name,
                                                                const std::map<std::string, double>& parameters = {},
                                                                const std::map<std::string, std::string>& choices = {});
/** Makes the rolling law of this name, see makeNormalLaw(). */
SIMBODYDEM_API std::unique_ptr<RollingLaw> makeRollingLaw(const std::string& name,
                                                          const std::map<std::string, double>& parameters = {},
                                                          const std::map<std::string, std::string>& choices = {});

} // namespace simbodydem

#endif
