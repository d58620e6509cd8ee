#ifndef CONTACT_LAB_JSON_OBJECT_H
#define CONTACT_LAB_JSON_OBJECT_H

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace lab {

/** An object of a file that somebody wrote: what is missing, of another kind or unknown is refused with the place. */
class JsonObject {
public:
    using Json = nlohmann::ordered_json;

    /** @param place  in messages, "parameters.speed"; "" for the file itself */
    JsonObject(const Json&, const std::string& place);

    bool has(const std::string& key) const { return object.contains(key); }
    std::vector<std::string> getKeys() const;
    std::string getPlace(const std::string& key) const { return place == "" ? key : place + "." + key; }
    std::string dump() const { return object.dump(); }

    const Json& take(const std::string& key);
    std::string takeText(const std::string& key);
    std::vector<std::string> takeTexts(const std::string& key);
    bool takeBoolean(const std::string& key);
    double takeNumber(const std::string& key);
    double takeWhole(const std::string& key, double smallest, double largest);
    JsonObject takeObject(const std::string& key);

    /** Refuses what has not been taken. */
    void checkNothingLeft() const;

private:
    [[noreturn]] void refuseKind(const std::string& key, const char* kind) const;

    Json object;
    std::string place;
    std::set<std::string> taken;
};

/** @throws std::invalid_argument for what is no object, or has a key twice */
JsonObject parseJson(const std::string& text);

} // namespace lab

#endif
