#ifndef CONTACT_LAB_JSON_OBJECT_H
#define CONTACT_LAB_JSON_OBJECT_H

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace lab {

/** Reads an object of a file that a user has written. A value that is missing, of another kind, out of range or unknown is an error
with its place, by std::invalid_argument. A value that is taken with `ifNotGiven` may be missing. */
class JsonObject {
public:
    using Json = nlohmann::ordered_json;

    /** Takes over an object. @param place  in messages, "parameters.speed"; "" for the file itself */
    JsonObject(const Json&, const std::string& place);

    bool has(const std::string& key) const { return object.contains(key); }
    std::vector<std::string> getKeys() const;
    std::string getPlace(const std::string& key) const { return place == "" ? key : place + "." + key; }
    const std::string& getPlace() const { return place; }
    const Json& getJson() const { return object; }

    const Json& take(const std::string& key);
    std::string takeText(const std::string& key, const std::optional<std::string>& ifNotGiven = {});
    /** Takes one of these texts. */
    std::string takeChoice(const std::string& key, const std::vector<std::string>& choices,
                           const std::optional<std::string>& ifNotGiven = {});
    std::vector<std::string> takeTexts(const std::string& key);
    bool takeBoolean(const std::string& key, std::optional<bool> ifNotGiven = {});
    double takeNumber(const std::string& key, std::optional<double> ifNotGiven = {});
    std::vector<double> takeNumbers(const std::string& key);
    double takeWhole(const std::string& key, double smallest, double largest, std::optional<double> ifNotGiven = {});
    /** Takes a list of at least one entry of any kind. */
    const Json& takeList(const std::string& key);
    JsonObject takeObject(const std::string& key);
    /** Takes an object, which has no keys if it is not given. */
    JsonObject takeObjectIfGiven(const std::string& key);

    /** Throws std::invalid_argument for a key that has not been taken. */
    void checkNothingLeft() const;

private:
    template <class Value> Value takeKind(const std::string& key, const char* kind,
                                          bool (Json::*isKind)() const noexcept,
                                          const std::optional<Value>& ifNotGiven);
    [[noreturn]] void refuseKind(const std::string& key, const std::string& kind) const;
    /** Makes the key a known one, and returns true if it is given. */
    bool isGiven(const std::string& key);

    Json object;
    std::string place;
    std::set<std::string> known;
};

/** Returns the result of the action. Its std::invalid_argument gets the place before its text. */
template <class Action> auto inPlace(const std::string& place, const Action& action) {
    try {
        return action();
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(place + ": " + e.what());
    }
}

/** Parses an object. @param text  JSON; comments are allowed
@throws std::invalid_argument if the text is not an object, or has a key twice */
JsonObject parseJson(const std::string& text);

} // namespace lab

#endif
