#include "JsonInput.h"

#include "Check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace lab {

using nlohmann::ordered_json;

ordered_json readJson(const std::string& file) {
    std::ifstream in(file);
    if (!in) refuse("cannot read " + file);
    try {
        return ordered_json::parse(in, nullptr, true, true);
    } catch (const ordered_json::parse_error& e) {
        const std::string what = e.what();
        refuse(file + " is not JSON: " + what.substr(std::min(what.find("] ") + 2, what.size())));
    }
}

void checkKeys(const ordered_json& json, const std::vector<std::string>& known, const std::string& where) {
    if (!json.is_object()) refuse(where + " must be an object");
    for (const auto& [key, value] : json.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            refuse(fmt::format("{}: unknown key \"{}\"; there are {}", where, key, fmt::join(known, ", ")));
}

Real readNumber(const ordered_json& json, const std::string& key, const std::string& where) {
    if (!json.contains(key)) refuse(where + ": " + key + " is missing");
    if (!json[key].is_number()) refuse(fmt::format("{}: {} = {}; it must be a number", where, key, json[key].dump()));
    return json[key];
}

bool readFlag(const ordered_json& json, const std::string& key, const std::string& where, bool ifNotGiven) {
    if (!json.contains(key)) return ifNotGiven;
    if (!json[key].is_boolean())
        refuse(fmt::format("{}: {} = {}; it must be true or false", where, key, json[key].dump()));
    return json[key];
}

std::string readText(const ordered_json& json, const std::string& key, const std::string& where,
                     const std::string& ifNotGiven, const std::vector<std::string>& choices) {
    if (!json.contains(key)) return ifNotGiven;
    if (!json[key].is_string()) refuse(fmt::format("{}: {} = {}; it must be text", where, key, json[key].dump()));
    const std::string text = json[key];
    if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
        refuse(fmt::format("{}: {} = \"{}\"; choose from {}", where, key, text, fmt::join(choices, ", ")));
    return text;
}

int readWhole(const ordered_json& json, const std::string& key, int least, int greatest, int ifNotGiven) {
    if (!json.contains(key)) return ifNotGiven;
    const bool isWhole = json[key].is_number_integer();
    if (!isWhole || json[key] < least || json[key] > greatest)
        refuse(fmt::format("{} = {}; it must be a whole number in [{}, {}]", key, json[key].dump(), least, greatest));
    return json[key];
}

} // namespace lab
