#include "JsonObject.h"

#include "Check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

JsonObject::JsonObject(const Json& json, const std::string& place) : object(json), place(place) {
    if (!object.is_object()) refuse((place == "" ? "the file" : place) + " must be an object, {...}");
}

std::vector<std::string> JsonObject::getKeys() const {
    std::vector<std::string> keys;
    for (const auto& entry : object.items()) keys.push_back(entry.key());
    return keys;
}

bool JsonObject::isGiven(const std::string& key) {
    known.insert(key);
    return has(key);
}

const JsonObject::Json& JsonObject::take(const std::string& key) {
    if (!isGiven(key)) refuse("\"" + getPlace(key) + "\" is missing");
    return object.at(key);
}

void JsonObject::refuseKind(const std::string& key, const std::string& kind) const {
    refuse("{} = {}; it must be {}", getPlace(key), object.at(key).dump(), kind);
}

template <class Value> Value JsonObject::takeKind(const std::string& key, const char* kind,
                                                  bool (Json::*isKind)() const noexcept,
                                                  const std::optional<Value>& ifNotGiven) {
    if (ifNotGiven && !isGiven(key)) return *ifNotGiven;
    const Json& json = take(key);
    if (!(json.*isKind)()) refuseKind(key, kind);
    return json.get<Value>();
}

std::string JsonObject::takeText(const std::string& key, const std::optional<std::string>& ifNotGiven) {
    return takeKind(key, "text", &Json::is_string, ifNotGiven);
}

bool JsonObject::takeBoolean(const std::string& key, std::optional<bool> ifNotGiven) {
    return takeKind(key, "true or false", &Json::is_boolean, ifNotGiven);
}

double JsonObject::takeNumber(const std::string& key, std::optional<double> ifNotGiven) {
    return takeKind(key, "a number", &Json::is_number, ifNotGiven);
}

std::string JsonObject::takeChoice(const std::string& key, const std::vector<std::string>& choices,
                                   const std::optional<std::string>& ifNotGiven) {
    if (ifNotGiven && !isGiven(key)) return *ifNotGiven;
    const std::string text = takeText(key);
    if (std::find(choices.begin(), choices.end(), text) == choices.end())
        refuse("{} = \"{}\"; choose from {}", getPlace(key), text, fmt::join(choices, ", "));
    return text;
}

std::vector<std::string> JsonObject::takeTexts(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_array() || !std::all_of(json.begin(), json.end(), [](const Json& one) { return one.is_string(); }))
        refuseKind(key, "a list of texts");
    return json.get<std::vector<std::string>>();
}

std::vector<double> JsonObject::takeNumbers(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_array()) refuseKind(key, "a list of numbers");
    std::vector<double> numbers;
    for (const Json& one : json) {
        if (!one.is_number())
            refuse("{}: entry {} is {}; it must be a number", getPlace(key), numbers.size() + 1, one.dump());
        numbers.push_back(one);
    }
    return numbers;
}

double JsonObject::takeWhole(const std::string& key, double smallest, double largest,
                             std::optional<double> ifNotGiven) {
    const double number = takeNumber(key, ifNotGiven);
    if (!(number >= smallest && number <= largest && number == std::floor(number)))
        refuseKind(key, fmt::format("a whole number from {:.0f} to {:.0f}", smallest, largest));
    return number;
}

const JsonObject::Json& JsonObject::takeList(const std::string& key) {
    const Json& json = take(key);
    if (!json.is_array() || json.empty()) refuseKind(key, "a list of at least one");
    return json;
}

JsonObject JsonObject::takeObject(const std::string& key) { return {take(key), getPlace(key)}; }

JsonObject JsonObject::takeObjectIfGiven(const std::string& key) {
    return {isGiven(key) ? object.at(key) : Json::object(), getPlace(key)};
}

void JsonObject::checkNothingLeft() const {
    for (const std::string& key : getKeys())
        if (!known.count(key)) refuse("\"{}\" is unknown here; choose from {}", getPlace(key), fmt::join(known, ", "));
}

JsonObject parseJson(const std::string& text) {
    constexpr int deepest = 100;
    std::vector<std::set<std::string>> keys; // of the objects that are open
    std::string twice;
    using Event = JsonObject::Json::parse_event_t;
    const auto listen = [&](int depth, Event event, JsonObject::Json& parsed) {
        // Copies and texts of JSON are made by functions that call themselves for each level.
        if (depth > deepest) refuse("the file has lists or objects in {} others; it may have {}", depth, deepest);
        if (event == Event::object_start) keys.emplace_back();
        if (event == Event::object_end) keys.pop_back();
        if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second)
            twice = parsed.get<std::string>();
        return true;
    };
    try {
        const auto json = JsonObject::Json::parse(text, listen, true, true);
        if (twice != "") refuse("\"" + twice + "\" is there twice");
        return {json, ""};
    } catch (const JsonObject::Json::exception& e) {
        const std::string what = e.what(); // "[json.exception...] what is wrong"
        refuse("the file is not JSON: " + what.substr(what.find("] ") + 2));
    }
}

} // namespace lab
