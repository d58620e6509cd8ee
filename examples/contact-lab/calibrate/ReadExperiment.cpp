#include "CalibrationSpec.h"

#include "Check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace lab {

namespace {

std::string trim(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

} // namespace

QuantityName parseQuantity(const std::string& text, const std::string& where) {
    const auto open = text.find('['), close = text.find(']');
    if (open == std::string::npos || close != text.size() - 1 || trim(text.substr(0, open)) == "" || close == open + 1)
        refuse(where + ": \"" + text + "\" has no unit; write \"name [unit]\", [-] if it has none");
    return {trim(text.substr(0, open)), trim(text.substr(open + 1, close - open - 1))};
}

namespace {

std::vector<std::string> splitLine(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(trim(cell));
    if (!line.empty() && line.back() == ',') cells.push_back("");
    return cells;
}

// Parses a finite number. The whole text must be the number.
Real parseNumber(const std::string& text, const std::string& where) {
    const bool isPlus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    const char* const last = text.data() + text.size();
    Real value = 0;
    const auto [rest, error] =
        std::from_chars(text.data() + isPlus, last, value); // with a decimal point in every locale
    if (error != std::errc() || rest != last || !std::isfinite(value))
        refuse(where + " is \"" + text + "\"; it must be a finite number");
    return value;
}

void checkColumns(const std::vector<Column>& columns, const std::string& where) {
    if (columns.empty()) refuse(where + " has no columns");
    for (const Column& column : columns) {
        if (column.values.empty()) refuse(where + " has no numbers in " + column.quantity.toText());
        if (column.values.size() != columns.front().values.size())
            refuse("{} has {} numbers in {} and {} in {}", where, columns.front().values.size(),
                   columns.front().quantity.toText(), column.values.size(), column.quantity.toText());
        for (const Column& other : columns)
            if (&other != &column && other.quantity.name == column.quantity.name)
                refuse(where + " has two columns " + column.quantity.name);
    }
}

// Reads comma separated values. The first line has name and unit of each column. Empty lines and lines that begin with # are left out.
std::vector<Column> readCsv(const std::string& file) {
    std::ifstream in(file);
    if (!in) refuse("cannot read " + file);
    std::vector<Column> columns;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::string where = fmt::format("{}:{}", file, number);
        if (trim(line) == "" || trim(line)[0] == '#') continue;
        const std::vector<std::string> cells = splitLine(trim(line));
        if (columns.empty()) {
            for (const std::string& cell : cells) columns.push_back({parseQuantity(cell, where), {}});
            continue;
        }
        if (cells.size() != columns.size())
            refuse("{}: {} cells under {} headings", where, cells.size(), columns.size());
        for (std::size_t i = 0; i < cells.size(); ++i)
            columns[i].values.push_back(parseNumber(cells[i], where + ": " + columns[i].quantity.toText()));
    }
    checkColumns(columns, file);
    return columns;
}

// Reads columns from an object of lists by "name [unit]".
std::vector<Column> readColumns(JsonObject lists) {
    std::vector<Column> columns;
    for (const std::string& heading : lists.getKeys())
        columns.push_back({parseQuantity(heading, lists.getPlace()), lists.takeNumbers(heading)});
    checkColumns(columns, lists.getPlace());
    return columns;
}

const Column* find(const std::vector<Column>& columns, const std::string& name) {
    for (const Column& c : columns)
        if (c.quantity.name == name) return &c;
    return nullptr;
}

std::string join(const std::vector<QuantityName>& quantities) {
    return joinNames(quantities, [](const QuantityName& q) { return q.toText(); });
}

// Checks that every column is one of the kind, in its unit.
void checkColumns(const std::vector<Column>& columns, const MeasurementKind& kind, const std::string& where) {
    std::vector<QuantityName> known = {kind.abscissa};
    known.insert(known.end(), kind.measured.begin(), kind.measured.end());
    for (const QuantityName& q : kind.measured) known.push_back({q.name + "_sd", q.unit});
    for (const Column& c : columns) {
        const auto same =
            std::find_if(known.begin(), known.end(), [&](const QuantityName& q) { return q.name == c.quantity.name; });
        if (same == known.end())
            refuse("{0}: column {1} is unknown; choose from {3}", where, c.quantity.toText(), kind.name, join(known));
        if (same->unit != c.quantity.unit)
            refuse("{}: column {} is in {}; it must be in {}", where, c.quantity.name, c.quantity.unit, same->unit);
        const auto base = c.quantity.name.substr(0, c.quantity.name.rfind("_sd"));
        if (base != c.quantity.name && !find(columns, base))
            refuse("{}: column {} needs a column {}", where, c.quantity.name, base);
    }
    if (!find(columns, kind.abscissa.name)) refuse(where + ": column " + kind.abscissa.toText() + " is missing");
    if (std::none_of(kind.measured.begin(), kind.measured.end(), [&](const auto& q) { return find(columns, q.name); }))
        refuse(where + ": there is no measured column; it must have one of " + join(kind.measured));
}

Real checkDeviation(Real value, const std::string& name, const std::string& unit, const std::string& where) {
    check(value > 0 && std::isfinite(value), where + ": standard deviation of " + name, value, unit, "> 0 and finite");
    return value;
}

std::vector<Column> readData(JsonObject& json, const MeasurementKind& kind, const std::string& folder) {
    const JsonObject::Json& data = json.take("data");
    if (data.is_object()) return readColumns(json.takeObject("data"));
    if (!data.is_string())
        refuse(json.getPlace("data") + " must be an object of lists by \"name [unit]\", or the name of a CSV file");
    const std::string name = json.takeText("data");
    if (name != "reference") return readCsv((std::filesystem::path(folder) / name).string());
    if (!kind.getReference)
        refuse(json.getPlace("data") + ": " + kind.name + " has no reference data; give a CSV file or lists");
    return kind.getReference();
}

MeasurementSetup readSetup(JsonObject& json, const MeasurementKind& kind) {
    MeasurementSetup setup;
    if (!kind.targets.empty()) setup.target = json.takeChoice("target", kind.targets, kind.targets.front());
    for (const Setting& s : kind.settings) {
        const Real value = json.takeNumber(s.quantity.toText(), s.ifNotGiven);
        check(s.range.contains(value), json.getPlace(s.quantity.name), value, s.quantity.unit, s.range.toText());
        setup.settings[s.quantity.name] = value;
    }
    return setup;
}

// Reads a measured column with its standard deviations: a column of them, one number for all, or none.
Observation readObservation(const std::vector<Column>& columns, const QuantityName& quantity, const Column& abscissa,
                            JsonObject& deviationsOfAll, const std::string& where) {
    const Column* deviations = find(columns, quantity.name + "_sd");
    Observation o{quantity.name,          quantity.unit,   abscissa.quantity.name,
                  abscissa.quantity.unit, abscissa.values, find(columns, quantity.name)->values};
    const Real ofAll = deviationsOfAll.takeNumber(quantity.toText(), SimTK::NaN);
    if (!std::isnan(ofAll)) {
        if (deviations)
            refuse(where + ": " + quantity.name +
                   " has both a column of standard deviations and one for all data; give one of them");
        o.deviations.assign(o.measured.size(), checkDeviation(ofAll, quantity.name, quantity.unit, where));
    } else if (deviations)
        for (Real d : deviations->values)
            o.deviations.push_back(checkDeviation(d, quantity.name, quantity.unit, where));
    return o;
}

} // namespace

MeasuredExperiment readExperiment(JsonObject json, const std::string& folder, nlohmann::ordered_json& resolved) {
    const std::string name = json.takeText("kind");
    const MeasurementKind& kind =
        findNamed(listMeasurements(), name, json.getPlace("kind") + " \"" + name + "\" is unknown; choose from ");
    json.takeText("about", "");
    MeasuredExperiment experiment{&kind, readSetup(json, kind), {}};
    const std::vector<Column> columns = readData(json, kind, folder);
    JsonObject deviations = json.takeObjectIfGiven("standard_deviation");
    json.checkNothingLeft();

    const std::string where = json.getPlace() + " (" + name + ")";
    checkColumns(columns, kind, where);
    resolved["data"] = nlohmann::ordered_json::object();
    for (const Column& c : columns) resolved["data"][c.quantity.toText()] = c.values;

    const Column& abscissa = *find(columns, kind.abscissa.name);
    for (Real value : abscissa.values)
        check(kind.range.contains(value), where + ": " + kind.abscissa.name, value, kind.abscissa.unit,
              kind.range.toText());
    experiment.setup.abscissae = abscissa.values;
    for (const QuantityName& q : kind.measured) {
        if (!find(columns, q.name)) continue;
        experiment.observations.push_back(readObservation(columns, q, abscissa, deviations, where));
        experiment.setup.measured.push_back(q.name);
    }
    deviations.checkNothingLeft();
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
