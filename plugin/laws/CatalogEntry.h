// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CATALOG_ENTRY_H
#define SIMBODYDEM_CATALOG_ENTRY_H

#include "base/Checks.h"
#include "laws/Parameter.h"
#include "simbodydem/LawCatalog.h"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// The tables of the catalog.

namespace simbodydem {

/** An entry of the catalog: the description of a law, and the function that makes it. Kind is NormalLaw, TangentialLaw or RollingLaw. */
template <class Kind> struct CatalogEntry {
    LawDescription description;
    using Numbers = std::map<std::string, double>;
    using Choices = std::map<std::string, std::string>;
    std::function<std::unique_ptr<Kind>(const Numbers&, const Choices&)> make;
};

/** Texts as in LawDescription. @param prototype  the law with its defaults */
template <class Kind, class Law> CatalogEntry<Kind> entry(const std::string& name, const Law& prototype,
                                                          const std::string& formula, const std::string& source,
                                                          const std::string& goodFor, const std::string& cannot) {
    const auto make = [=](const typename CatalogEntry<Kind>::Numbers& numbers,
                          const typename CatalogEntry<Kind>::Choices& choices) -> std::unique_ptr<Kind> {
        auto law = std::make_unique<Law>(prototype);
        const ParameterTable table = LawAccess::listParameters(*law);
        for (const auto& given : choices) findLine(table, name, given.first, false).set(law->getName(), given.second);
        for (const auto& given : numbers) findLine(table, name, given.first, true).set(law->getName(), given.second);
        const LawParameters plain = Law().getParameters(), preset = prototype.getParameters(),
                            now = law->getParameters();
        for (std::size_t i = 0; i < now.size(); ++i) {
            const LawParameter& p = now[i];
            const auto number = numbers.find(p.name);
            const bool isNumber = number != numbers.end(), isChoice = choices.count(p.name) > 0;
            const bool isKept = !isNumber || std::get<SimTK::Real>(p.value) == number->second;
            if (!isKept || ((isNumber || isChoice) && !p.isUsed))
                throw std::invalid_argument(name + ": " + p.name + " is not used beside the other parameters");
            // A choice that is not the class' default tells this entry from the others of its class.
            if (!isChoice && p.isUsed != preset[i].isUsed && !p.choices.empty() && preset[i].value != plain[i].value)
                throw std::invalid_argument(name + ": the given parameters replace its " + p.name +
                                            ", which has no effect");
        }
        return law;
    };
    return {{name, prototype.getName(), formula, source, goodFor, cannot, prototype.getParameters()}, make};
}

template <class Kind> std::vector<LawDescription> describeAll(const std::vector<CatalogEntry<Kind>>& catalog) {
    std::vector<LawDescription> all;
    for (const CatalogEntry<Kind>& e : catalog) all.push_back(e.description);
    return all;
}

template <class Kind> std::unique_ptr<Kind> makeFrom(const std::vector<CatalogEntry<Kind>>& catalog,
                                                     const std::string& kind, const std::string& name,
                                                     const std::map<std::string, double>& numbers,
                                                     const std::map<std::string, std::string>& choices) {
    std::vector<std::string> known;
    for (const CatalogEntry<Kind>& e : catalog) {
        if (e.description.name == name) return e.make(numbers, choices);
        known.push_back(e.description.name);
    }
    throw std::invalid_argument("there is no " + kind + " law \"" + name + "\"; it must be one of " + joined(known));
}

} // namespace simbodydem

#endif
