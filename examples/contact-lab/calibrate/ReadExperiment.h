#ifndef CONTACT_LAB_READ_EXPERIMENT_H
#define CONTACT_LAB_READ_EXPERIMENT_H

#include "CalibrationSpec.h"
#include "JsonObject.h"

namespace lab {

/** One experiment of a spec. @param folder  of the spec, from which data files are looked for
@param resolved  becomes the experiment with its data in it
@throws std::invalid_argument with the place of what is wrong */
MeasuredExperiment readExperiment(JsonObject, const std::string& folder, nlohmann::ordered_json& resolved);

} // namespace lab

#endif
