// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BASE_CHECKS_H
#define SIMBODYDEM_BASE_CHECKS_H

#include "SimTKcommon.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Returns a number as messages show it. */
std::string toText(SimTK::Real value);

/** Returns a number with its unit. The unit "-" of a plain number is not shown. */
std::string toText(SimTK::Real value, const std::string& unit);

/** Returns the fewest digits that read back as the same number, whatever the locale. */
std::string toDigits(SimTK::Real value);

/** Returns the names as a list: "a, b, c". */
std::string joined(const std::vector<std::string>& names);

/** Throws std::invalid_argument "owner: parameter = value unit; it must be range" unless `ok` is true. */
void checkParameter(bool ok, const std::string& owner, const std::string& parameter, SimTK::Real value,
                    const std::string& unit, const std::string& range);

/** Throws std::invalid_argument unless the value is > 0 and finite. NaN never passes. */
void checkPositive(const std::string& owner, const std::string& parameter, SimTK::Real value, const std::string& unit);
/** Throws std::invalid_argument unless the value is >= 0 and finite. NaN never passes. */
void checkNotNegative(const std::string& owner, const std::string& parameter, SimTK::Real value,
                      const std::string& unit);

/** Throws std::invalid_argument unless all components of a point or a direction are finite. */
void checkFinite(const std::string& owner, const std::string& parameter, const SimTK::Vec3& value,
                 const std::string& unit);

/** Throws std::invalid_argument unless the time, coordinates, speeds and other continuous variables of the State are finite. The message names
the first one that is not. The State must be realized to Stage::Model. */
void checkFinite(const std::string& owner, const SimTK::State&);

} // namespace simbodydem

#endif
