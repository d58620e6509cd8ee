#include "JsonObject.h"

#include "Check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

JsonObject::JsonObject(const Json& json, const std::string& place) : object(json), place(place) {
    if (!object.is_object()) refuse((place == "" ? "it" : place) + " must be an object, {...}");
}

std::vector<std::string> JsonObject::getKeys() const {
    std::vector<std::string> keys;
    for (const auto& entry : object.items()) keys.push_back(entry.key());
    return keys;
}

const JsonObject::Json& JsonObject::take(const std::string& key) {
    if (!has(key)) refuse("\"" + getPlace(key) + "\" is missing");
    taken.insert(key);
    return object.at(key);
}

void JsonObject::refuseKind(const std::string& key, const char* kind) const {
    refuse(fmt::format("{} = {}; it must be {}", getPlace(key), object.at(key).dump(), kind));
}

std::string JsonObject::takeText(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_string()) refuseKind(key, "text");
    return json.get<std::string>();
}

std::vector<std::string> JsonObject::takeTexts(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_array() || !std::all_of(json.begin(), json.end(), [](const Json& one) { return one.is_string(); }))
        refuseKind(key, "a list of texts");
    return json.get<std::vector<std::string>>();
}

bool JsonObject::takeBoolean(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_boolean()) refuseKind(key, "true or false");
    return json.get<bool>();
}

double JsonObject::takeNumber(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_number()) refuseKind(key, "a number");
    return json.get<double>();
}

double JsonObject::takeWhole(const std::string& key, double smallest, double largest) {
    const double number = takeNumber(key);
    if (!(number >= smallest && number <= largest && number == std::floor(number)))
        refuseKind(key, fmt::format("a whole number from {:.0f} to {:.0f}", smallest, largest).c_str());
    return number;
}

JsonObject JsonObject::takeObject(const std::string& key) { return {take(key), getPlace(key)}; }

void JsonObject::checkNothingLeft() const {
    for (const std::string& key : getKeys())
        if (!taken.count(key))
            refuse(fmt::format("\"{}\" is unknown here, beside {}", getPlace(key), fmt::join(taken, ", ")));
}

JsonObject parseJson(const std::string& text) {
    std::vector<std::set<std::string>> keys; // of the objects that are open
    std::string twice;
    using Event = JsonObject::Json::parse_event_t;
    const auto listen = [&](int, Event event, JsonObject::Json& parsed) {
        if (event == Event::object_start) keys.emplace_back();
        if (event == Event::object_end) keys.pop_back();
        if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second)
            twice = parsed.get<std::string>();
        return true;
    };
    try {
        const auto json = JsonObject::Json::parse(text, listen);
        if (twice != "") refuse("\"" + twice + "\" is there twice");
        return {json, ""};
    } catch (const JsonObject::Json::exception& e) {
        refuse(std::string("it is no JSON: ") + e.what());
    }
}

} // namespace lab
