#include "IntegratorTable.h"

#include "IntegratorAdvice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

const std::vector<TriedIntegrator>& listTriedIntegrators() {
    static const std::vector<TriedIntegrator> all = {
        {"RungeKuttaMersonIntegrator", "rkm"},    {"RungeKutta3Integrator", "rk3"},
        {"RungeKuttaFeldbergIntegrator", "rkf"},  {"VerletIntegrator", "verlet"},
        {"SemiExplicitEuler2Integrator", "see2"}, {"CPodesIntegrator", "cpodes"},
        {"ContactIntegrator", "contact"}};
    return all;
}

void addIntegrators(ContactAdvice& table, std::vector<TriedAccuracies> all) {
    const auto price = [](const TriedAccuracies& one) {
        return std::isnan(one.accuracies.front().second) ? Infinity : one.evaluationsPerSecond;
    };
    std::stable_sort(all.begin(), all.end(), [&](const TriedAccuracies& one, const TriedAccuracies& other) {
        return price(one) < price(other);
    });
    for (const TriedAccuracies& one : all) {
        for (const auto& [quantity, accuracy] : one.accuracies)
            table.add({one.integrator, quantity, accuracy, "-", "the loosest accuracy that is right"});
        table.add({one.integrator, "steps_per_second", one.stepsPerSecond, "1/s", "steps at this accuracy"});
        table.add({one.integrator, "evaluations_per_second", one.evaluationsPerSecond, "1/s", "force evaluations"});
    }
}

std::vector<std::string> listIntegratorsOf(const ContactAdvice& table) {
    std::vector<std::string> all = table.getSubjects();
    all.erase(std::remove(all.begin(), all.end(), runSubject), all.end());
    return all;
}

std::string tabulateIntegrators(const ContactAdvice& table) {
    std::string text, time;
    if (table.has(runSubject, "repeatable_time")) {
        for (const std::string& warning : table.getWarnings(runSubject)) text += "! " + warning + "\n";
        time = fmt::format(", in {:.3g} s", table.get(runSubject, "repeatable_time"));
    }
    const std::vector<std::string> integrators = listIntegratorsOf(table);
    if (integrators.empty()) return text;
    text += "The loosest accuracy at which each integrator is right" + time + ":\n" + fmt::format("  {:<28}", "");
    const auto widthOf = [](const AdviceRow& row) { return std::max<std::size_t>(row.quantity.size(), 8); };
    for (const AdviceRow& row : table.getRows(integrators.front()))
        text += fmt::format(" {:>{}}", row.quantity, widthOf(row));
    for (const std::string& integrator : integrators) {
        text += fmt::format("\n  {:<28}", integrator);
        for (const AdviceRow& row : table.getRows(integrator)) {
            const bool isAccuracy = row.unit == "-"; // "any" if no trial limits it, "none" if none is tight enough
            const std::string value = std::isnan(row.value)                 ? (isAccuracy ? "none" : "-")
                                      : isAccuracy && std::isinf(row.value) ? "any"
                                                                            : fmt::format("{:.3g}", row.value);
            text += fmt::format(" {:>{}}", value, widthOf(row));
        }
    }
    return text + "\n";
}

} // namespace lab
