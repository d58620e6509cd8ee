// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BASE_CHECKS_H
#define SIMBODYDEM_BASE_CHECKS_H

#include "SimTKcommon.h"

#include <string>
#include <vector>

namespace simbodydem {

/** A number as a message shows it. */
std::string toText(SimTK::Real value);

/** With its unit, which is "-" of a plain number and not shown. */
std::string toText(SimTK::Real value, const std::string& unit);

/** The fewest digits that read back as the same number, whatever the locale. */
std::string toDigits(SimTK::Real value);

/** "a, b, c" */
std::string joined(const std::vector<std::string>& names);

/** Throw std::invalid_argument "owner: parameter = value unit; it must be range" unless ok. */
void checkParameter(bool ok, const std::string& owner, const std::string& parameter, SimTK::Real value,
                    const std::string& unit, const std::string& range);

/** The three rules that parameters of laws obey; NaN never passes. */
void checkPositive(const std::string& owner, const std::string& parameter, SimTK::Real value, const std::string& unit);
void checkNotNegative(const std::string& owner, const std::string& parameter, SimTK::Real value,
                      const std::string& unit);

/** The same for a point or a direction. */
void checkFinite(const std::string& owner, const std::string& parameter, const SimTK::Vec3& value,
                 const std::string& unit);

/** Throws std::invalid_argument unless the State's time and its coordinates, speeds and other continuous variables are finite;
the message names the first that is not. From Stage::Model on. */
void checkFinite(const std::string& owner, const SimTK::State&);

} // namespace simbodydem

#endif
