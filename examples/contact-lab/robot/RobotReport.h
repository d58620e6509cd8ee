#ifndef CONTACT_LAB_ROBOT_REPORT_H
#define CONTACT_LAB_ROBOT_REPORT_H

#include "RobotRun.h"

#include <nlohmann/json.hpp>

#include <string>

namespace lab {

/** Returns the lines before a run: what holds the base, the joints and the contacts, and notes. */
std::string describeScene(const RobotScene&, const RobotChoice&);

/** Returns the header of the rows. */
std::string headRows(bool isFloating);
std::string describeRow(const RobotRow&, bool isFloating);

/** Returns the tables and the summary after a run. */
std::string describeResult(const RobotScene&, const RobotChoice&, const RobotResult&);

nlohmann::ordered_json toJson(const RobotScene&, const RobotChoice&, const RobotResult&);

} // namespace lab

#endif
