#ifndef CONTACT_LAB_EXPERIMENT_CATALOG_H
#define CONTACT_LAB_EXPERIMENT_CATALOG_H

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** One quantity of a result. */
struct Quantity {
    std::string name, unit;
    std::string meaning; ///< as it goes on behind the unit: ", slope of a line"
    nlohmann::ordered_json value = {};
    bool isRepeatable = true; ///< not if it is another one each time, as the processor's time is
};
using Quantities = std::vector<Quantity>;

/** An experiment as the command line and studies know it. */
struct ExperimentEntry {
    std::string name, help;
    Quantities quantities; ///< what it gives, without values
    /** Adds its options. @returns what runs it with them, and throws std::invalid_argument for bad ones */
    std::function<std::function<Quantities()>(CLI::App&)> addOptions;
};

/** impact, incline, roll, leg, shear, pinch. */
const std::vector<ExperimentEntry>& listExperiments();

} // namespace lab

#endif
