#include "ParameterSpec.h"

#include "Check.h"
#include "CommandLine.h"

#include <boost/math/special_functions/erf.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double mostOfOne = 1e6; // values of a grid's parameter

Value toValue(const JsonObject::Json& json, const std::string& place) {
    if (json.is_string()) return json.get<std::string>();
    if (!json.is_number()) refuse(fmt::format("{} = {}; it must be a number or text", place, json.dump()));
    return json.get<double>();
}

std::vector<Value> toValues(const JsonObject::Json& json, const std::string& place) {
    if (!json.is_array() || json.empty()) refuse(place + " must be a list of at least one number or text");
    std::vector<Value> values;
    for (const auto& one : json) {
        values.push_back(toValue(one, place));
        if (std::count(values.begin(), values.end(), values.back()) > 1)
            refuse(fmt::format("{} has {} twice", place, one.dump()));
    }
    return values;
}

// From one end to the other; both are met exactly.
std::vector<Value> spread(const VariedParameter& p, int count) {
    std::vector<Value> values;
    for (int i = 0; i < count; ++i) {
        const double share = double(i) / (count - 1);
        values.push_back(i == 0           ? p.from
                         : i == count - 1 ? p.to
                         : p.isLog        ? p.from * std::pow(p.to / p.from, share)
                                          : p.from + share * (p.to - p.from));
    }
    return values;
}

// As check() takes it.
std::string unitIn(const VariedParameter& p) { return p.unit == "" ? "-" : p.unit; }

void readEnds(VariedParameter& p, JsonObject& json) {
    const bool hasScale = json.has("scale");
    p.isLog = json.takeChoice("scale", {"linear", "log"}, "linear") == "log";
    if (p.isNormal && hasScale) refuse(json.getPlace("scale") + " does not go with a mean");
    if (!p.isNormal || json.has("from")) p.from = json.takeNumber("from");
    if (!p.isNormal || json.has("to")) p.to = json.takeNumber("to");
    check(p.from < p.to, json.getPlace("to"), p.to, unitIn(p), fmt::format("> from = {:g}", p.from));
    check(!p.isLog || p.from > 0, json.getPlace("from"), p.from, unitIn(p), "> 0 with the scale log");
}

double normalShare(double x) { return 0.5 * std::erfc(-x / std::sqrt(2)); }

void readNormal(VariedParameter& p, JsonObject& json) {
    p.mean = json.takeNumber("mean");
    p.deviation = json.takeNumber("deviation");
    checkPositive(json.getPlace("deviation"), p.deviation, unitIn(p));
    readEnds(p, json);
    const double share = normalShare((p.to - p.mean) / p.deviation) - normalShare((p.from - p.mean) / p.deviation);
    if (!(share > 1e-6))
        refuse(fmt::format("{}: only {:.2g} of the normal distribution lies between the ends", json.getPlace("mean"),
                           share));
}

VariedParameter readParameter(const StudySpec& spec, const std::string& name, const std::string& unit,
                              JsonObject json) {
    VariedParameter p;
    p.name = name;
    p.unit = unit;
    p.isNormal = json.has("mean");
    if (json.has("values"))
        p.values = toValues(json.take("values"), json.getPlace("values"));
    else if (!spec.isRandom()) {
        if (p.isNormal) refuse(json.getPlace("mean") + " does not go with a grid");
        const double count = json.takeWhole("count", 2, mostOfOne);
        readEnds(p, json);
        p.values = spread(p, int(count));
    } else if (p.isNormal)
        readNormal(p, json);
    else
        readEnds(p, json);
    json.checkNothingLeft();
    return p;
}

} // namespace

void checkName(const std::string& place, const std::string& name) {
    const auto isFine = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), isFine))
        refuse(fmt::format("{}: \"{}\" is no name; it may have letters, digits, _ and -", place, name));
}

void readParameters(StudySpec& spec, JsonObject parameters, CLI::App* options) {
    for (const std::string& name : parameters.getKeys()) {
        checkName("parameters", name);
        std::string unit;
        if (options) {
            const CLI::Option* option = options->get_option_no_throw("--" + name);
            if (!option) {
                std::string names;
                for (const CLI::Option* one : options->get_options())
                    names += (names.empty() ? "" : ", ") + one->get_name().substr(2);
                refuse(fmt::format("parameters: {} has no \"{}\"; choose from {}", spec.experiment, name, names));
            }
            unit = unitOf(*option);
        }
        const JsonObject::Json& json = parameters.take(name);
        if (!json.is_object()) {
            spec.constants.emplace_back(name, toValue(json, "parameters." + name));
            continue;
        }
        JsonObject object = parameters.takeObject(name);
        if (!options) unit = object.takeText("unit", "");
        spec.parameters.push_back(readParameter(spec, name, unit, object));
    }
    if (spec.parameters.empty()) refuse("parameters: none of them is varied");
}

std::string toText(const Value& value) {
    const double* number = std::get_if<double>(&value);
    return number ? fmt::format("{}", *number) : std::get<std::string>(value);
}

Value VariedParameter::at(double u) const {
    if (!values.empty()) return values[std::min(values.size() - 1, std::size_t(u * double(values.size())))];
    if (isNormal) {
        // Reckoned from the nearer tail, in which a share keeps its digits.
        const double low = (from - mean) / deviation, high = (to - mean) / deviation;
        const bool isUpper = low > 0;
        const double a = normalShare(isUpper ? -high : low), b = normalShare(isUpper ? -low : high);
        const double x = -std::sqrt(2) * boost::math::erfc_inv(2 * (a + (isUpper ? 1 - u : u) * (b - a)));
        return std::clamp(mean + deviation * (isUpper ? -x : x), from, to);
    }
    return std::clamp(isLog ? from * std::pow(to / from, u) : from + u * (to - from), from, to);
}

} // namespace lab
