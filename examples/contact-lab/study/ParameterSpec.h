#ifndef CONTACT_LAB_STUDY_PARAMETER_SPEC_H
#define CONTACT_LAB_STUDY_PARAMETER_SPEC_H

#include "ExperimentCatalog.h"
#include "JsonObject.h"
#include "Spec.h"

namespace lab {

/** Names become columns and places in a program's arguments.
@throws std::invalid_argument for other signs than letters, digits, - and _ */
void checkName(const std::string& place, const std::string& name);

/** Parameters and constants of a study. @param options  of the experiment; nullptr for a program */
void readParameters(StudySpec&, JsonObject parameters, CLI::App* options);

} // namespace lab

#endif
