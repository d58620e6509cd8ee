#ifndef CONTACT_LAB_JSON_INPUT_H
#define CONTACT_LAB_JSON_INPUT_H

#include "CalibrationSpec.h"

namespace lab {

// What a spec is read by. Each throws std::invalid_argument; `where` begins what is said, and names the place in the file.

/** A whole file; comments are allowed. */
nlohmann::ordered_json readJson(const std::string& file);

/** It must be an object with these keys only. */
void checkKeys(const nlohmann::ordered_json&, const std::vector<std::string>& known, const std::string& where);

Real readNumber(const nlohmann::ordered_json&, const std::string& key, const std::string& where);
bool readFlag(const nlohmann::ordered_json&, const std::string& key, const std::string& where, bool ifNotGiven);
std::string readText(const nlohmann::ordered_json&, const std::string& key, const std::string& where,
                     const std::string& ifNotGiven, const std::vector<std::string>& choices = {});
/** A whole number of the spec itself. */
int readWhole(const nlohmann::ordered_json&, const std::string& key, int least, int greatest, int ifNotGiven);

/** @param folder  of the spec, from which data files are looked for
@param resolved  becomes the experiment with its data in it */
MeasuredExperiment readExperiment(const nlohmann::ordered_json&, const std::string& where, const std::string& folder,
                                  nlohmann::ordered_json& resolved);

} // namespace lab

#endif
