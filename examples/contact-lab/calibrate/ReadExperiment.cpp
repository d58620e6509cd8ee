// One experiment of a spec: its kind, its settings, its data and how exact they are.

#include "Check.h"
#include "JsonInput.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace lab {

using nlohmann::ordered_json;

namespace {

const Column* find(const std::vector<Column>& columns, const std::string& name) {
    for (const Column& c : columns)
        if (c.quantity.name == name) return &c;
    return nullptr;
}

std::string join(const std::vector<QuantityName>& quantities) {
    std::string text;
    for (const QuantityName& q : quantities) text += (text.empty() ? "" : ", ") + q.toText();
    return text;
}

// Every column must be one that the kind knows, in its unit.
void checkColumns(const std::vector<Column>& columns, const MeasurementKind& kind, const std::string& where) {
    std::vector<QuantityName> known = {kind.abscissa};
    known.insert(known.end(), kind.measured.begin(), kind.measured.end());
    for (const QuantityName& q : kind.measured) known.push_back({q.name + "_sd", q.unit});
    for (const Column& c : columns) {
        const auto same =
            std::find_if(known.begin(), known.end(), [&](const QuantityName& q) { return q.name == c.quantity.name; });
        if (same == known.end())
            refuse(fmt::format("{}: unknown column {}; {} has {}", where, c.quantity.toText(), kind.name, join(known)));
        if (same->unit != c.quantity.unit)
            refuse(fmt::format("{}: column {} is in {}; it must be in {}", where, c.quantity.name, c.quantity.unit,
                               same->unit));
        const auto base = c.quantity.name.substr(0, c.quantity.name.rfind("_sd"));
        if (base != c.quantity.name && !find(columns, base))
            refuse(fmt::format("{}: column {} has no column {} beside it", where, c.quantity.name, base));
    }
    if (!find(columns, kind.abscissa.name)) refuse(where + ": column " + kind.abscissa.toText() + " is missing");
    if (std::none_of(kind.measured.begin(), kind.measured.end(), [&](const auto& q) { return find(columns, q.name); }))
        refuse(where + ": there is no measured column; it must have one of " + join(kind.measured));
}

Real checkDeviation(Real value, const std::string& name, const std::string& unit, const std::string& where) {
    check(value > 0 && std::isfinite(value), where + ": standard deviation of " + name, value, unit, "> 0 and finite");
    return value;
}

std::vector<Column> readData(const ordered_json& json, const MeasurementKind& kind, const std::string& where,
                             const std::string& folder) {
    if (!json.contains("data")) refuse(where + ": data are missing");
    const ordered_json& data = json["data"];
    if (data.is_string() && data == "reference") {
        if (!kind.getReference)
            refuse(where + ": data: " + kind.name + " has no reference data; give a CSV file or lists");
        return kind.getReference();
    }
    return data.is_string() ? readCsv((std::filesystem::path(folder) / data.get<std::string>()).string())
                            : readColumns(data, where + ": data");
}

void readSettings(MeasuredExperiment& experiment, const ordered_json& json, const std::string& where) {
    const MeasurementKind& kind = *experiment.kind;
    std::vector<std::string> known = {"kind", "about", "data", "standard_deviation"};
    if (!kind.targets.empty()) known.push_back("target");
    for (const Setting& s : kind.settings) known.push_back(s.quantity.toText());
    checkKeys(json, known, where);
    if (!kind.targets.empty())
        experiment.setup.target = readText(json, "target", where, kind.targets.front(), kind.targets);
    for (const Setting& s : kind.settings) {
        const std::string key = s.quantity.toText();
        const Real value = json.contains(key) ? readNumber(json, key, where) : s.ifNotGiven;
        check(s.range.contains(value), where + ": " + s.quantity.name, value, s.quantity.unit, s.range.toText());
        experiment.setup.settings[s.quantity.name] = value;
    }
}

// One number for a whole column, or none.
Real readDeviation(const ordered_json& json, const QuantityName& quantity, const std::string& where) {
    if (!json.contains("standard_deviation") || !json["standard_deviation"].contains(quantity.toText()))
        return SimTK::NaN;
    const Real value = readNumber(json["standard_deviation"], quantity.toText(), where + ": standard_deviation");
    return checkDeviation(value, quantity.name, quantity.unit, where);
}

} // namespace

MeasuredExperiment readExperiment(const ordered_json& json, const std::string& place, const std::string& folder,
                                  ordered_json& resolved) {
    if (!json.is_object()) refuse(place + " must be an object");
    const std::string name = readText(json, "kind", place, "");
    const std::string where = place + " (" + name + ")";
    MeasuredExperiment experiment;
    experiment.kind =
        &findNamed(listMeasurements(), name, place + ": kind \"" + name + "\" is unknown; choose one of ");
    const MeasurementKind& kind = *experiment.kind;
    readSettings(experiment, json, where);
    const std::vector<Column> columns = readData(json, kind, where, folder);
    checkColumns(columns, kind, where);
    resolved["data"] = ordered_json::object();
    for (const Column& c : columns) resolved["data"][c.quantity.toText()] = c.values;

    experiment.setup.abscissae = find(columns, kind.abscissa.name)->values;
    for (Real value : experiment.setup.abscissae)
        check(kind.range.contains(value), where + ": " + kind.abscissa.name, value, kind.abscissa.unit,
              kind.range.toText());
    std::vector<std::string> measured;
    for (const QuantityName& q : kind.measured) {
        const Column *values = find(columns, q.name), *deviations = find(columns, q.name + "_sd");
        if (!values) continue;
        measured.push_back(q.toText());
        Observation o{q.name,        q.unit, kind.abscissa.name, kind.abscissa.unit, experiment.setup.abscissae,
                      values->values};
        const Real deviation = readDeviation(json, q, where);
        if (deviations && !std::isnan(deviation))
            refuse(where + ": " + q.name + " has a column of standard deviations and one for all");
        if (deviations)
            for (Real d : deviations->values) o.deviations.push_back(checkDeviation(d, q.name, q.unit, where));
        else if (!std::isnan(deviation))
            o.deviations.assign(o.measured.size(), deviation);
        experiment.observations.push_back(o);
        experiment.setup.measured.push_back(q.name);
    }
    if (json.contains("standard_deviation"))
        checkKeys(json["standard_deviation"], measured, where + ": standard_deviation");
    return experiment;
}

std::string describeMeasurements() {
    std::string text;
    for (const MeasurementKind& kind : listMeasurements()) {
        text += fmt::format("  {}: {}\n    columns: {}; {}\n    settings:", kind.name, kind.help,
                            kind.abscissa.toText(), join(kind.measured));
        for (const Setting& s : kind.settings)
            text += fmt::format(" \"{}\" {}, {} ({:g} if not given);", s.quantity.toText(), s.help, s.range.toText(),
                                s.ifNotGiven);
        if (!kind.targets.empty())
            text +=
                fmt::format(" \"target\" {} ({} if not given)", fmt::join(kind.targets, ", "), kind.targets.front());
        text += "\n";
    }
    return text;
}

} // namespace lab
