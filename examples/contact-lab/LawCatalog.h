#ifndef CONTACT_LAB_LAW_CATALOG_H
#define CONTACT_LAB_LAW_CATALOG_H

#include "OptionReader.h"

#include <functional>
#include <memory>

namespace lab {

/** One law of the laboratory: its name after `--normal`, `--tangential` or `--rolling`, its formula, how to make it. */
template <class Law> struct CatalogEntry {
    std::string name, formula;
    std::function<std::unique_ptr<Law>(OptionReader&)> make;
};
const std::vector<CatalogEntry<simbodydem::NormalLaw>>& normalLaws();
const std::vector<CatalogEntry<simbodydem::TangentialLaw>>& tangentialLaws();
const std::vector<CatalogEntry<simbodydem::RollingLaw>>& rollingLaws();

/** What `--law` takes: the parts that a named law is made of. The last one is Simbody's own HuntCrossleyForce. */
struct NamedLaw {
    std::string name, normal, tangential;
};
const std::vector<NamedLaw>& namedLaws();

/** Everything that `contact-lab laws` prints: name and formula. */
std::vector<std::pair<std::string, std::string>> listLaws();

} // namespace lab

#endif
