#ifndef CONTACT_LAB_JSON_OBJECT_H
#define CONTACT_LAB_JSON_OBJECT_H

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace lab {

/** An object of a file that somebody wrote: what is missing, of another kind, out of range or unknown is refused with
its place, by std::invalid_argument. What is taken with a value `ifNotGiven` may be missing. */
class JsonObject {
public:
    using Json = nlohmann::ordered_json;

    /** @param place  in messages, "parameters.speed"; "" for the file itself */
    JsonObject(const Json&, const std::string& place);

    bool has(const std::string& key) const { return object.contains(key); }
    std::vector<std::string> getKeys() const;
    std::string getPlace(const std::string& key) const { return place == "" ? key : place + "." + key; }
    const std::string& getPlace() const { return place; }
    const Json& getJson() const { return object; }

    const Json& take(const std::string& key);
    std::string takeText(const std::string& key, const std::optional<std::string>& ifNotGiven = {});
    /** One of these texts. */
    std::string takeChoice(const std::string& key, const std::vector<std::string>& choices,
                           const std::optional<std::string>& ifNotGiven = {});
    std::vector<std::string> takeTexts(const std::string& key);
    bool takeBoolean(const std::string& key, std::optional<bool> ifNotGiven = {});
    double takeNumber(const std::string& key, std::optional<double> ifNotGiven = {});
    std::vector<double> takeNumbers(const std::string& key);
    double takeWhole(const std::string& key, double smallest, double largest, std::optional<double> ifNotGiven = {});
    /** At least one of whatever kind. */
    const Json& takeList(const std::string& key);
    JsonObject takeObject(const std::string& key);
    /** An object without keys if it is not given. */
    JsonObject takeObjectIfGiven(const std::string& key);

    /** Refuses what has not been taken. */
    void checkNothingLeft() const;

private:
    template <class Value> Value takeKind(const std::string& key, const char* kind,
                                          bool (Json::*isKind)() const noexcept,
                                          const std::optional<Value>& ifNotGiven);
    [[noreturn]] void refuseKind(const std::string& key, const std::string& kind) const;
    /** From now on the key is known. */
    bool isGiven(const std::string& key);

    Json object;
    std::string place;
    std::set<std::string> known;
};

/** Returns what the action does; what it refuses has the place before it. */
template <class Action> auto inPlace(const std::string& place, const Action& action) {
    try {
        return action();
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(place + ": " + e.what());
    }
}

/** @param text  JSON; comments are allowed
@throws std::invalid_argument for what is no object, or has a key twice */
JsonObject parseJson(const std::string& text);

} // namespace lab

#endif
